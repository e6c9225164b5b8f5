import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Transport.adaptingEachHop", .timeLimit(.minutes(1))) struct EachHopTests {
    private let notes = Notes()
    private let api = AnonymousProvider(baseURL: URL("https://a.example"))

    private final class Notes: Sendable {
        private let lines = Guarded<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func note(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// Makes a server that redirects each path to the next one, up to `/3`.
    private func server(_ base: String = "") -> Loopback {
        Loopback { [notes] request in
            notes.note(
                "\(request.method) \(request.header[.host] ?? "")\(request.target) \(request.header["X-Hop"] ?? "-")")
            guard let number = Int(request.target.dropFirst()), number < 3 else { return .text("end") }
            return TransportResponse(
                head: ResponseHead(status: .temporaryRedirect, header: ["Location": "\(base)/\(number + 1)"]))
        }
    }

    @Test func `the function sees the request and the response of each hop, and its changes stay in their hop`()
        async throws
    {
        let session = server().adaptingEachHop { [notes] request, next in
            var request = request
            notes.note("before \(request.urlText) \(request.header["X-Hop"] ?? "-")")
            request.header.append(HeaderField("X-Hop", "hop\(request.urlText.suffix(2))"))
            let response = try await next(request)
            notes.note("after \(response.head.status.code)")
            return response
        }
        let (head, text) = try await session.response(for: api.get(.text, from: "/1"))
        #expect(text == "end")
        #expect(head.urlText == "https://a.example/3")
        #expect(
            notes.all == [
                "before https://a.example/1 -", "GET a.example/1 hop/1", "after 307",
                "before https://a.example/2 -", "GET a.example/2 hop/2", "after 307",
                "before https://a.example/3 -", "GET a.example/3 hop/3", "after 200",
            ])
    }

    @Test func `the last function in the chain is the outermost, and each attempt runs all of them`() async throws {
        let attempts = Guarded(0)
        let session = Loopback { [notes] _ in
            notes.note("server")
            let isFirst = attempts.withLock { count in
                count += 1
                return count == 1
            }
            return .status(isFirst ? .serviceUnavailable : .ok)
        }
        .adaptingEachHop { [notes] request, next in
            notes.note("inner")
            return try await next(request)
        }
        .retrying(clock: ImmediateClock())
        .adaptingEachHop { [notes] request, next in
            notes.note("outer")
            return try await next(request)
        }
        try await session.perform(api.get(from: "/"))
        #expect(notes.all == ["outer", "inner", "server", "outer", "inner", "server"])
    }

    @Test func `the function may respond itself, and a redirect is followed then, too`() async throws {
        let session = server().adaptingEachHop { request, next in
            guard request.urlText.hasSuffix("/1") else { return try await next(request) }
            return TransportResponse(head: ResponseHead(status: .found, header: ["Location": "/3"]))
        }
        #expect(try await session.perform(api.get(.text, from: "/1")) == "end")
        #expect(notes.all == ["GET a.example/3 -"])
    }

    @Test func `the function may send twice`() async throws {
        let session = server().adaptingEachHop { request, next in
            _ = try await next(request)
            return try await next(request)
        }
        #expect(try await session.perform(api.get(.text, from: "/2")) == "end")
        #expect(notes.all.count == 4)
    }

    struct Change: Sendable {
        let code: RequestErrorCode
        let apply: @Sendable (inout OutgoingRequest) -> Void

        init(_ code: RequestErrorCode, _ apply: @escaping @Sendable (inout OutgoingRequest) -> Void) {
            self.code = code
            self.apply = apply
        }
    }

    @Test(arguments: [
        Change(.invalidHeaderValue) { $0.header.append(HeaderField("X-A", "a\r\nX-B: b")) },
        Change(.invalidURL) { $0.urlText = "https://a.example/ b" },
        Change(.invalidURL) { $0.urlText = "ftp://a.example/" },
        Change(.invalidMethod) { $0.method = "A B" }, Change(.invalidTimeout) { $0.timeoutInterval = -1 },
    ])
    func `a changed message is checked before it is sent`(_ change: Change) async throws {
        let session = server().adaptingEachHop { request, next in
            var request = request
            if request.urlText.hasSuffix("/2") { change.apply(&request) }
            return try await next(request)
        }
        let error = await #expect(throws: TransportError.self) { try await session.perform(api.get(from: "/1")) }
        #expect(error?.code == change.code)
        #expect(notes.all == ["GET a.example/1 -"])
    }

    @Test func `the function may add the credentials that a message requires, but not remove them`() async throws {
        let request = api.get(from: "/3").authentication(.required)
        let adding = server().adaptingEachHop { request, next in
            var request = request
            request.header.append(HeaderField(.authorization, "Bearer secret"))
            return try await next(request)
        }
        try await adding.perform(request)
        #expect(notes.all.count == 1)
        let removing = server().adaptingEachHop { request, next in
            var request = request
            request.header.remove(.authorization)
            return try await next(request)
        }
        let error = await #expect(throws: TransportError.self) {
            try await removing.perform(request.authenticated(with: .bearerToken("token")))
        }
        #expect(error?.code == .credentialsMissing)
        #expect(notes.all.count == 1)
    }

    @Test func `a Location is relative to the sent URL, and credentials of the message don't go there`() async throws {
        let session = server().adaptingEachHop { request, next in
            var request = request
            request.urlText = request.urlText.replacing("https://a.example", with: "https://b.example")
            if request.urlText.hasSuffix("/1") { request.header.remove("X-Hop") }
            return try await next(request)
        }
        let field = HeaderField("X-Hop", "secret", isSensitive: true)
        #expect(try await session.perform(api.get(.text, from: "/1").adding(headerField: field)) == "end")
        #expect(notes.all == ["GET b.example/1 -", "GET b.example/2 -", "GET b.example/3 -"])
    }

    @Test func `a field that the function adds on one hop isn't sent to another origin`() async throws {
        let session = server("https://b.example").adaptingEachHop { request, next in
            var request = request
            if request.urlText.hasPrefix("https://a.example") { request.header.append(HeaderField("X-Hop", "for a")) }
            return try await next(request)
        }
        try await session.perform(api.get(from: "/1"))
        #expect(notes.all == ["GET a.example/1 for a", "GET b.example/2 -", "GET b.example/3 -"])
    }

    @Test func `the function may send its message with the transport that contains it`() async throws {
        let base = server()
        let session = base.adaptingEachHop { request, _ in try await base.send(request) }
        #expect(try await session.perform(api.get(.text, from: "/1")) == "end")
        #expect(notes.all.count == 3)
    }

    @Test func `an error names the redirect, and hides what the function added`() async throws {
        let session = Loopback { request in
            request.target == "/1"
                ? TransportResponse(head: ResponseHead(status: .found, header: ["Location": "/2"]))
                : TransportResponse(head: ResponseHead(status: .notFound, header: ["X-Echo": "swordfish"]))
        }
        .adaptingEachHop { request, next in
            var request = request
            request.header.append(HeaderField("X-Key", "swordfish", isSensitive: true))
            return try await next(request)
        }
        let error = await #expect(throws: TransportError.self) { try await session.perform(api.get(from: "/1")) }
        #expect(error?.message.contains("redirected to https://a.example/2") == true)
        var text = error.map { "\($0)" } ?? ""
        dump(error, to: &text)
        #expect(!text.contains("swordfish"))
    }

    @Test func `every transport that sends one message at a time runs the function`() async throws {
        struct Courier: Transport {
            func send(_ request: OutgoingRequest) async throws -> TransportResponse {
                try await request.send { message in
                    TransportResponse(
                        head: ResponseHead(status: .ok, urlText: message.urlText), body: MessageBody(Data("x".utf8)))
                }
            }
        }
        let stub = Stub(api).on(.get, "/") { _ in .text("x") }
        for transport in [Courier() as any Transport, stub, Loopback { _ in .text("x") }] {
            let session = transport.adaptingEachHop { [notes] request, next in
                notes.note(request.urlText)
                return try await next(request)
            }
            #expect(try await session.perform(api.get(.text, from: "/")) == "x")
        }
        #expect(notes.all == Array(repeating: "https://a.example/", count: 3))
    }
}
