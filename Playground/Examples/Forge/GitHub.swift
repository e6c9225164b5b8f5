import Foundation
import Requests

/// The part of GitHub's API that concerns one repository.
///
/// https://docs.github.com/rest
struct GitHub: RequestProviding {
    let baseURL: URL
    let credentials: AuthenticationProvider  // no description shows the token in it
    let repository: Repository

    var coding: Coding { .snakeCase }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<GitHub, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .setting(headerField: .accept("application/vnd.github+json"))
            .setting(headerField: "X-GitHub-Api-Version", "2022-11-28")
            .authenticated(with: credentials)
    }

    /// The body of a failed response.
    struct Failure: Decodable, LocalizedError {
        let message: String
        var errorDescription: String? { "The server says: \(message)" }
    }

    func replacement(for error: RequestError<Failure>) -> RequestError<Failure> {
        guard error.code == .credentialsMissing else { return error }
        return error.replacing(userText: "Set GITHUB_TOKEN to a token of your account.")
    }
}

extension GitHub {
    func issues(_ state: Issue.State) -> PagedRequest<GitHub, [Issue], Issue> {
        get(.json([Issue].self), from: "/repos/\(segments: repository.path)/issues")
            .adding(query: "state", state)
            .adding(query: "per_page", 100)
            .pages(.linkHeader)
            .items
    }

    func issue(_ number: Int) -> Request<GitHub, Issue> {
        get(.json(Issue.self), from: "/repos/\(segments: repository.path)/issues/\(number)")
    }

    func create(_ issue: NewIssue) -> Request<GitHub, Issue> {
        post(.json(issue), to: "/repos/\(segments: repository.path)/issues")
            .authentication(.required)
            .receiving(.json(Issue.self))
    }

    func latestRelease() -> Request<GitHub, Release> {
        get(.json(Release.self), from: "/repos/\(segments: repository.path)/releases/latest")
    }

    func content(of asset: Release.Asset) -> Request<GitHub, Void> {
        get(from: "/repos/\(segments: repository.path)/releases/assets/\(asset.id)")
            .setting(headerField: .accept("application/octet-stream"))
    }
}
