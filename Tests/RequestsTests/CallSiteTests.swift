import Foundation
import Requests
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private struct GitHub: RequestProviding {
    static let live = GitHub(baseURL: URL("https://api.github.com"))
    let baseURL: URL

    typealias Failure = Problem
    var coding: Coding { .snakeCase }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<GitHub, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .setting(headerField: "X-GitHub-Api-Version", "2022-11-28")
    }

    func issue(_ number: Int, in repo: String) -> Request<GitHub, Issue> {
        get(.json(), from: "/repos/ada/\(repo)/issues/\(number)")
    }
}

private struct Problem: Decodable, Sendable { var message: String }
private struct User: Codable, Sendable, Equatable { var id: Int; var displayName: String }
private struct Issue: Codable, Sendable { var number: Int }
private struct NewIssue: Codable, Sendable { var title: String; var dueOn: Date? }

extension Request where API == GitHub {
    fileprivate func page(_ number: Int, of size: Int = 100) -> Self {
        adding(query: "page", number).adding(query: "per_page", size)
    }
}

/// The call sites that the library is for.
struct CallSiteTests {
    @Test func `a GET with a value in its path`() throws {
        let login = "ada/lovelace"
        let request = GitHub.live.get(.json(User.self), from: "/users/\(login)").page(2)
        let message = try request.resolve()
        #expect(message.url == "https://api.github.com/users/ada%2Flovelace?page=2&per_page=100")
        #expect(message.header["Accept"] == "application/json")
        #expect(message.header["x-github-api-version"] == "2022-11-28")
        #expect(request.description == "GET https://api.github.com/users/ada%2Flovelace?page=2&per_page=100")
    }

    @Test func `a POST with a body, a query and a token`() throws {
        let request = GitHub.live
            .post(.json(NewIssue(title: "A", dueOn: Date(timeIntervalSince1970: 0))), to: "/repos/\("ada")/\("engine")/issues")
            .adding(query: "notify", true)
            .authenticated(with: .bearerToken("secret-token"))
            .receiving(.json(Issue.self))
        let message = try request.resolve()
        #expect(message.method == .post)
        #expect(message.url == "https://api.github.com/repos/ada/engine/issues?notify=true")
        #expect(message.header["Authorization"] == "Bearer secret-token")
        #expect(message.header["Content-Type"] == "application/json")
        guard case .data(let data) = message.body else { Issue_record(); return }
        #expect(String(decoding: data, as: UTF8.self) == #"{"due_on":"1970-01-01T00:00:00Z","title":"A"}"#)
        #expect(!message.description.contains("secret-token"))
        #expect(!message.cURL().contains("secret-token"))
        #expect(message.cURL(revealingSecrets: true).contains("Bearer secret-token"))
    }

    private func Issue_record() { Testing.Issue.record("no data") }

    @Test func `a request is performed over a raw socket`() async throws {
        try await withRawServer(answering: { request in
            RawServer.ok(#"{"id":1,"display_name":"\#(request.target)"}"#)
        }) { server in
            let api = GitHub(baseURL: server.baseURL)
            let user = try await URLSession.shared.perform(api.get(.json(User.self), from: "/users/1"))
            #expect(user == User(id: 1, displayName: "/users/1"))
        }
    }

    @Test func `a failure is decoded as the API's own type`() async throws {
        try await withRawServer(answering: { _ in
            RawServer.response(status: 404, reason: "Not Found", body: #"{"message":"no such user"}"#)
        }) { server in
            let api = GitHub(baseURL: server.baseURL)
            let error = await #expect(throws: RequestError<Problem>.self) {
                try await URLSession.shared.perform(api.get(.json(User.self), from: "/users/1"))
            }
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.failure?.message == "no such user")
            #expect(error?.response?.statusCode == 404)
            print(error!, error!.localizedDescription)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a 401 with a challenge completes`() async throws {
        try await withRawServer(answering: { _ in
            RawServer.response(status: 401, reason: "Unauthorized", fields: [("WWW-Authenticate", "Basic realm=\"x\"")], body: "who?")
        }) { server in
            let error = await #expect(throws: RequestError<Never>.self) {
                try await URLSession.shared.perform(AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/users/1"))
            }
            #expect(error?.response?.statusCode == 401)
            #expect(error?.body == Data("who?".utf8))
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [0.25, .infinity, 5]) func `time-outs`(seconds: Double) async throws {
        let gate = Gate()
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            if seconds < 1 { connection.waitUntilPeerCloses() } else { try connection.send(RawServer.ok("hi")) }
        }) { server in
            defer { gate.open() }
            let result = try await Result.of { try await URLSession.shared.perform(AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/users/1").timeout(after: seconds)) }
            switch result {
            case .success(let text): #expect(text == "hi" && seconds > 1)
            case .failure(let error): #expect((error as? any AnyRequestError)?.code == .timedOut && seconds < 1)
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `four blocking calls`() async throws {
        try await withRawServer(answering: { _ in RawServer.ok("hi") }) { server in
            let base = server.baseURL
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 { group.addTask { try blocking(base) } }
                for try await text in group { #expect(text == "hi") }
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `callback`() async throws {
        try await withRawServer(answering: { _ in RawServer.ok("hi") }) { server in
            let text = try await withCheckedThrowingContinuation { continuation in
                URLSession.shared.perform(AnonymousProvider(baseURL: server.baseURL).get(.text, from: "")) { result in
                    MainActor.assertIsolated()
                    continuation.resume(with: result.map(\.1))
                }
            }
            #expect(text == "hi")
        }
    }
}

private func blocking(_ base: URL) throws -> String {
    try URLSession.shared.performAndWait(AnonymousProvider(baseURL: base).get(.text, from: ""))
}

extension Result where Failure == any Error {
    static func of(_ body: () async throws -> Success) async throws -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
