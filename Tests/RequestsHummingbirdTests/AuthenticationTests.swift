#if Hummingbird
import Foundation
import Hummingbird
import Requests
import RequestsEndpoints
import RequestsHummingbird
import Testing

@Suite("Credentials on Hummingbird", .timeLimit(.minutes(1))) struct AuthenticationTests {
    @Test func `an endpoint that requires credentials replies 401 on the wire, and keeps the connection in step`()
        async throws
    {
        let calls = Guarded(0)
        let routes = Routes(NotesAPI())
            .authenticating(by: .bearerToken) { $0 == "t1" ? "ada" : nil }
            .authenticating(by: .basic(realm: "Notes")) { user, password in password == "p" ? user : nil }
            .on(requestOf: \.write) { text, request in
                calls.withLock { $0 += 1 }
                return "\(request[String.self] ?? "nobody"): \(text)"
            }
            .on(requestOf: \.read) { _, request in request[String.self] ?? "nobody" }
        try await withApplication(Router().mount(routes)) { port in
            let type = "Content-Type: text/plain"
            for fields in [[type], [type, "Authorization: Bearer t2"], [type, "Authorization: Basic ,"]] {
                let refused = try await WireClient.exchange("POST", "/v1/notes", fields, "tea", port: port)
                #expect(refused.hasPrefix("HTTP/1.1 401 "), "\(refused)")
                let challenges = refused.fields.filter { $0.lowercased().hasPrefix("www-authenticate: ") }
                #expect(challenges.count == 2)
                #expect(challenges.contains { $0.hasSuffix(#": Basic realm="Notes", charset="UTF-8""#) })
                #expect(refused.fields.contains("Content-Length: \(refused.body.utf8.count)"))
            }
            #expect(calls.withLock(\.self) == 0)
            for credentials in ["Bearer t1", "Basic YWRhOnA="] {
                let accepted = try await WireClient.exchange(
                    "POST", "/v1/notes", [type, "Authorization: \(credentials)"], "tea", port: port)
                #expect(accepted.hasPrefix("HTTP/1.1 200 "), "\(accepted)")
                #expect(accepted.body == "ada: tea")
            }
            #expect(try await WireClient.exchange("GET", "/v1/notes", port: port).body == "nobody")
            let wrong = try await WireClient.exchange("GET", "/v1/notes", ["Authorization: Bearer x"], port: port)
            #expect(wrong.hasPrefix("HTTP/1.1 401 "))
            #expect(wrong.fields.contains(#"WWW-Authenticate: Bearer error="invalid_token""#))
        }
    }

    @Test func `a challenge with a line break adds no field, and is an error of the server`() async throws {
        let scheme = AuthenticationScheme<String>(challenge: "Own\r\nX-Evil: 1") { $0.header["X-Own"] }
        let unexpected = Log()
        let routes = Routes(NotesAPI()).authenticating(by: scheme) { $0 }.on(\.write) { $0 }
            .onUnexpectedError { error, _ in unexpected.add("\(error)") }
        try await withApplication(Router().mount(routes)) { port in
            let response = try await WireClient.exchange(
                "POST", "/v1/notes", ["Content-Type: text/plain"], "tea", port: port)
            #expect(response.hasPrefix("HTTP/1.1 500 "), "\(response)")
            #expect(!response.contains("X-Evil"))
        }
        #expect(unexpected.lines.count == 1)
        #expect(unexpected.lines.first?.contains("WWW-Authenticate has the control character") == true)
    }

    @Test func `a client signs in over a socket`() async throws {
        let routes = Routes(NotesAPI()).authenticating(by: .bearerToken) { $0 == "t1" }.on(\.write) { $0 }
        try await withApplication(Router().mount(routes)) { (url: URL, session) in
            let request = NotesAPI(baseURL: url).request(\.write, "tea")
            let text = try await session.perform(request.authenticated(with: .bearerToken("t1")))
            #expect(text == "tea")
            let error = await #expect(throws: TransportError.self) {
                try await session.perform(request.authenticated(with: .bearerToken("t2")))
            }
            #expect(error?.message.contains("the credentials are refused") == true)
        }
    }
}

private struct NotesAPI: RequestProviding {
    var baseURL: URL = URL("http://127.0.0.1/v1")

    let write = Endpoint<String, String>(.post, "/notes").authentication(.required)
    let read = Endpoint<Void, String>(.get, "/notes")
}
#endif
