import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("Explanations and the wire", .timeLimit(.minutes(1))) struct ExplainedWireTests {
    /// An API on a server, with parts from many sources.
    private struct WireAPI: RequestProviding {
        let baseURL: URL
        @POST("/lists/{list}/todos") var add: Endpoint<NewTodo, Void>

        func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<WireAPI, Void> {
            Request(api: self, endpoint: endpoint, method: method).adding(headerField: "X-Api", 1)
                .adding(query: "client", "cli").adding(cookie: "theme", "dark")
        }
    }

    private struct NewTodo: Codable {
        var list: Int
        var title: String
        @HeaderValue var idempotencyKey: String?
        @QueryValue var notify: Bool?
        @CookieValue var session: String?
    }

    private struct AddTodo: EndpointRequest {
        static let declaration = Endpoint<Self, Void>(.post, "/lists/{list}/todos")
        let baseURL: URL
        var list = 7
        var title = "Tea"
        @HeaderValue var trace = "t"
        var header: HeaderFields { ["X-Own": "1"] }
        var cookies: [WebCookie] { [WebCookie("a", "b")] }
    }

    /// The names of the fields that a transport adds.
    private static let added: Set<String> = [
        "host", "content-length", "connection", "accept", "accept-encoding", "accept-language", "user-agent",
    ]

    @Test func `each explained field is sent, and each sent field is explained`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
            let api = WireAPI(baseURL: server.baseURL)
            let input = NewTodo(list: 7, title: "Tea", idempotencyKey: "k", notify: true, session: "s")
            let key = AuthenticationProvider.apiKey("KANARI", inQuery: "key")
            let signer = AuthenticationProvider { message in
                message.header["X-Signature"] = "\(UInt64.random(in: 0 ... .max))"
                try message.add(QueryItem("nonce", UInt64.random(in: 0 ... .max)))
            }
            try await expect(api.request(\.add, input), server)
            try await expect(api.request(\.add, input).authenticated(with: key), server)
            let signed = api.request(\.add, input).authenticated(with: signer)
            let parts = try await expect(signed, server)
            #expect(parts.filter { $0.source == .credentials }.map(\.place) == [.query, .header])
            let hooked = signed.adapting { message in
                message.header["X-Hook"] = "1"
                message.header["Idempotency-Key"] = "other"
                message.urlText += "&hook"
            }
            let hooks = try await expect(hooked, server).filter { $0.source == .hook }
            #expect(hooks.map(\.text) == ["hook", "Idempotency-Key: other", "X-Hook: 1"])
            try await expect(AddTodo(baseURL: server.baseURL), server)
        }
    }

    @discardableResult
    private func expect(
        _ request: some RequestConvertible, _ server: RawServer, location: SourceLocation = #_sourceLocation
    ) async throws -> [RequestExplanation.Part] {
        let parts = request.explain().parts
        _ = try await URLSession.shared.response(for: request)
        let sent = try #require(server.requests.last)
        let fields = parts.filter { $0.place == .header }.map { $0.text.split(separator: ":")[0].lowercased() }
        let names = sent.fields.map { $0.name.lowercased() }
        #expect(Set(fields).isSubset(of: names), sourceLocation: location)
        #expect(Set(names).subtracting(fields).isSubset(of: Self.added), sourceLocation: location)
        for part in parts where part.place == .header && !part.text.hasSuffix("<redacted>") {
            let pair = part.text.split(separator: ": ", maxSplits: 1)
            if part.source == .transport { continue }
            #expect(sent[String(pair[0])] == [String(pair[1])], sourceLocation: location)
        }
        let query = parts.filter { $0.place == .query }.map(\.text)
        let pairs = sent.target.drop { $0 != "?" }.dropFirst().split(separator: "&").map(String.init)
        #expect(query.count == pairs.count, sourceLocation: location)
        for (text, pair) in zip(query, pairs) where !text.hasSuffix("<redacted>") {
            #expect(text == pair, sourceLocation: location)
        }
        return parts
    }
}
