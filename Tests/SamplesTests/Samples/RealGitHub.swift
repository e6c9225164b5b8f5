import Foundation
import Requests

/// The REST API of GitHub.
///
/// https://docs.github.com/rest
struct GitHubAPI: RequestProviding {
    var baseURL = URL("https://api.github.com")
    // .bearerToken(token); descriptions never show it
    let credentials: AuthenticationProvider

    var coding: Coding { .gitHub }

    struct Failure: Decodable, Sendable {
        struct Detail: Decodable, Sendable {
            let resource, field, code: String
            let message: String?
        }

        let message: String
        let errors: [Detail]?
    }

    func request(
        to endpoint: URLPath, using method: HTTPMethod
    ) -> Request<GitHubAPI, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .setting(headerField: .accept("application/vnd.github+json"))
            .setting(headerField: "X-GitHub-Api-Version", "2022-11-28")
            .authenticated(with: credentials)
    }

    func replacement(for error: RequestError<Failure>) -> RequestError<Failure> {
        guard error.head?.header["X-RateLimit-Remaining"] == "0" else {
            return error
        }
        return error.replacing(
            code: .rateLimited, userText: "That was a lot. Try again later.")
    }
}

nonisolated extension Coding {
    static let gitHub = Coding(keys: .snakeCase, arrays: .commaSeparated)
}

nonisolated extension RequestErrorCode {
    static let rateLimited = RequestErrorCode(rawValue: "rateLimited")
}

nonisolated extension RequestError where Failure == GitHubAPI.Failure {
    /// The time at which the server accepts requests again.
    var rateLimitReset: Date? {
        head?.header["X-RateLimit-Reset"].flatMap(Double.init)
            .map { Date(timeIntervalSince1970: $0) }
    }
}

nonisolated extension GitHubAPI {
    struct Issue: Codable, Sendable {
        struct User: Codable, Sendable { let login: String }
        enum State: String, Codable, Sendable { case open, closed }

        let number: Int
        let title: String
        let state: State
        let user: User
        let createdAt: Date
    }

    struct IssueFilter: Encodable, Sendable {
        enum State: String, Encodable, Sendable { case open, closed, all }

        var state: State?
        var labels: [String]?
        var since: Date?
        var perPage = 100
    }

    struct NewIssue: Encodable, Sendable {
        var title: String
        var body: String?
        var labels: [String]?
    }

    /// Returns the issues page by page, by following `Link`.
    func issues(
        of owner: String, _ repository: String,
        _ filter: IssueFilter = IssueFilter()
    ) -> PagedRequest<GitHubAPI, [Issue], Issue> {
        get(.json([Issue].self), from: "/repos/\(owner)/\(repository)/issues")
            .adding(query: filter)
            .pages(.linkHeader)
            .items
    }

    func open(
        _ issue: NewIssue, in owner: String, _ repository: String
    ) -> Request<GitHubAPI, Issue> {
        post(.json(issue), to: "/repos/\(owner)/\(repository)/issues")
            .receiving(.json(Issue.self))
    }
}

struct GitHubSamples<Session: Transport> {
    let session: Session
    let gitHub: GitHubAPI

    func titles(show: (String) -> Void) async throws {
        let bugs = gitHub.issues(
            of: "swiftlang", "swift",
            .init(state: .open, labels: ["bug", "good first issue"]))
        for try await issue in session.stream(bugs) {
            show("#\(issue.number) \(issue.title)")
        }
    }

    func open(show: (String) -> Void) async {
        do throws(RequestError<GitHubAPI.Failure>) {
            let issue = try await session.perform(
                gitHub.open(.init(title: "It crashes"), in: "ada", "engine"))
            show("#\(issue.number)")
        } catch {
            switch error.code {
            case .rateLimited: show("again at \(error.rateLimitReset ?? .now)")
            default:
                show(
                    error.failure?.errors?.first.map { "\($0.field): \($0.code)" }
                        ?? error.localizedDescription)
            }
        }
    }
}
