import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

@testable import RequestsCaching

@Suite("A cache over several requests", .timeLimit(.minutes(1)))
struct CacheBehaviourTests {
    private static let fresh: HeaderFields = ["Cache-Control": "max-age=60"]

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH"], [200, 201, 204, 302, 400, 404, 500])
    func `an unsafe method removes the response, unless it fails`(_ method: String, _ status: Int) async throws {
        let transport = ScriptedTransport { request, count in
            request.method == .get ? .made(200, Self.fresh, "\(count)") : .made(status, [:])
        }
        let cached = transport.caching(in: .memory(limit: 1 << 20))
        _ = try await cached.get()
        let change = OutgoingRequest(method: HTTPMethod(method), urlText: "http://h/a")
        _ = try await cached.send(change).text()
        #expect(try await cached.get() == (status < 400 ? (.miss, "3") : (.hit, "1")))
    }

    @Test(arguments: ["Location", "Content-Location"])
    func `an unsafe method removes responses that its response points to, within the origin`(_ name: String)
        async throws
    {
        for (target, isRemoved) in [
            ("b", true), ("/b", true), ("http://h/b", true), ("/%62", true), ("HTTP://H:80/b", true),
            ("http://other/b", false),
        ] {
            let url = isRemoved ? "http://h/b" : target
            let transport = ScriptedTransport { request, count in
                request.method == .get
                    ? .made(200, Self.fresh, "\(count)")
                    : .made(200, [HeaderField(HeaderField.Name(name), target)], url: request.urlText)
            }
            let cached = transport.caching(in: .memory(limit: 1 << 20))
            _ = try await cached.get(url)
            _ = try await cached.send(OutgoingRequest(method: .post, urlText: "http://h/a")).text()
            #expect(try await cached.get(url).0 == (isRemoved ? .miss : .hit), "\(name): \(target)")
        }
    }

    @Test func `a fresh response doesn't count against a limit`() async throws {
        let transport = ScriptedTransport { _, count in .made(200, Self.fresh, "\(count)") }
        let cached = transport.rateLimiting(to: 1, per: .seconds(1_000)).limiting(concurrentCalls: 1)
            .caching(in: .memory(limit: 1 << 20))
        #expect(try await cached.get() == (.miss, "1"))
        #expect(try await cached.get() == (.hit, "1"))
        // A function for each hop may add fields, so it must run before the look-up, and the call must pass the limits.
        let late = cached.adaptingEachHop { request, next in try await next(request) }
        var options = RequestOptions()
        options.policy.totalTimeout = .seconds(1)
        let request = OutgoingRequest(urlText: "http://h/a", options: options)
        let error = await #expect(throws: TransportError.self) { try await late.send(request) }
        #expect(error?.code == .timedOut)
    }

    /// A transport that sends without `OutgoingRequest.send(by:)`.
    private final class PlainTransport: Transport {
        private let sent = Guarded<[OutgoingRequest]>([])
        let header: HeaderFields

        init(_ header: HeaderFields) { self.header = header }

