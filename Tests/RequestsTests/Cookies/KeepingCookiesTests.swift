import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

/// A transport whose response has a cookie, and a cache's mark.
private struct Marked: Transport {
    let mark: UInt8

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { request in
            var head = ResponseHead(status: .ok, header: ["Set-Cookie": "a=1"], urlText: request.urlText)
            head.notes.cacheMark = mark
            return TransportResponse(head: head, body: MessageBody(Data()))
        }
    }
}

@Suite("Transport.keepingCookies", .timeLimit(.minutes(1))) struct KeepingCookiesTests {
    private let jar = CookieJar()
    private let sent = Log()

    /// Records the host, the path and the cookies of each request.
    private final class Log: Sendable {
        private let lines = Guarded<[String]>([])
        var all: [String] { lines.withLock { $0 } }

        func note(_ request: IncomingRequest) {
            let host = request.header[.host] ?? ""
            let cookies = request.header[values: .cookie].joined(separator: " | ")
            lines.withLock { $0.append("\(host)\(request.target) [\(cookies)]") }
        }
    }

    private func session(_ responses: [String: HeaderFields] = [:]) -> some Transport {
        Loopback { [sent] request in
            sent.note(request)
            let header = responses[request.target] ?? []
            return TransportResponse(
                head: ResponseHead(status: header.contains(.location) ? .found : .ok, header: header))
        }
        .keepingCookies(in: jar)
    }

    private func get(_ path: URLPath = "/", from origin: URL = URL("https://a.example")) -> Request<
        AnonymousProvider, Void
    > {
        AnonymousProvider(baseURL: origin).get(from: path)
    }

    @Test(arguments: [(0, true), (1, true), (2, true), (3, false), (4, false)] as [(UInt8, Bool)])
    func `the cookies of a response that a cache provides aren't stored again`(mark: UInt8, isStored: Bool) async throws
    {
        try await Marked(mark: mark).keepingCookies(in: jar).perform(get())
        #expect(jar.cookies(for: URL("https://a.example/")).map(\.name) == (isStored ? ["a"] : []))
    }

    @Test func `a login that sets its cookie on a redirect is signed in on the next message`() async throws {
        let session = session([
            "/login": ["Location": "/me", "Set-Cookie": "s=1; Path=/", "Set-Cookie": "t=2; Path=/; Secure"],
            "/logout": ["Location": "/me", "Set-Cookie": "s=; Path=/; Max-Age=0"],
        ])
        try await session.perform(get("/login"))
        try await session.perform(get("/logout"))
        #expect(
            sent.all == [
                "a.example/login []", "a.example/me [s=1; t=2]", "a.example/logout [s=1; t=2]", "a.example/me [t=2]",
            ])
    }

    @Test func `each host of a redirect gets only its own cookies`() async throws {
        try jar.set(WebCookie("b", "1"), from: URL("https://b.example"))
        let session = session([
            "/": ["Location": "https://b.example/next", "Set-Cookie": "a=1"],
            "/next": ["Location": "https://a.example/end", "Set-Cookie": "c=1"],
        ])
        try await session.perform(get())
        #expect(sent.all == ["a.example/ []", "b.example/next [b=1]", "a.example/end [a=1]"])
        #expect(jar.cookies(for: URL("https://b.example")).map(\.name) == ["b", "c"])
    }

    @Test func `the cookies of a challenge are kept and sent with the credentials, in both orders`() async throws {
        let url = URL("https://a.example")
        for isJarLast in [true, false] {
            jar.removeAll()
            let base = Loopback { [sent] request in
                sent.note(request)
                if request.header.contains(.authorization) { return TransportResponse(head: ResponseHead(status: .ok)) }
                let fields: HeaderFields = ["WWW-Authenticate": "Basic realm=a", "Set-Cookie": "s=1"]
                return TransportResponse(head: ResponseHead(status: .unauthorized, header: fields))
            }
            let basic = ChallengeResponder.basic(user: "ada", password: "canary", for: url)
            let session: any Transport =
                isJarLast
                ? base.authenticating(with: basic).keepingCookies(in: jar)
                : base.keepingCookies(in: jar).authenticating(with: basic)
            try await session.perform(get())
            #expect(jar.cookies(for: url).map(\.name) == ["s"])
            #expect(sent.all.suffix(2) == ["a.example/ []", "a.example/ [s=1]"])
        }
    }

    @Test func `a secure cookie isn't sent over http`() async throws {
        try jar.set(WebCookie("s", "1", isSecure: true), from: URL("https://a.example"))
        let session = session()
        try await session.perform(get(from: URL("http://a.example")))
        try await session.perform(get())
        #expect(sent.all == ["a.example/ []", "a.example/ [s=1]"])
    }

    @Test func `the cookies of a request come first, take precedence, and aren't kept`() async throws {
        let url = URL("https://a.example")
        for name in ["a", "b"] { try jar.set(WebCookie(name, "jar", path: "/"), from: url) }
        let session = session(["/": ["Location": "https://b.example/next"]])
        try await session.perform(get("/x").adding(cookie: "b", "own").adding(cookie: "c", "own"))
        try await session.perform(get().adding(cookie: "b", "own"))
        #expect(
            sent.all == [
                "a.example/x [b=own; c=own; a=jar]", "a.example/ [b=own; a=jar]", "b.example/next []",
            ])
        #expect(jar.cookies(for: url).map(\.value) == ["jar", "jar"])
    }

    @Test func `a message without credentials gets no cookies, and its response still sets some`() async throws {
        try jar.set(WebCookie("s", "1"), from: URL("https://a.example"))
        let session = session(["/": ["Set-Cookie": "t=1"]])
        try await session.perform(get().authentication(.none))
        try await session.perform(get("/me").authentication(.required))
        #expect(sent.all == ["a.example/ []", "a.example/me [s=1; t=1]"])
        jar.removeAll()
        let error = await #expect(throws: TransportError.self) {
            try await session.perform(get("/me").authentication(.required))
        }
        #expect(error?.code == .credentialsMissing)
        #expect(sent.all.count == 2)
    }

    @Test func `each attempt has the current cookies`() async throws {
        let attempts = Guarded(0)
        let session = Loopback { [sent] request in
            sent.note(request)
            let count = attempts.withLock { count in
                count += 1
                return count
            }
            let header: HeaderFields = ["Set-Cookie": "n=\(count)", "Retry-After": "0"]
            return TransportResponse(
                head: ResponseHead(status: count < 3 ? .serviceUnavailable : .ok, header: header))
        }
        .keepingCookies(in: jar).retrying(clock: ImmediateClock())
        try await session.perform(get())
        #expect(sent.all == ["a.example/ []", "a.example/ [n=1]", "a.example/ [n=2]"])
    }

    @Test func `no text of an error shows a cookie of the jar`() async throws {
        struct Refusal: Error, CustomStringConvertible { let description: String }
        try jar.set(WebCookie("s", "swordfish"), from: URL("https://a.example"))
        let failing = Loopback { _ in throw Refusal(description: "no swordfish today") }.keepingCookies(in: jar)
        let echoing = Loopback { _ in
            TransportResponse(head: ResponseHead(status: .notFound, header: ["X-Echo": "swordfish"]))
        }
        .keepingCookies(in: jar)
        for transport in [failing as any Transport, echoing] {
            let error = await #expect(throws: TransportError.self) { try await transport.perform(get()) }
            var text = error.map { "\($0)" + $0.localizedDescription } ?? ""
            dump(error, to: &text)
            #expect(!text.contains("swordfish"))
        }
    }
}
