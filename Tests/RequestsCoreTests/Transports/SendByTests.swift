import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

/// A transport that performs one exchange, and ignores everything around it.
private struct Courier: Transport {
    let exchange: @Sendable (OutgoingRequest) async throws -> TransportResponse

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send(by: exchange)
    }
}

@Suite("OutgoingRequest.send(by:)", .timeLimit(.minutes(1)))
struct SendByTests {
    private static let api = AnonymousProvider(baseURL: URL("https://a.example"))

    private static func response(_ request: OutgoingRequest, _ text: String = "ok") -> TransportResponse {
        TransportResponse(head: ResponseHead(status: .ok, urlText: request.urlText), body: MessageBody(Data(text.utf8)))
    }

    private static func redirect(_ request: OutgoingRequest, to location: String, _ status: HTTPStatus)
        -> TransportResponse
    {
        let header: HeaderFields = [HeaderField(.location, location)]
        return TransportResponse(head: ResponseHead(status: status, header: header, urlText: request.urlText))
    }

    @Test func `redirects are followed, each by one exchange`() async throws {
        let courier = Courier { request in
            switch request.urlText {
            case "https://a.example/1": Self.redirect(request, to: "2", .temporaryRedirect)
            case "https://a.example/2": Self.redirect(request, to: "https://b.example/3", .found)
            default:
                Self.response(
                    request,
                    "\(request.method) \(request.urlText) \(request.header.map(\.name.rawValue).sorted().joined(separator: ", "))"
                )
            }
        }
        let request = Self.api.put(.text("body"), to: "/1").authenticated(with: .bearerToken("token")).receiving(.text)
        let text = try await courier.perform(request)
        #expect(text == "PUT https://b.example/3 Content-Type, User-Agent")
    }

    @Test(arguments: ["http://a.example/2", "http://b.example/", "HTTP://a.example"])
    func `a redirect from https to http isn't followed`(_ location: String) async {
        let courier = Courier { request in
            request.urlText.hasSuffix("/1") ? Self.redirect(request, to: location, .found) : Self.response(request)
        }
        let error = await courier.failure(of: Self.api.get(.text, from: "/1"))
        #expect(error?.code == .redirectRefused)
    }

    @Test(arguments: [
        "https://[a b]/", "https://[::1\u{20}]/", "https://[]/", "https://[1]/", "https://[::1]x/",
        "https://[::1%eth0]/",
        "https://[::1%25]/", "https://[::1%25a%20b]/", "https://[v1.x]/", "https://[::1/", "https://a%2Fb/",
        "https://evil%80h/", "https://a.example%/", "//a%2eexample/",
    ])
    func `a redirect to a host that clients parse differently is refused`(_ location: String) async {
        let courier = Courier { request in
            request.urlText.hasSuffix("/1") ? Self.redirect(request, to: location, .found) : Self.response(request)
        }
        let error = await courier.failure(of: Self.api.get(.text, from: "/1"))
        #expect(error?.code == .redirectRefused)
    }

    @Test(arguments: [
        "https://[::1]/", "https://[2001:DB8::1]:8443/x", "https://[::ffff:1.2.3.4]/", "https://[fe80::1%25en0]/",
    ])
    func `a redirect to an IPv6 address is followed`(_ location: String) async throws {
        let courier = Courier { request in
            request.urlText.hasSuffix("/1")
                ? Self.redirect(request, to: location, .found) : Self.response(request, request.urlText)
        }
        #expect(try await courier.perform(Self.api.get(.text, from: "/1")) == location)
    }

    @Test(arguments: [
        "https://[::1\r\nX-Evil: 1\r\n]/", "https://[a b]/", "https://a%2Fb/", "https://a.example/%zz",
        "https://a.example/?a=%2", "https://a.example/%", "https://a.example/a b", "https://a.example/é",
        "https://a.example/\r\n", "",
    ])
    func `a URL that a hook or a decorator sets is checked to its last byte`(_ url: String) async throws {
        let calls = Counter()
        let courier = Courier { request in
            calls.next()
            return Self.response(request)
        }
        #expect(throws: TransportError.self) { try OutgoingRequest(urlText: url).validate() }
        let hooked = await courier.failure(of: Self.api.get(.text, from: "/1").adapting { $0.urlText = url })
        let decorated = await courier.adapting { request, next in
            var request = request
            request.urlText = url
            return try await next(request)
        }
        .failure(of: Self.api.get(.text, from: "/1"))
        #expect([hooked?.code, decorated?.code] == [.invalidURL, .invalidURL])
        #expect(calls.count == 0)
    }