        var requests: [OutgoingRequest] { sent.withLock { $0 } }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let count = sent.withLock { sent in
                sent.append(request)
                return sent.count
            }
            if request.header.contains(.ifNoneMatch) { return .made(304, header) }
            return .made(200, header, "\(count)")
        }
    }

    @Test func `for a transport without hops, a call is one hop`() async throws {
        let date = TestDate()
        let transport = PlainTransport(["Cache-Control": "max-age=60", "ETag": "\"a\""])
        let cached = transport.caching(in: .memory(limit: 1 << 20), date: date.now)
        #expect(try await cached.get() == (.miss, "1"))
        #expect(try await cached.get() == (.hit, "1"))
        #expect(try await cached.get("http://h/b") == (.miss, "2"))
        date.advance(by: 90)
        #expect(try await cached.get() == (.miss, "3"))
        #expect(try await cached.get() == (.hit, "3"))
        let stale = OutgoingRequest(urlText: "http://h/b", header: ["Cache-Control": "max-stale"])
        #expect(try await cached.send(stale).head.cacheStatus == .stale)
        #expect(transport.requests.count == 3)
        _ = try await cached.send(OutgoingRequest(method: .put, urlText: "http://h/a"))
        #expect(try await cached.get().0 == .miss)
        let cachedOnly = OutgoingRequest(urlText: "http://h/c", header: ["Cache-Control": "only-if-cached"])
        let count = transport.requests.count
        #expect(try await cached.send(cachedOnly).head.status == .gatewayTimeout)
        #expect(transport.requests.count == count)
    }

    @Test func `the first call of a transport without hops may use an unsafe method`() async throws {
        let transport = PlainTransport(["Cache-Control": "max-age=60"])
        let storage = CacheStorage.memory(limit: 1 << 20)
        _ = try await ScriptedTransport { _, _ in .made(200, Self.fresh, "old") }.caching(in: storage).get()
        let cached = transport.caching(in: storage)
        _ = try await cached.send(OutgoingRequest(method: .put, urlText: "http://h/a"))
        #expect(transport.requests.count == 1)
        #expect(try await cached.get() == (.miss, "2"))
    }

    @Test func `a decorator that responds itself does not stop the cache of each hop`() async throws {
        let transport = ScriptedTransport { _, count in .made(200, Self.fresh, "\(count)") }
        let responding = transport.adapting { request, next in
            request.urlText.hasSuffix("/own")
                ? .made(200, ["Cache-Control": "no-store"], "own") : try await next(request)
        }
        let cached = responding.caching(in: .memory(limit: 1 << 20))
        #expect(try await cached.get("http://h/own") == (.miss, "own"))
        #expect(try await cached.get() == (.miss, "1"))
        #expect(try await cached.get() == (.hit, "1"))
        #expect(transport.requests.count == 1)
    }

    /// Sends `/own`, to which something other than the transport responds, and then twice a redirect that must not be
    /// stored.
    private func checkRedirects(
        through decorate: (ScriptedTransport) throws -> any Transport
    ) async throws {
        let transport = ScriptedTransport { request, _ in
            request.urlText == "http://h/go"
                ? .made(302, ["Cache-Control": "no-store", "Location": "/end"], url: request.urlText)
                : .made(200, Self.fresh, "end", url: request.urlText)
        }
        let cached = try decorate(transport)
        #expect(try await cached.get("http://h/own").1 == "own")
        for _ in 0..<2 { #expect(try await cached.get("http://h/go").1 == "end") }
        #expect(transport.requests.map(\.urlText) == ["http://h/go", "http://h/end", "http://h/go"])
    }

    @Test func `a function that responds itself leaves the cache of each hop as it is`() async throws {
        let own: @Sendable (OutgoingRequest) -> TransportResponse? = { request in
            request.urlText.hasSuffix("/own")
                ? .made(200, ["Cache-Control": "max-age=60"], "own", url: request.urlText) : nil
        }
        try await checkRedirects { transport in
            transport.caching(in: .memory(limit: 1 << 20)).adaptingEachHop { request, next in
                if let own = own(request) { own } else { try await next(request) }
            }
        }
        try await checkRedirects { transport in
            transport.adapting { request, next in if let own = own(request) { own } else { try await next(request) } }
                .caching(in: .memory(limit: 1 << 20))
        }
    }

    @Test func `a replayed response leaves the cache of each hop as it is`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "requests-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: file) }
        let recorded = ScriptedTransport { request, _ in .made(200, Self.fresh, "own", url: request.urlText) }
        _ = try await recorded.recording(to: file).get("http://h/own")
        try await checkRedirects { transport in
            try transport.caching(in: .memory(limit: 1 << 20)).recording(newRequestsTo: file)
        }
    }

    @Test func `a stored redirect is followed without a request`() async throws {
        let transport = ScriptedTransport { request, _ in
            request.urlText == "http://h/a"
                ? .made(301, ["Cache-Control": "max-age=60", "Location": "/b"], url: request.urlText)
                : .made(200, Self.fresh, "b")
        }
        let cached = transport.caching(in: .memory(limit: 1 << 20))
        #expect(try await cached.get() == (.miss, "b"))
        #expect(try await cached.get() == (.hit, "b"))
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: ["GET", "HEAD", "OPTIONS", "TRACE"])
    func `a safe method removes nothing`(_ method: String) async throws {
        let transport = ScriptedTransport { _, _ in .made(200, Self.fresh, "a") }
        let cached = transport.caching(in: .memory(limit: 1 << 20))
        _ = try await cached.get()
        _ = try await cached.send(OutgoingRequest(method: HTTPMethod(method), urlText: "http://h/a")).text()
        #expect(try await cached.get().0 == .hit)
    }

    @Test func `a stale response is validated in the background`() async throws {
        let (validations, validated) = AsyncStream<Void>.makeStream()
        let transport = ScriptedTransport { request, count in
            if count == 2 { validated.yield() }
            let header: HeaderFields = [
                "Cache-Control": "max-age=60, stale-while-revalidate=60", "ETag": "\"\(count)\"",
            ]
            return .made(200, header, "\(count)")
        }
        let date = TestDate()
        let cached = transport.caching(in: .memory(limit: 1 << 20), date: date.now)
        _ = try await cached.get()
        date.advance(by: 90)
        #expect(try await cached.get() == (.stale, "1"))
        for await _ in validations { break }
        #expect(transport.requests[1].header["If-None-Match"] == "\"1\"")
        // The new response is stored slightly after it arrived.
        while try await cached.get() != (.hit, "2") { await Task.yield() }
        #expect(transport.requests.count == 2)
    }

    @Test func `validation in the background leaves out the conditions of the caller`() async throws {
        let (validations, validated) = AsyncStream<Void>.makeStream()
        let transport = ScriptedTransport { _, count in
            if count == 2 { validated.yield() }
            return .made(200, ["Cache-Control": "max-age=60, stale-while-revalidate=60"], "\(count)")
        }
        let date = TestDate()
        let cached = transport.caching(in: .memory(limit: 1 << 20), date: date.now)
        _ = try await cached.get()
        date.advance(by: 90)
        let conditions: HeaderFields = ["If-None-Match": "\"x\"", "If-Modified-Since": "Thu, 01 Jan 2015 00:00:00 GMT"]
        #expect(try await cached.get("http://h/a", conditions) == (.stale, "1"))
        for await _ in validations { break }
        for condition in conditions { #expect(transport.requests[1].header[condition.name] == nil) }
    }

    @Test func `a failure of the network is replaced by a stale response, if that is allowed`() async throws {
        for (directives, isAllowed) in [("max-age=60, stale-if-error=60", true), ("max-age=60", false)] {
            let transport = ScriptedTransport { _, count in
                if count > 1 { throw URLError(.networkConnectionLost) }
                return .made(200, ["Cache-Control": directives], "one")
            }
            let date = TestDate()
            let cached = transport.caching(in: .memory(limit: 1 << 20), date: date.now)
            _ = try await cached.get()
            date.advance(by: 90)
            if isAllowed {
                #expect(try await cached.get() == (.stale, "one"))
            } else {
                await #expect(throws: (any Error).self) { try await cached.get() }
            }
        }
    }

    @Test func `a stale response that replaces a failure doesn't wait for a body without an end`() async throws {
        let endless = MessageBody(AsyncThrowingStream<Data, any Error> { $0.yield(Data("a".utf8)) })
        let transport = ScriptedTransport { _, count in
            if count > 1 { return TransportResponse(head: ResponseHead(status: .serviceUnavailable), body: endless) }
            return .made(200, ["Cache-Control": "max-age=60, stale-if-error=60"], "one")
        }
        let date = TestDate()
        let cached = transport.caching(in: .memory(limit: 1 << 20), date: date.now)
        _ = try await cached.get()
        date.advance(by: 90)
        #expect(try await cached.get() == (.stale, "one"))
    }

    @Test func `a 304 about another version is followed by an unconditional request`() async throws {
        let transport = ScriptedTransport { request, count in
            request.header["If-None-Match"] == nil
                ? .made(200, ["Cache-Control": "max-age=60", "ETag": "\"\(count)\""], "\(count)")
                : .made(304, ["ETag": "\"other\""])
        }
        let date = TestDate()
        let cached = transport.caching(in: .memory(limit: 1 << 20), date: date.now)
        _ = try await cached.get()
        date.advance(by: 90)
        #expect(try await cached.get() == (.miss, "3"))
        #expect(try await cached.get() == (.hit, "3"))
    }

    @Test(
        arguments: [("Cache-Control", "max-age=600, no-store"), ("Vary", "*")],
        [[], [HeaderField(.ifNoneMatch, "\"1\"")]] as [HeaderFields])
    func `a 304 that forbids storing removes the response`(
        _ field: (String, String), _ condition: HeaderFields
    ) async throws {
        let transport = ScriptedTransport { _, count in
            count == 2
                ? .made(304, [HeaderField(HeaderField.Name(field.0), field.1)])
                : .made(200, ["Cache-Control": "max-age=60", "ETag": "\"\(count)\""], "\(count)")
        }
        let date = TestDate()
        let cached = transport.caching(in: .memory(limit: 1 << 20), date: date.now)
        _ = try await cached.get()
        date.advance(by: 90)
        // A caller with its own condition gets the 304.
        let expected: (CacheStatus?, String) = condition.isEmpty ? (.revalidated, "1") : (.miss, "")
        #expect(try await cached.get("http://h/a", condition) == expected)
        #expect(try await cached.get() == (.miss, "3"))
        #expect(transport.requests.count == 3)
        #expect(transport.requests.last?.header[.ifNoneMatch] == nil)
    }

    @Test func `a 304 makes the response fresh, and its fields are stored`() async throws {
        let transport = ScriptedTransport { request, count in
            count == 1
                ? .made(200, ["Cache-Control": "max-age=60", "ETag": "\"a\"", "A": "1"], "one")
                : .made(304, ["Cache-Control": "max-age=600", "A": "2"])
        }
        let date = TestDate()
        let cached = transport.caching(in: .memory(limit: 1 << 20), date: date.now)
        _ = try await cached.get()
        date.advance(by: 90)
        #expect(try await cached.get() == (.revalidated, "one"))
        date.advance(by: 500)
        let response = try await cached.send(OutgoingRequest(urlText: "http://h/a"))
        #expect(response.head.cacheStatus == .hit)
        #expect(response.head.header["A"] == "2")
        #expect(response.head.header["Age"] == "500")
    }

    @Test func `each hop of a redirect has its own response`() async throws {
        let transport = ScriptedTransport { request, count in
            request.urlText == "http://h/a"
                ? .made(301, ["Location": "/b", "Cache-Control": "max-age=60"], url: request.urlText)
                : .made(200, ["Cache-Control": "max-age=30"], "\(count)", url: request.urlText)
        }
        let date = TestDate()
        let cached = transport.caching(in: .memory(limit: 1 << 20), date: date.now)
        #expect(try await cached.get() == (.miss, "2"))
        #expect(try await cached.get() == (.hit, "2"))
        #expect(try await cached.get("http://h/b") == (.hit, "2"))
        date.advance(by: 40)
        #expect(try await cached.get() == (.miss, "3"))
        #expect(transport.requests.map(\.urlText) == ["http://h/a", "http://h/b", "http://h/b"])
    }

    @Test func `cookies of a stored response aren't kept again`() async throws {
        let transport = ScriptedTransport { request, count in
            .made(200, ["Cache-Control": "max-age=60", "Set-Cookie": "a=\(count)"], url: request.urlText)
        }
        let jar = CookieJar()
        let cached = transport.caching(in: .memory(limit: 1 << 20)).keepingCookies(in: jar)
        _ = try await cached.get()
        _ = try await cached.get()
        // The first request had no cookie, so that its response also serves the second one.
        #expect(transport.requests.count == 1)
        #expect(transport.requests[0].header["Cookie"] == nil)
    }

    @Test func `cookies of a 304 are kept, and those that it confirms are not kept again`() async throws {
        let transport = ScriptedTransport { request, count in
            var header: HeaderFields = ["Cache-Control": "max-age=0", "ETag": "\"1\""]
            for cookie in count == 1 ? ["a=1", "b=1"] : ["a=2"] { header.append(HeaderField("Set-Cookie", cookie)) }
            return .made(count == 1 ? 200 : 304, header, url: request.urlText)
        }
        let jar = CookieJar()
        let cached = transport.caching(in: .memory(limit: 1 << 20)).keepingCookies(in: jar)
        #expect(try await cached.get().0 == .miss)
        let url = try #require(URL(string: "http://h/a"))
        try jar.set(WebCookie("b", "3"), from: url)
        #expect(try await cached.get("http://h/a", ["Cookie": "x=y"]).0 != nil)
        let values = Dictionary(jar.cookies(for: url).map { ($0.name, $0.value) }) { first, _ in first }
        #expect(values == ["a": "2", "b": "3"])
    }

    @Test func `a response to credentials that the cache does not see is not stored`() async throws {
        let transport = ScriptedTransport { _, count in .made(200, Self.fresh, "\(count)") }
        let jar = CookieJar()
        let url = try #require(URL(string: "http://h/"))
        try jar.set(WebCookie("session", "s3cret-of-ada"), from: url)
        let hidden = transport.keepingCookies(in: jar).caching(in: .memory(limit: 1 << 20))
        #expect(try await hidden.get() == (.miss, "1"))
        #expect(try await hidden.get() == (.miss, "2"))
        let seen = transport.caching(in: .memory(limit: 1 << 20)).keepingCookies(in: jar)
        #expect(try await seen.get() == (.miss, "3"))
        #expect(try await seen.get() == (.hit, "3"))
        jar.removeAll()
        #expect(try await seen.get() == (.miss, "4"))
    }

    @Test func `two variants are stored side by side`() async throws {
        let transport = ScriptedTransport { _, count in
            .made(200, ["Cache-Control": "max-age=60", "Vary": "Foo"], "\(count)")
        }
        let cached = transport.caching(in: .memory(limit: 1 << 20))
        for foo in ["1", "2"] { #expect(try await cached.get("http://h/a", ["Foo": foo]) == (.miss, foo)) }
        for foo in ["1", "2"] { #expect(try await cached.get("http://h/a", ["Foo": foo]) == (.hit, foo)) }
    }

    @Test func `the query and the host are part of the key, the fragment is not`() async throws {
        let transport = ScriptedTransport { _, count in .made(200, Self.fresh, "\(count)") }
        let cached = transport.caching(in: .memory(limit: 1 << 20))
        #expect(try await cached.get("http://h/a?b=1").1 == "1")
        #expect(try await cached.get("http://h/a?b=2").1 == "2")
        #expect(try await cached.get("http://h/a").1 == "3")
        #expect(try await cached.get("http://i/a").1 == "4")
        #expect(try await cached.get("https://h/a").1 == "5")
        #expect(try await cached.get("http://h/a?b=1").1 == "1")
    }

    @Test(arguments: [("no-store", "max-age=1000"), ("max-age=1000", "max-age=1000, no-store")])
    func `HEAD with no-store updates nothing`(_ request: String, _ response: String) async throws {
        let transport = ScriptedTransport { request, count in
            let control = request.method == .get ? "max-age=60" : response
            return .made(200, ["Cache-Control": control, "ETag": "\"a\""], "\(count)")
        }
        let date = TestDate()
        let cached = transport.caching(in: .memory(limit: 1 << 20), date: date.now)
        _ = try await cached.get()
        date.advance(by: 90)
        let head = OutgoingRequest(method: .head, urlText: "http://h/a", header: ["Cache-Control": request])
        #expect(try await cached.send(head).head.cacheStatus == .miss)
        #expect(try await cached.get() == (.miss, "3"))
    }

    @Test func `a call with its own conditions may fail, or get content, which is stored`() async throws {
        let transport = ScriptedTransport { _, count in
            if count == 1 { throw TransportError(code: .connectionLost, message: "lost") }
            return .made(200, ["Cache-Control": "max-age=60", "ETag": "\"new\""], "\(count)")
        }
        let cached = transport.caching(in: .memory(limit: 1 << 20))
        let error = await #expect(throws: TransportError.self) {
            try await cached.get("http://h/a", ["If-None-Match": "\"old\""])
        }
        #expect(error?.code == .connectionLost)
        #expect(try await cached.get("http://h/a", ["If-None-Match": "\"old\""]).1 == "2")
        #expect(try await cached.get() == (.hit, "2"))
    }

    @Test func `HEAD updates a stored response, or removes another version`() async throws {
        let transport = ScriptedTransport { request, count in
            if request.method == .get {
                return .made(200, ["Cache-Control": "max-age=60", "ETag": "\"a\""], "\(count)")
            }
            return .made(200, ["Cache-Control": "max-age=1000", "ETag": count == 2 ? "\"a\"" : "\"b\""])
        }
        let date = TestDate()
        let cached = transport.caching(in: .memory(limit: 1 << 20), date: date.now)
        let head = OutgoingRequest(method: .head, urlText: "http://h/a")
        _ = try await cached.get()
        date.advance(by: 90)
        #expect(try await cached.send(head).head.cacheStatus == .miss)
        date.advance(by: 500)
        #expect(try await cached.get() == (.hit, "1"))
        #expect(try await cached.send(head).head.cacheStatus == .hit)
        date.advance(by: 600)
        #expect(try await cached.send(head).head.cacheStatus == .miss)
        #expect(transport.requests.count == 3)
        #expect(try await cached.get() == (.miss, "4"))
    }

    @Test func `one storage serves several transports, and can be emptied`() async throws {
        let transport = ScriptedTransport { _, count in .made(200, Self.fresh, "\(count)") }
        let cache = CacheStorage.memory(limit: 1 << 20)
        _ = try await transport.caching(in: cache).get()
        #expect(try await transport.caching(in: cache).get() == (.hit, "1"))
        await cache.removeAll()
        #expect(try await transport.caching(in: cache).get() == (.miss, "2"))
        #expect(try await transport.get().0 == nil)
    }

    @Test func `messages bypass the cache of URLSession`() async throws {
        let transport = ScriptedTransport { _, _ in .made(200, [:]) }
        let cached = transport.caching(in: .memory(limit: 1 << 20))
        _ = try await cached.get()
        _ = try await cached.send(OutgoingRequest(method: .post, urlText: "http://h/a")).text()
        #expect(transport.requests.map(\.cachePolicy) == Array(repeating: .reloadIgnoringLocalCacheData, count: 2))
    }

    @Test func `no description shows a secret`() async throws {
        let head = StoredHead(
            status: .ok, header: ["Set-Cookie": "canary"], url: "http://h/?token=canary", requestTime: Date(),
            responseTime: Date(), selecting: [SelectingField(name: "authorization", value: "canary")], isSensitive: true
        )
        let entry = StoredEntry(key: CacheKey(url: "http://h/?token=canary"), id: "1", head: head)
        var text = "\(entry.head) \(entry.key) \(head.selecting)"
        dump(entry.head, to: &text)
        dump(entry.key, to: &text)
        dump(head.selecting, to: &text)
        #expect(!text.contains("canary"))
        let request = OutgoingRequest(urlText: "http://h/a", header: ["Authorization": "Bearer canary"])
        let fields = Selection.fields(of: request, for: ResponseHead(status: .ok))
        #expect(fields.map(\.name) == ["authorization"])
        #expect(fields[0].value?.contains("canary") == false)
    }
}
