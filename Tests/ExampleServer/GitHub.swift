import Foundation
import Requests
import RequestsEndpoints

/// A repository as GitHub shows it, with five issues on three pages, and a release.
struct GitHub: RequestProviding {
    typealias Failure = Problem
    var baseURL = URL("http://127.0.0.1")
    var coding: Coding { .snakeCase }

    let issues = Endpoint<PageNumber, IssuePage>(.get, "/issues")
    let issue = Endpoint<Int, Issue>(.get, "/issues/{number}")
    let create = Endpoint<NewIssue, Issue>(.post, "/issues").status(.created).authentication(.required)
    let release = Endpoint<Void, Release>(.get, "/releases/latest")
}

struct Problem: Codable, HTTPStatusConvertible {
    var message: String
    var responseStatus: HTTPStatus { .notFound }
}

struct PageNumber: Codable {
    var page: Int?
    @HeaderValue var ifNoneMatch: String?
}

struct IssuePage: Codable {
    @ResponseStatus var status: HTTPStatus
    @HeaderValue var eTag: String
    @HeaderValue var link: String?
    @BodyValue var issues: [Issue]
}

struct NewIssue: Codable {
    var title: String
    var body: String?
}

struct Issue: Codable {
    struct User: Codable { var login = "ada" }

    var number: Int
    var title: String
    var body: String?
    var user = User()
    var createdAt = Date(timeIntervalSince1970: 1_700_000_000)
    var pullRequest: [String: String]?

    static let all = [
        Issue(number: 5, title: "It stops at noon"), Issue(number: 4, title: "Oil it", pullRequest: [:]),
        Issue(number: 3, title: "It is loud", body: "Very loud."), Issue(number: 2, title: "Steam leaks"),
        Issue(number: 1, title: "Build it"),
    ]
}

struct Release: Codable {
    struct Asset: Codable {
        var id: Int
        var name: String
    }

    var tagName = "v1"
    var assets = [Asset(id: 1, name: "engine.bin"), Asset(id: 2, name: "notes.txt")]
}

extension Routes<GitHub> {
    /// Serves the repository.
    func serving(_ breaker: Breaker) -> Routes {
        authenticating(by: .bearerToken) { $0 == "secret" }
            .on(\.issues) { input in
                let number = input.page ?? 1
                let tag = "\"page \(number)\""
                let first = (number - 1) * 2
                return IssuePage(
                    status: input.ifNoneMatch == tag ? .notModified : .ok, eTag: tag,
                    link: number < 3 ? "</repos/ada/engine/issues?page=\(number + 1)>; rel=\"next\"" : nil,
                    issues: Array(Issue.all[first..<min(first + 2, 5)]))
            }
            .on(\.issue) { number in
                let issue = Issue.all.first { $0.number == number }
                guard let issue else { throw Problem(message: "Not Found") }
                return issue
            }
            .on(\.create) { Issue(number: 6, title: $0.title, body: $0.body) }
            .on(\.release) { Release() }
            .on(.get, "/releases/assets/1") { await breaker.respond(to: $0) }
    }
}

/// Serves a file, and breaks off its first response in the middle.
actor Breaker {
    private let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    private var isFirst = true

    func respond(to request: IncomingRequest) -> TransportResponse {
        let range = request.header["Range"] ?? "bytes=0-"
        let start = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
        var header: HeaderFields = ["ETag": "\"engine\"", "Content-Length": "\(content.count - start)"]
        if start > 0 { header["Content-Range"] = "bytes \(start)-\(content.count - 1)/\(content.count)" }
        let part = isFirst ? content[..<50_000] : content[start...]
        isFirst = false
        let head = ResponseHead(status: start > 0 ? .partialContent : .ok, header: header)
        let body = AsyncStream<Data> { stream in
            stream.yield(Data(part))
            stream.finish()
        }
        return TransportResponse(head: head, body: MessageBody(body))
    }
}