    @Test(arguments: [
        ("https://ada:secret@a.example/b?c=d#e", "https://a.example/b?c=d"),
        ("https://a.example#e", "https://a.example"),
        ("//ada@a.example/b", "//a.example/b"), ("https://a@b@c/d", "https://c/d"), ("/b//c@d", "/b//c@d"),
        ("https://a.example?b=c@d", "https://a.example?b=c@d"), ("https://a.example/b@c", "https://a.example/b@c"),
        ("#e", ""), ("about:blank", "about:blank"), ("https://ada:secret@", "https://"), ("a?b=//c@d", "a?b=//c@d"),
    ])
    func `a Referer is sent without user and fragment, wherever it comes from`(set: String, sent: String) async throws {
        let courier = Courier { request in
            let values = request.header[values: .referer].joined(separator: " ")
            guard request.urlText.hasSuffix("/1") else { return Self.response(request, values) }
            return values == sent
                ? Self.redirect(request, to: "https://b.example/2", .found) : Self.response(request, values)
        }
        let plain = Self.api.get(.text, from: "/1")
        let requests = [
            plain.adding(headerField: "Referer", set), plain.with(header: ["REFERER": set]),
            plain.adapting { $0.header["referer"] = set },
        ]
        let provider = AuthenticationProvider { $0.header["Referer"] = set }
        #expect(try plain.authenticated(with: provider).resolve().header["Referer"] == sent)
        for request in requests {
            #expect(try request.resolve().header["Referer"] == sent)
            #expect(try await courier.perform(request) == sent)
        }
        let decorated = courier.adapting { request, next in
            var request = request
            request.header["Referer"] = set
            return try await next(request)
        }
        #expect(try await decorated.perform(plain) == sent)
    }

    @Test(arguments: [0, 1, 3]) func `the policy limits the number of redirects`(_ limit: Int) async {
        let calls = Counter()
        let courier = Courier { request in
            calls.next()
            return Self.redirect(request, to: "/", .found)
        }
        let error = await courier.failure(of: Self.api.get(.text, from: "/").setting(\.policy.redirectLimit, limit))
        #expect(error?.code == .tooManyRedirects)
        #expect(calls.count == limit + 1)
    }

    @Test func `a silent exchange is cancelled at the timeout`() async {
        let cancelled = Gate()
        let courier = Courier { _ in
            await withTaskCancellationHandler {
                await Gate().opened()
            } onCancel: {
                cancelled.open()
            }
            throw CancellationError()
        }
        let error = await courier.failure(of: Self.api.get(.text, from: "/").timeout(after: .seconds(0.05)))
        #expect(error?.code == .timedOut)
        #expect(error?.message == "no data was sent or received for 0.05 seconds")
        await cancelled.opened()
    }

    @Test func `all hops share the total timeout`() async {
        let courier = Courier { request in Self.redirect(request, to: "/", .found) }
        let request = Self.api.get(.text, from: "/").setting(\.policy.redirectLimit, .max)
            .setting(\.policy.totalTimeout, .seconds(0.05))
        let error = await courier.failure(of: request)
        #expect(error?.code == .timedOut)
        #expect(error?.message == "the call took longer than 0.05 seconds")
    }

    @Test func `a body is read ahead no further than necessary`() async throws {
        let produced = Counter()
        let courier = Courier { request in
            let chunks = AsyncStream<Data> { produced.next() <= 1_000 ? Data(count: 65_536) : nil }
            return TransportResponse(
                head: ResponseHead(status: .ok, urlText: request.urlText),
                body: MessageBody(ThrowingChunks(base: chunks))
            )
        }
        let message = try Self.api.get(.data, from: "/").resolve()
        let response = try await courier.send(message)
        var iterator = response.body.makeAsyncIterator()
        let first = try await iterator.next()
        #expect(first?.count == 65_536)
        #expect(produced.count < 20)
        var count = 1
        while try await iterator.next() != nil { count += 1 }
        #expect(count == 1_000)
    }

    @Test(arguments: [.zero, .seconds(-1)] as [Duration])
    func `an invalid total timeout is an error`(_ limit: Duration) async {
        let error = await Courier { Self.response($0) }
            .failure(of: Self.api.get(.text, from: "/").setting(\.policy.totalTimeout, limit))
        #expect(error?.code == .invalidTimeout)
    }

    @Test func `compression is requested as the policy prescribes`() async throws {
        let courier = Courier { Self.response($0, $0.header["Accept-Encoding"] ?? "none") }
        let request = Self.api.get(.text, from: "/")
        let texts = [
            try await courier.perform(request),
            try await courier.perform(request.setting(\.policy.compression, .identity)),
            try await courier.perform(
                request.setting(\.policy.compression, .identity).adding(headerField: .acceptEncoding, "br")),
        ]
        #expect(texts == ["none", "identity", "br"])
    }
}

/// A stream of chunks that may throw.
private struct ThrowingChunks: AsyncSequence, Sendable {
    let base: AsyncStream<Data>

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<Data>.Iterator

        mutating func next() async throws -> Data? { await base.next() }
    }
}
