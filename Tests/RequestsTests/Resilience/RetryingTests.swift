import Foundation
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

@Suite("Transport.retrying", .timeLimit(.minutes(1))) struct RetryingTests {
    private let api = RetryingAPI()
    private let clock = ImmediateClock()
    private let keys = Keys()
    /// A generator for the longest possible wait.
    private let longest = LargestGenerator()

    private func retrying(
        _ stub: Stub<RetryingAPI>, _ policy: RetryPolicy = .default, budget: RetryBudget = RetryBudget()
    ) -> some Transport {
        stub.retrying(policy, budget: budget, clock: clock, using: longest, date: { Date(timeIntervalSince1970: 0) })
    }

    // MARK: - Failures that are retried

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
    func `a transient status is retried`(code: Int) async throws {
        let stub = Stub(api).on(.get, "/", .times(2)) { _ in .status(HTTPStatus(code)) }
            .on(.get, "/", .once) { _ in .text("here") }
        #expect(try await retrying(stub).perform(api.get(.text, from: "/")) == "here")
        try stub.verify()
        #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500)])
    }

    @Test(arguments: [400, 401, 403, 404, 409, 410, 418, 501, 505])
    func `a persistent status becomes the response`(code: Int) async throws {
        let stub = Stub(api).on(.get, "/", .once) { _ in .status(HTTPStatus(code)) }
        let error = await #expect(throws: TransportError.self) { try await retrying(stub).perform(api.get(from: "/")) }
        #expect(error?.head?.status.code == code)
        #expect(clock.sleeps.isEmpty)
    }

    @Test(arguments: [RequestErrorCode.offline, .connectionFailed, .connectionLost, .hostNotFound, .timedOut])
    func `a lost connection is opened again`(code: RequestErrorCode) async throws {
        let stub = Stub(api).on(.get, "/", .once) { _ in throw TransportError(code: code, message: "it broke") }
            .on(.get, "/", .once) { _ in .text("here") }
        #expect(try await retrying(stub).perform(api.get(.text, from: "/")) == "here")
    }

    @Test(arguments: [
        RequestErrorCode.certificateRejected, .pinMismatch, .redirectRefused, .responseTooLarge, .cancelled,
    ])
    func `a persistent error is thrown`(code: RequestErrorCode) async throws {
        let stub = Stub(api).on(.get, "/", .once) { _ in throw TransportError(code: code, message: "no") }
        let error = await #expect(throws: TransportError.self) { try await retrying(stub).perform(api.get(from: "/")) }
        #expect(error?.code == code)
        #expect(error?.message == "no")
    }

    @Test func `a body that breaks off is retried, unless the caller reads it as it arrives`() async throws {
        @Sendable func broken() -> TransportResponse {
            let chunks = AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data("he".utf8))
                continuation.finish(throwing: TransportError(code: .connectionLost, message: "it broke off"))
            }
            return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(chunks))
        }
        let stub = Stub(api)
            .on(.get, "/", .once) { _ in broken() }
            .on(.get, "/", .once) { _ in .text("here") }
        #expect(try await retrying(stub).perform(api.get(.text, from: "/")) == "here")
        let streamed = Stub(api).on(.get, "/", .once) { _ in broken() }
        let stream = try await retrying(streamed).stream(api.get(from: "/").receiving(stream: .lines))
        await #expect(throws: TransportError.self) { for try await _ in stream {} }
    }

    @Test func `the last response is returned, and the last error states the number of attempts`() async throws {
        let refusing = Stub(api).on(.get, "/", .times(3)) { _ in .text("busy", status: .serviceUnavailable) }
        let response = await #expect(throws: TransportError.self) {
            try await retrying(refusing).perform(api.get(from: "/"))
        }
        #expect(response?.body == Data("busy".utf8))
        #expect(response?.message.contains("returned 503 Service Unavailable, in attempt 3") == true)
        #expect(response?.request?.options.attempt == 3)
        let failing = Stub(api).on(.get, "/", .times(3)) { _ in
            throw TransportError(code: .connectionLost, message: "the connection was lost")
        }
        let error = await #expect(throws: TransportError.self) {
            try await retrying(failing).perform(api.get(from: "/"))
        }
        #expect(error?.message == "the connection was lost, in attempt 3")
        #expect(error?.request?.options.attempt == 3)
        try refusing.verify()
        try failing.verify()
    }

    @Test func `an error says why its message wasn't sent again`() async throws {
        let busy = Stub(api).on(.get, "/") { _ in .status(.serviceUnavailable, header: ["Retry-After": "61"]) }
            .on(.get, "/lost") { _ in throw TransportError(code: .connectionLost, message: "it was lost") }
            .on(.get, "/none") { _ in .status(.notFound) }
        func message(_ path: URLPath, _ transport: some Transport) async -> String {
            let error = await #expect(throws: TransportError.self) { try await transport.perform(api.get(from: path)) }
            return error?.message ?? ""
        }
        let spent = RetryBudget(ratio: 0, reserve: 1)
        #expect(
            await message("/", retrying(busy)).hasSuffix(
                "503 Service Unavailable, and the request was not sent again, because the wait would exceed the time limit"
            ))
        #expect(
            await message("/lost", retrying(busy, budget: spent))
                == "it was lost, in attempt 2, and the request was not sent again, because the retry budget is used up")
        #expect(await message("/none", retrying(busy)).hasSuffix("returned 404 Not Found"))
        let lines = Guarded<[String]>([])
        let logged = retrying(busy).logging { entry in lines.withLock { $0.append("\(entry)") } }
        _ = await message("/", logged)
        #expect(
            lines.withLock { $0.last?.contains("0 bytes, and the request was not sent again, because the wait") }
                == true)
    }

    @Test func `a short token doesn't blank out an error that was retried`() async throws {
        let stub = Stub(api).on(.get, "/") { _ in
            throw TransportError(code: .connectionLost, message: "the server left")
        }
        let tokens = BearerTokens(for: api.baseURL, BearerToken("e")) { $0 }
        let transport = retrying(stub).authenticating(with: tokens)
        let error = await #expect(throws: TransportError.self) { try await transport.perform(api.get(from: "/")) }
        #expect(error?.message == "the server left, in attempt 3")
        #expect(error?.request?.wireFormat().contains("Authorization: <redacted>") ?? true)
    }

    // MARK: - Messages that may be sent twice

    @Test(arguments: [HTTPMethod.get, .head, .put, .delete, .options])
    func `an idempotent method is retried`(method: HTTPMethod) async throws {
        let stub = Stub(api).on(method, "/", .times(3)) { _ in .status(.serviceUnavailable) }
        _ = await #expect(throws: TransportError.self) {
            try await retrying(stub).perform(api.request(to: "/", using: method))
        }
        try stub.verify()
    }

    @Test(arguments: [HTTPMethod.post, .patch, "REPORT"])
    func `a method that isn't idempotent isn't retried`(method: HTTPMethod) async throws {
        let stub = Stub(api).on(method, "/", .once) { _ in .status(.serviceUnavailable) }
        let request = api.request(to: "/", using: method)
        let error = await #expect(throws: TransportError.self) { try await retrying(stub).perform(request) }
        #expect(error?.code == .unacceptableStatus)
        let lost = Stub(api).on(method, "/", .once) { _ in
            throw TransportError(code: .connectionFailed, message: "nobody is there")
        }
        let failure = await #expect(throws: TransportError.self) { try await retrying(lost).perform(request) }
        #expect(failure?.code == .connectionFailed)
        try lost.verify()
        let again = Stub(api).on(method, "/", .times(3)) { _ in .status(.serviceUnavailable) }
        _ = await #expect(throws: TransportError.self) { try await retrying(again).perform(request.idempotent()) }
        try again.verify()
    }

    @Test func `a GET with side effects can opt out`() async throws {
        let stub = Stub(api).on(.get, "/", .once) { _ in .status(.serviceUnavailable) }
        let error = await #expect(throws: TransportError.self) {
            try await retrying(stub).perform(api.get(from: "/").idempotent(.refused))
        }
        #expect(error?.code == .unacceptableStatus)
    }

    /// Makes a stub that records the keys of its requests, and returns the same response to all of them.
    private func noting(
        _ response: @autoclosure @escaping @Sendable () -> TransportResponse
    ) -> Stub<RetryingAPI> {
        Stub(api).on(.post, "/") { [keys] request in
            keys.add(request.header[.idempotencyKey])
            return response()
        }
    }

    @Test func `all attempts of a call have one key, which no other call has`() async throws {
        let transport = noting(.status(.serviceUnavailable)).retrying(clock: clock)
        let request = api.post(.json(["a": 1]), to: "/").idempotent(.keyed)
        for _ in 0..<2 { _ = await #expect(throws: TransportError.self) { try await transport.perform(request) } }
        let seen = keys.all
        #expect(seen.count == 6)
        #expect(Set(seen[..<3]).count == 1)
        #expect(Set(seen[3...]).count == 1)
        #expect(seen[0] != seen[3])
        for key in seen { #expect(UUID(uuidString: key) != nil) }
    }

    @Test func `a key is sent only if the request wants one`() async throws {
        _ = try await noting(.text("paid")).retrying().perform(api.post(.text("a"), to: "/"))
        #expect(keys.all == ["none"])
    }

    @Test func `a POST with a key from the caller is retried with it`() async {
        let transport = noting(.status(.serviceUnavailable)).retrying(clock: clock)
        _ = await #expect(throws: TransportError.self) {
            try await transport.perform(
                api.post(.json(["a": 1]), to: "/").adding(headerField: .idempotencyKey, "mine"))
        }
        #expect(keys.all == ["mine", "mine", "mine"])
    }

    @Test func `a call without retrying has a key, whichever way it is sent`() async throws {
        let stub = noting(.text("paid"))
        let request = api.post(.text("a"), to: "/").receiving(.text).idempotent(.keyed)
        for _ in 0..<2 { _ = try await stub.perform(request) }
        for try await _ in try await stub.stream(request.receiving(stream: .lines)) {}
        let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try await stub.download(request, to: file)
        await withCheckedContinuation { continuation in
            _ = stub.perform(request, callbackQueue: .global()) { _ in continuation.resume() }
        }
        let seen = keys.all
        #expect(seen.count == 5)
        #expect(Set(seen).count == 5)
        for key in seen { #expect(UUID(uuidString: key) != nil) }
    }

    @Test func `a message that is sent by hand gets its key from retrying`() async throws {
        let stub = noting(.text("paid"))
        let message = try api.post(.text("a"), to: "/").idempotent(.keyed).resolve()
        _ = try await stub.send(message)
        _ = try await stub.retrying(using: SeededGenerator(seed: 1)).send(message)
        #expect(keys.all[0] == "none")
        #expect(UUID(uuidString: keys.all[1]) != nil)
    }

    /// Loses the response to the first message, which may have taken effect, and refuses the credentials of the second
    /// message.
    @Test func `a call that is sent again with other credentials keeps its key`() async throws {
        let stub = Stub(api)
            .on(.post, "/", .once) { _ in throw TransportError(code: .connectionLost, message: "lost, and paid") }
            .on(.post, "/", .once) { _ in .status(.unauthorized) }
            .on(.post, "/", .once) { _ in .text("paid") }
        let noting = stub.adapting { [keys] request, next in
            keys.add(request.header[.idempotencyKey])
            return try await next(request)
        }
        let tokens = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in BearerToken("new") }
        let transport = noting.retrying(clock: clock).authenticating(with: tokens)
        let request = api.post(.json(["a": 1]), to: "/").receiving(.text).idempotent(.keyed)
        #expect(try await transport.perform(request) == "paid")
        let seen = keys.all
        #expect(seen.count == 3)
        #expect(Set(seen).count == 1, "\(seen)")
        #expect(UUID(uuidString: seen[0]) != nil)
        try stub.verify()
    }

    @Test func `all attempts of a call share one total timeout`() async throws {
        let deadlines = Guarded<[Moment?]>([])
        let tokens = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in BearerToken("new") }
        let transport = FixedResponse(status: .unauthorized)
            .adapting { request, next in
                deadlines.withLock { $0.append(request.context.deadline) }
                return try await next(request)
            }
            .retrying(clock: clock).authenticating(with: tokens)
        _ = try? await transport.perform(api.get(from: "/").setting(\.policy.totalTimeout, .seconds(45)))
        let seen = deadlines.withLock { $0 }
        #expect(seen.count == 2)
        #expect(seen[0] != nil)
        #expect(seen[0] == seen[1])
    }

    @Test func `an endpoint sets the policy for all its requests`() async throws {
        let stub = Stub(api).on(\.search, .times(2)) { _ in throw ServingError(.badGateway, "not now") }
            .on(\.search, .once) { text in text + "!" }
        #expect(try await retrying(stub).perform(api.request(\.search, "tea")) == "tea!")
        let never = Stub(api).on(\.fragile, .once) { throw ServingError(.badGateway, "not now") }
        _ = await #expect(throws: TransportError.self) { try await retrying(never).perform(api.request(\.fragile)) }
        try never.verify()
    }

    @Test func `a body that can't be created again isn't sent again`() async throws {
        let count = Counter()
        let once = BodyProvider.stream(length: 2) {
            if count.next() > 1 { throw CocoaError(.fileReadNoSuchFile) }
            return InputStream(data: Data("ab".utf8))
        }
        let stub = Stub(api).on(.put, "/", .once) { request in
            _ = try await request.body.collect(upTo: 10)
            return .status(.serviceUnavailable)
        }
        let error = await #expect(throws: TransportError.self) {
            try await retrying(stub).perform(api.put(once, to: "/"))
        }
        #expect(error?.head?.status == .serviceUnavailable)
        let again = BodyProvider.stream(length: 2) { InputStream(data: Data("ab".utf8)) }
        let patient = Stub(api).on(.put, "/", .once) { _ in .status(.serviceUnavailable) }
            .on(.put, "/", .once) { request in
                .data(try await request.body.collect(upTo: 10), .octetStream)
            }
        let echo = try await retrying(patient).perform(api.put(again, to: "/").receiving(.data))
        #expect(echo == Data("ab".utf8))
    }

    // MARK: - Waits and limits

    @Test(arguments: [
        // The generator returns the largest numbers.
        ("3", nil, Duration.milliseconds(3_300)), ("0", nil, .milliseconds(250)), ("1", nil, .milliseconds(1_250)),
        ("Thu, 01 Jan 1970 00:00:20 GMT", nil, .seconds(22)),
        ("Thu, 01 Jan 1970 00:00:20 GMT", "Thu, 01 Jan 1970 00:00:15 GMT", .milliseconds(5_500)),
        ("Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:15 GMT", .milliseconds(250)),
        ("soon", nil, .milliseconds(250)), ("-3", nil, .milliseconds(250)), ("", nil, .milliseconds(250)),
        ("1.5", nil, .milliseconds(250)), ("Thu, 01 Jan 1970 00:00:20 GMT", "now", .seconds(22)),
        // The obsolete forms (RFC 9110, section 5.6.7).
        ("Thursday, 01-Jan-70 00:00:30 GMT", nil, .seconds(33)), ("Thu Jan  1 00:00:30 1970", nil, .seconds(33)),
        ("Thu Jan  1 00:00:30 1970", "Thursday, 01-Jan-70 00:00:20 GMT", .seconds(11)),
    ])
    func `a retry waits as long as the server asks, and up to a tenth longer`(
        value: String, date: String?, wait: Duration
    ) async throws {
        let stub = Stub(api)
            .on(.get, "/", .once) { _ in
                var header: HeaderFields = [HeaderField(.retryAfter, value)]
                if let date { header.append(HeaderField(.date, date)) }
                return .status(.tooManyRequests, header: header)
            }
            .on(.get, "/", .once) { _ in .status(.ok) }
        try await retrying(stub).perform(api.get(from: "/"))
        #expect(clock.sleeps == [wait])
    }

    @Test func `calls that the server asks to come back together come back at different times, and none at once`()
        async throws
    {
        for (asked, waits) in [("0", 0.125...0.25), ("1", 1.125...1.25), ("40", 42...44.0)] {
            let clock = ImmediateClock(), count = Counter()
            let stub = Stub(api).on(.get, "/") { _ in
                count.next() % 2 == 1
                    ? .status(.tooManyRequests, header: [HeaderField(.retryAfter, asked)]) : .status(.ok)
            }
            let session = stub.retrying(budget: RetryBudget(reserve: 1_000), clock: clock)
            for _ in 0..<100 { try await session.perform(api.get(from: "/")) }
            let seconds = clock.sleeps.map { $0 / .seconds(1) }
            #expect(Set(seconds).count == 100)
            #expect(seconds.allSatisfy(waits.contains))
        }
    }

    @Test func `a response without a Date is compared with the clock of this machine`() async throws {
        let stub = Stub(api)
            .on(.get, "/", .once) { _ in
                .status(.tooManyRequests, header: ["Retry-After": "Sat, 01 Jan 2000 00:00:00 GMT"])
            }
            .on(.get, "/", .once) { _ in .status(.ok) }
        try await stub.retrying(clock: clock, using: longest).perform(api.get(from: "/"))
        #expect(clock.sleeps == [.milliseconds(250)])
    }

    @Test(arguments: ["61", "99999999999999999999", "9223372036854775807", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func `a retry waits no longer than the call may take`(value: String) async throws {
        let stub = Stub(api).on(.get, "/", .once) { _ in
            .status(.serviceUnavailable, header: [HeaderField(.retryAfter, value)])
        }
        let error = await #expect(throws: TransportError.self) { try await retrying(stub).perform(api.get(from: "/")) }
        #expect(error?.head?.status == .serviceUnavailable)
        #expect(clock.sleeps.isEmpty)
    }

    @Test func `the last attempt begins within the time of the call`() async throws {
        var policy = RetryPolicy.default
        policy.attemptLimit = 100
        policy.timeLimit = .seconds(10)
        policy.delay = .seconds(1)
        policy.longestDelay = .seconds(4)
        let stub = Stub(api).on(.get, "/") { _ in .status(.serviceUnavailable) }
        _ = await #expect(throws: TransportError.self) {
            try await retrying(stub, policy).perform(api.get(from: "/"))
        }
        #expect(clock.sleeps == [.seconds(1), .seconds(2), .seconds(4)])
    }

    @Test func `the policy of a request takes precedence`() async throws {
        let stub = Stub(api).on(.get, "/", .once) { _ in .status(.serviceUnavailable) }
        _ = await #expect(throws: TransportError.self) {
            try await retrying(stub).perform(api.get(from: "/").retrying(.never))
        }
        try stub.verify()
        let patient = Stub(api).on(.get, "/", .times(5)) { _ in .status(.serviceUnavailable) }
        _ = await #expect(throws: TransportError.self) {
            try await retrying(patient, .never)
                .perform(api.get(from: "/").retrying(RetryPolicy(attemptLimit: 5)))
        }
        try patient.verify()
    }

    @Test func `waits are random between zero and the limit`() async throws {
        var policy = RetryPolicy.default
        policy.attemptLimit = 1_001
        policy.timeLimit = .seconds(1_000_000)
        policy.longestDelay = policy.delay
        let stub = Stub(api).on(.get, "/") { _ in .status(.serviceUnavailable) }
        let transport = stub.retrying(
            policy, budget: RetryBudget(reserve: 1_000), clock: clock, using: SeededGenerator(seed: 1))
        _ = await #expect(throws: TransportError.self) { try await transport.perform(api.get(from: "/")) }
        let waits = clock.sleeps.map { $0 / .milliseconds(1) }
        #expect(waits.count == 1_000)
        #expect(waits.allSatisfy { (0...250).contains($0) })
        for part in 0..<10 {
            let count = waits.count { (Double(part) * 25..<Double(part + 1) * 25).contains($0) }
            #expect((50...150).contains(count), "\(count) waits in part \(part)")
        }
    }

    @Test func `cancelling ends the wait`() async throws {
        let asleep = Gate()
        let stub = Stub(api).on(.get, "/", .once) { _ in .status(.serviceUnavailable) }
        let transport = stub.retrying(clock: EndlessClock(asleep: asleep))
        let task = Task { try await transport.perform(api.get(from: "/")) }
        await asleep.opened()
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        try stub.verify()
    }

    @Test func `an attempt that was cancelled in the wait before it isn't logged`() async throws {
        let asleep = Gate()
        let lines = Guarded<[String]>([])
        let stub = Stub(api).on(.get, "/", .once) { _ in .status(.serviceUnavailable) }
        let transport = stub.retrying(clock: EndlessClock(asleep: asleep)).logging { entry in
            lines.withLock { $0.append("\(entry)") }
        }
        let task = Task { try await transport.perform(api.get(from: "/")) }
        await asleep.opened()
        task.cancel()
        _ = await #expect(throws: TransportError.self) { try await task.value }
        let end = lines.withLock { $0.last ?? "" }
        #expect(end.contains("cancelled") && !end.contains("attempt 2"), "\(end)")
    }

    @Test func `of two decorators that retry, the one that gets the message first retries`() async throws {
        let attempts = Guarded<[Int]>([])
        let stub = Stub(api).on(.get, "/") { _ in .status(.serviceUnavailable) }
        let base = stub.adapting { request, next in
            attempts.withLock { $0.append(request.options.attempt) }
            return try await next(request)
        }
        func error(_ transport: some Transport) async -> TransportError? {
            await #expect(throws: TransportError.self) { try await transport.perform(api.get(from: "/")) }
        }
        let inner = base.retrying(RetryPolicy(attemptLimit: 5), clock: clock)
        let twice = await error(inner.retrying(clock: clock))
        #expect(twice?.message.hasSuffix("503 Service Unavailable, in attempt 3") == true)
        #expect(attempts.withLock { $0 } == [1, 2, 3])
        // If the outer decorator doesn't retry, the inner one does.
        _ = await error(inner.retrying(.never, clock: clock))
        #expect(attempts.withLock { $0 } == [1, 2, 3] + [1, 2, 3, 4, 5])
    }

    // MARK: - The load of a server

    @Test func `a budget limits the retries of all calls together`() async throws {
        let attempts = Counter()
        let stub = Stub(api).on(.get, "/") { _ in
            attempts.next()
            return .status(.serviceUnavailable)
        }
        let transport = retrying(stub, budget: RetryBudget(ratio: 0.1, reserve: 20))
        await withTaskGroup { group in
            for _ in 0..<1_000 { group.addTask { _ = try? await transport.perform(api.get(from: "/")) } }
        }
        // Without a budget, there would be 3,000 attempts.
        #expect(attempts.count <= 1_120)
        #expect(attempts.count > 1_000)
    }

    @Test func `a server that is down gets exactly the stated number of attempts`() async throws {
        let attempts = Counter()
        let stub = Stub(api).on(.get, "/") { _ in
            attempts.next()
            return .status(.serviceUnavailable)
        }
        let transport = retrying(stub)
        for _ in 0..<1_000 { _ = try? await transport.perform(api.get(from: "/")) }
        #expect(attempts.count == 1_210)
    }

    @Test func `transports that share a budget share its retries`() async throws {
        let budget = RetryBudget(ratio: 0, reserve: 3)
        let attempts = Counter()
        let stub = Stub(api).on(.get, "/") { _ in
            attempts.next()
            return .status(.serviceUnavailable)
        }
        for transport in [retrying(stub, budget: budget), retrying(stub, budget: budget)] as [any Transport] {
            _ = await #expect(throws: TransportError.self) { try await transport.perform(api.get(from: "/")) }
        }
        #expect(attempts.count == 3 + 2)
    }

    @Test(
        arguments: [
            (0.2, 10, 0, 10), (0.25, 10, 4, 11), (0.2, 10, 10_000, 100), (1, 0, 10_000, 10), (0, 0, 1_000_000, 0),
            (-1, -1, 10_000, 0), (.nan, 1, 10, 1), (.infinity, .max, 1, 1_000), (0.1, 0, 10, 1), (0.0005, 0, 2_000, 1),
        ] as [(Double, Int, Int, Int)])
    func `a budget saves up to ten times its reserve`(ratio: Double, reserve: Int, calls: Int, retries: Int) {
        let budget = RetryBudget(ratio: ratio, reserve: reserve)
        for _ in 0..<calls { budget.deposit() }
        var count = 0
        while count < 1_000, budget.withdraw() { count += 1 }
        #expect(count == retries)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a server that fails half its requests gets no more retries than the budget`(seed: UInt64) async throws {
        let attempts = Counter(), failures = Counter()
        let generator = Guarded(SeededGenerator(seed: seed))
        let stub = Stub(api).on(.get, "/") { _ in
            attempts.next()
            return .status(generator.withLock { Bool.random(using: &$0) } ? .serviceUnavailable : .ok)
        }
        let transport = retrying(stub)
        await withTaskGroup { group in
            for _ in 0..<5 {
                group.addTask {
                    for _ in 0..<100 {
                        do { try await transport.perform(api.get(from: "/")) } catch { failures.next() }
                    }
                }
            }
        }
        #expect(attempts.count <= 500 + 10 + 100)
        #expect(failures.count < 250)
    }
}

/// The idempotency keys of requests, in the order in which they came.
private final class Keys: Sendable {
    private let state = Guarded<[String]>([])

    var all: [String] { state.withLock { $0 } }

    func add(_ key: String?) { state.withLock { $0.append(key ?? "none") } }
}

private struct RetryingAPI: RequestProviding {
    let baseURL = URL("https://retrying.example")

    let search = Endpoint<String, String>(.post, "/search").idempotent()
    let fragile = Endpoint<Void, Void>(.get, "/fragile").retrying(.never)
}

/// A clock whose sleeps end only when they are cancelled.
private struct EndlessClock: Clock {
    let asleep: Gate
    var now: ContinuousClock.Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        asleep.open()
        await Gate().opened()
        try Task.checkCancellation()
    }
}
