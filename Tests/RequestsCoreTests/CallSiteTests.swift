import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

private struct GitHub: RequestProviding {
    static let live = GitHub(baseURL: URL("https://api.github.com"))
    let baseURL: URL

    typealias Failure = Problem
    var coding: Coding { .snakeCase }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<GitHub, Void> {
        Request(api: self, endpoint: endpoint, method: method)
            .setting(headerField: "X-GitHub-Api-Version", "2022-11-28")
    }
}

private struct Problem: Decodable, Sendable { var message: String }
private struct User: Codable, Sendable, Equatable { var id: Int, displayName: String }
private struct Ticket: Codable, Sendable, Equatable { var number: Int }
private struct NewTicket: Codable, Sendable { var title: String, dueOn: Date? }

extension Request where API == GitHub {
    fileprivate func page(_ number: Int, of size: Int = 100) -> Self {
        adding(query: "page", number).adding(query: "per_page", size)
    }
}

extension GitHub {
    fileprivate func issue(_ number: Int, in repo: String) -> Request<GitHub, Ticket> {
        get(.json(Ticket.self), from: "/repos/ada/\(repo)/issues/\(number)").page(1)
    }
}

private struct GetUser: RequestConvertible {
    let id: Int

    typealias Resource = User
    var baseURL: URL { URL("https://api.example.com") }
    var endpoint: URLPath { "/users/\(id)" }
    var method: HTTPMethod { .get }
}

/// The call sites for which the library is designed, and the messages that they send.
@Suite(.timeLimit(.minutes(1)))
struct CallSiteTests {
    @Test func `a GET with a value in its path`() throws {
        let login = "ada/lovelace"
        let request = GitHub.live.get(.json(User.self), from: "/users/\(login)")
        #expect(
            try request.wire() == """
                GET /users/ada%2Flovelace HTTP/1.1
                Host: api.github.com
                X-GitHub-Api-Version: 2022-11-28
                Accept: application/json


                """
        )
        #expect(request.description == "GET https://api.github.com/users/ada%2Flovelace")
    }

    @Test func `a POST is sent with its body, query and token`() throws {
        let owner = "ada", repo = "engine", token = "secret-token"
        let request = GitHub.live
            .post(
                .json(NewTicket(title: "A", dueOn: Date(timeIntervalSince1970: 0))),
                to: "/repos/\(owner)/\(repo)/issues"
            )
            .adding(query: "notify", true)
            .authenticated(with: .bearerToken(token))
            .receiving(.json(Ticket.self))
        #expect(
            try request.wire() == """
                POST /repos/ada/engine/issues?notify=true HTTP/1.1
                Host: api.github.com
                X-GitHub-Api-Version: 2022-11-28
                Content-Type: application/json
                Accept: application/json
                Authorization: Bearer secret-token
                Content-Length: 45

                {"due_on":"1970-01-01T00:00:00Z","title":"A"}
                """
        )
    }

    @Test func `the words of an API build a request`() throws {
        #expect(
            try GitHub.live.issue(7, in: "engine").resolve().urlText
                == "https://api.github.com/repos/ada/engine/issues/7?page=1&per_page=100"
        )
    }

    @Test func `a type for each request`() throws {
        let message = try GetUser(id: 1).resolve()
        #expect(message.description == "GET https://api.example.com/users/1")
        #expect(message.header["Accept"] == "application/json")
    }

    @Test func `performing returns the decoded response`() async throws {
        try await withRawServer(responding: { request in
            RawServer.ok(#"{"id":1,"display_name":"\#(request.method) \#(request.target)"}"#)
        }) { server in
            let api = GitHub(baseURL: server.baseURL)
            let user = try await URLSession.shared.perform(api.get(.json(User.self), from: "/users/\("ada")").page(2))
            #expect(user == User(id: 1, displayName: "GET /users/ada?page=2&per_page=100"))
            #expect(server.requests.first?["X-GitHub-Api-Version"] == ["2022-11-28"])
        }
    }

    @Test func `performing with a callback passes the response and the resource`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok(#"{"number":7}"#) }) { server in
            let request = GitHub(baseURL: server.baseURL).issue(7, in: "engine")
            let response = try await withCheckedThrowingContinuation { continuation in
                URLSession.shared.perform(request) { result in
                    MainActor.assertIsolated()
                    continuation.resume(with: result.map { ($0.0.statusCode, $0.1) })
                }
            }
            #expect(response == (200, Ticket(number: 7)))
        }
    }

    @Test func `a failed response has the API's own error body`() async throws {
        try await withRawServer(responding: { _ in
            RawServer.response(status: 404, reason: "Not Found", body: #"{"message":"no such user"}"#)
        }) { server in
            await expectProblem(from: GitHub(baseURL: server.baseURL))
        }
    }

    private func expectProblem(from api: GitHub) async {
        do {
            _ = try await URLSession.shared.perform(api.get(.json(User.self), from: "/users/1"))
            Issue.record("a 404 was success")
        } catch {
            // The type of the error is known here, without a cast.
            #expect(error.code == .unacceptableStatus)
            #expect(error.failure?.message == "no such user")
            #expect(error.response?.statusCode == 404)
        }
    }
}
