import Foundation
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

@Suite("Transport.coalescing", .timeLimit(.minutes(1))) struct CoalescingTests {
    private let api = AnonymousProvider("https://limits.example")

    /// Sends two requests at the same time, and returns how many arrived.
    private func arrivals(
        of first: Request<AnonymousProvider, String>, _ second: Request<AnonymousProvider, String>
    ) async throws -> Int {
        let held = HeldTransport()
        let coalescer = Coalescer { try await held.send($0) }
        let transport = FixedResponse().adapting { request, _ in try await coalescer.send(request) }
        let tasks = [first, second].map { request in Task { try await transport.perform(request) } }
        await held.came(1)
        while held.urls.count < 2, coalescer.waitingCount < 2 || coalescer.flightCount > 1 { await Task.yield() }
        let count = held.urls.count
        for number in 0..<count { held.release(number) }
        for task in tasks { #expect(try await task.value == "ok") }
        return count
    }

    @Test func `requests that are the same are sent once`() async throws {
        let request = api.get(.text, from: "/").adding(query: "a", 1).adding(headerField: "X-A", 1)
            .authenticated(with: .bearerToken("t")).retrying(.never).setting(\.policy.redirectLimit, 3)
        #expect(try await arrivals(of: request, request) == 1)
    }

    @Test func `different requests aren't shared`() async throws {
        let request = api.get(.text, from: "/")
        let others = [
            api.get(.text, from: "/b"), api.request(to: "/", using: .options).receiving(.text),
            request.adding(query: "a", 1), request.adding(headerField: "X-A", 1),
            request.authenticated(with: .bearerToken("t")), request.timeout(after: .seconds(5)),
            request.setting(\.policy.redirects, .stop), request.setting(\.policy.totalTimeout, .seconds(9)),
            request.retrying(.never), request.setting(\.sensitiveNames, ["a": true]),
        ]
        for other in others { #expect(try await arrivals(of: request, other) == 2) }
    }

    @Test func `requests that are unsafe, or have a body or an option that can't be compared, aren't shared`()
        async throws
    {
        let requests = [
            api.post(.text("a"), to: "/").receiving(.text), api.delete("/").receiving(.text),
            api.get(.text, from: "/").sending(.text("a")).setting(\.allowsBody, true),
            api.get(.text, from: "/").setting(\.closure, { 1 }),
        ]
        for request in requests { #expect(try await arrivals(of: request, request) == 2) }
    }

    @Test func `an equal option that can be compared makes the requests equal`() async throws {
        let request = api.get(.text, from: "/").setting(\.label, "a")
        #expect(try await arrivals(of: request, request) == 1)
        #expect(try await arrivals(of: request, request.setting(\.label, "b")) == 2)
    }

    @Test func `decorators that see each hop don't keep requests apart, unless they are different ones`() async throws {
        let held = HeldTransport()
        let coalescer = Coalescer { try await held.send($0) }
        let shared = FixedResponse().adapting { request, _ in try await coalescer.send(request) }
        let one = shared.keepingCookies(in: CookieJar()), other = shared.keepingCookies(in: CookieJar())
        let transports: [any Transport] = [one, one, other]
        let tasks = transports.map { transport in
            Task { [api] in try await transport.perform(api.get(.text, from: "/")) }
        }
        await coalescer.joined(3)
        await held.came(2)
        #expect(held.urls.count == 2)
        for number in 0..<2 { held.release(number) }
        for task in tasks { #expect(try await task.value == "ok") }
    }

    @Test func `each caller gets a whole body`() async throws {
        let held = HeldTransport { request in
            let chunks = AsyncThrowingStream<Data, any Error> { continuation in
                for text in ["a", "b", "c"] { continuation.yield(Data(text.utf8)) }
                continuation.finish()
            }
            return TransportResponse(
                head: ResponseHead(status: .ok, urlText: request.urlText), body: MessageBody(chunks))
        }
        let coalescer = Coalescer { try await held.send($0) }
        let transport = FixedResponse().adapting { request, _ in try await coalescer.send(request) }
        let tasks = (0..<100).map { _ in Task { [api] in try await transport.perform(api.get(.text, from: "/")) } }
        await coalescer.joined(100)
        held.release(0)
        for task in tasks { #expect(try await task.value == "abc") }
        #expect(held.urls.count == 1)
        #expect(coalescer.flightCount == 0)
    }

    @Test func `on the wire, identical requests arrive once`() async throws {
        let mayRespond = Gate()
        let respond: @Sendable (RawRequest) -> String = { _ in
            try? mayRespond.wait()
            return RawServer.ok("hi")
        }
        try await withRawServer(responding: respond) { server in
            defer { mayRespond.open() }
            let coalescer = Coalescer { try await URLSession.shared.send($0) }
            let transport = FixedResponse().adapting { request, _ in try await coalescer.send(request) }
            let api = AnonymousProvider(baseURL: server.baseURL)
            let tasks = (0..<10).map { _ in Task { try await transport.perform(api.get(.text, from: "/")) } }
            await coalescer.joined(10)
            mayRespond.open()
            for task in tasks {
                let text = try await task.value
                #expect(text == "hi")
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test func `all callers get one error without their secrets`() async throws {
        let secret = "s3cr3t-canary"
        let held = HeldTransport { request in
            throw TransportError(code: .connectionLost, message: "\(request.urlText) with \(secret) was lost")
        }
        let coalescer = Coalescer { try await held.send($0) }
        let transport = FixedResponse().adapting { request, _ in try await coalescer.send(request) }
        let request = api.get(.text, from: "/").adding(query: "api_key", secret)
            .authenticated(with: .bearerToken(secret))
        let tasks = (0..<10).map { _ in Task { try await transport.perform(request) } }
        await coalescer.joined(10)
        held.release(0)
        for task in tasks {
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.code == .connectionLost)
            #expect(error?.request?.method == .get)
            for text in [error.map { "\($0)" }, error?.message, error.map { "\($0.request.map { "\($0)" } ?? "")" }] {
                #expect(text?.contains(secret) == false)
            }
        }
        #expect(held.urls.count == 1)
        #expect(coalescer.flightCount == 0)
    }

    /// Starts a call whose request a coalescer shares.
    private func task(_ coalescer: Coalescer) -> Task<String, any Error> {
        let transport = FixedResponse().adapting { request, _ in try await coalescer.send(request) }
        return Task { [api] in try await transport.perform(api.get(.text, from: "/")) }
    }

    @Test func `cancelling a caller leaves the others`() async throws {
        let held = HeldTransport()
        let coalescer = Coalescer { try await held.send($0) }
        let (first, second) = (task(coalescer), task(coalescer))
        await coalescer.joined(2)
        first.cancel()
        let error = await #expect(throws: TransportError.self) { try await first.value }
        #expect(error?.code == .cancelled)
        held.release(0)
        #expect(try await second.value == "ok")
    }

    @Test func `cancelling the last caller ends the request`() async throws {
        let held = HeldTransport()
        let coalescer = Coalescer { try await held.send($0) }
        let tasks = [task(coalescer), task(coalescer)]
        await coalescer.joined(2)
        await held.came(1)
        for task in tasks { task.cancel() }
        for task in tasks {
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
        // The shared request was cancelled as well: it ends, although the test doesn't release it.
        while held.runningCount > 0 { await Task.yield() }
        #expect(coalescer.flightCount == 0)
        let next = task(coalescer)
        await held.came(2)
        held.release(1)
        #expect(try await next.value == "ok")
    }

    @Test func `a stream, a download and a message that is sent by hand aren't shared`() async throws {
        let count = Counter()
        let stub = Stub(api).on(.get, "/") { _ in
            count.next()
            return .text("a")
        }
        let transport = stub.coalescing()
        for try await _ in try await transport.stream(api.get(from: "/").receiving(stream: .lines)) {}
        let message = try api.get(from: "/").resolve()
        _ = try await transport.send(message)
        for try await _ in transport.events(of: api.get(.text, from: "/")) {}
        #expect(count.count == 3)
    }

    @Test func `a call that starts after a change reads again`() async throws {
        let held = HeldTransport()
        let coalescer = Coalescer { try await held.send($0) }
        let transport = FixedResponse().adapting { request, _ in try await coalescer.send(request) }
        let early = Task { [api] in try await transport.perform(api.get(.text, from: "/")) }
        await held.came(1)
        let change = Task { [api] in try await transport.perform(api.post(.text("a"), to: "/")) }
        await held.came(2)
        held.release(1)
        try await change.value
        let late = Task { [api] in try await transport.perform(api.get(.text, from: "/")) }
        await held.came(3)
        held.release(2)
        #expect(try await late.value == "ok")
        held.release(0)
        #expect(try await early.value == "ok")
    }

    @Test func `a call that times out before the first one shares its request until then`() async throws {
        let held = HeldTransport()
        let coalescer = Coalescer { try await held.send($0) }
        var message = OutgoingRequest(urlText: "https://limits.example/")
        message.context.reading = .whole
        message.context.deadline = .now + .seconds(600)
        let first = Task { [message] in try await coalescer.send(message) }
        await coalescer.joined(1)
        message.context.deadline = .now + .seconds(-1)
        let error = await #expect(throws: TransportError.self) { try await coalescer.send(message) }
        #expect(error?.code == .timedOut)
        await held.came(1)
        held.release(0)
        #expect(try await first.value.body.byteCount == 2)
        #expect(held.urls.count == 1)
        #expect(coalescer.flightCount == 0)
    }

    @Test func `calls that join late don't end with the time of the first one`() async throws {
        var message = OutgoingRequest(urlText: "https://limits.example/")
        message.context.reading = .whole
        message.context.deadline = .now + .seconds(600)
        var first = message
        first.context.deadline = .now + .seconds(-1)
        let count = Guarded(0)
        let held = HeldTransport { [first] request in
            let sentCount = count.withLock { count in
                count += 1
                return count
            }
            if sentCount == 1 {
                throw TransportError(code: .timedOut, message: "the time of the first call is over", request: first)
            }
            let head = ResponseHead(status: .ok, urlText: request.urlText)
            return TransportResponse(head: head, body: MessageBody(Data("ok".utf8)))
        }
        let coalescer = Coalescer { try await held.send($0) }
        let calls = (0..<2).map { _ in Task { [message] in try await coalescer.send(message) } }
        await coalescer.joined(2)
        await held.came(1)
        held.release(0)
        await held.came(2)
        await coalescer.joined(2)
        held.release(1)
        for call in calls { #expect(try await call.value.body.byteCount == 2) }
        #expect(held.urls.count == 2)
        #expect(coalescer.flightCount == 0)
    }
}

extension Coalescer {
    /// Waits until a number of callers share requests.
    fileprivate func joined(_ count: Int) async {
        while waitingCount != count { await Task.yield() }
    }
}

private enum ClosureOption: RequestOption {
    static var defaultValue: @Sendable () -> Int { { 0 } }
}

private enum LabelOption: RequestOption { static var defaultValue: String { "" } }

extension RequestOptions {
    fileprivate var closure: @Sendable () -> Int {
        get { self[ClosureOption.self] }
        set { self[ClosureOption.self] = newValue }
    }

    fileprivate var label: String {
        get { self[LabelOption.self] }
        set { self[LabelOption.self] = newValue }
    }
}
