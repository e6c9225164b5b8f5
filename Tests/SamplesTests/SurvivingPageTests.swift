import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The samples of the page on surviving failure, which must do what the page promises.
@Suite("Samples of the page on surviving failure", .timeLimit(.minutes(1)))
struct SurvivingPageTests {
    private let samples = SurvivingSamples()

    @Test func `a call to a flaky server is retried until it succeeds`() async throws {
        let clock = ImmediateClock()
        let stub = Stub(samples.api).inOrder()
            .on(.get, "/payments", .once) { _ in .status(.serviceUnavailable, header: ["Retry-After": "30"]) }
            .on(.get, "/payments", .once) { _ in throw TransportError(code: .connectionLost, message: "lost") }
            .on(.get, "/payments", .once) { _ in try .json([PaymentReceipt(id: 1)]) }
        let receipts = try await stub.retrying(clock: clock)
            .perform(samples.api.get(.json([PaymentReceipt].self), from: "/payments"))
        #expect(receipts == [PaymentReceipt(id: 1)])
        #expect(clock.sleeps.first.map { (.seconds(31)...(.seconds(33))).contains($0) } == true)
        try stub.verify()
    }

    @Test func `a call with retrying gets its receipts`() async throws {
        let always = Stub(samples.api).on(.get, "/payments") { _ in try .json([PaymentReceipt(id: 1)]) }
        #expect(try await samples.first(always) == [PaymentReceipt(id: 1)])
    }

    /// Counts how often a server that is always down gets each request, and with how many keys.
    @Test(arguments: [(0, 3, 0), (1, 3, 1), (2, 1, 0), (3, 1, 0)], [false, true])
    func `only idempotent calls are retried`(row: (index: Int, attempts: Int, keys: Int), isDeclared: Bool) async {
        let query = PaymentQuery(after: Date(timeIntervalSince1970: 0))
        let (api, payment) = (samples.api, Payment(amount: 5))
        let declared: [any RequestConvertible] = [
            api.request(\.search, query), api.request(\.pay, payment), api.request(\.remind, PaymentID(id: 7)),
            api.request(\.report),
        ]
        let request = (isDeclared ? declared : samples.requests(query, payment))[row.index]
        let seen = Guarded<[String?]>([])
        let down = Loopback { request in
            seen.withLock { $0.append(request.header[.idempotencyKey]) }
            return TransportResponse(head: ResponseHead(status: .serviceUnavailable), body: MessageBody(Data()))
        }
        let error = await #expect(throws: (any Error).self) {
            try await down.retrying(clock: ImmediateClock()).perform(request)
        }
        #expect((error as? any AnyRequestError)?.head?.status == .serviceUnavailable)
        #expect(seen.withLock { $0 }.count == row.attempts)
        #expect(Set(seen.withLock { $0 }.compactMap { $0 }).count == row.keys)
    }

    @Test(arguments: [(0, 0), (3, 3), (7, 7), (9, 7)])
    func `a report is requested until it contains receipts, at most eight times`(empty: Int, waits: Int) async throws {
        let clock = ImmediateClock()
        let stub = Stub(samples.api).inOrder()
            .on(.get, "/report", .times(min(empty, 8))) { _ in try .json([PaymentReceipt]()) }
            .on(.get, "/report") { _ in try .json([PaymentReceipt(id: 1)]) }
        let receipts = try await ReportClient(session: stub, clock: clock).report()
        #expect(receipts == (empty < 8 ? [PaymentReceipt(id: 1)] : []))
        #expect(clock.sleeps.count == waits)
        for (index, wait) in clock.sleeps.enumerated() {
            #expect(wait >= .zero && wait <= min(.seconds(1 << index), .seconds(20)))
        }
    }

    @Test func `a message contains the time limits of its request`() throws {
        let message = try samples.limits().resolve()
        #expect(message.timeoutInterval == 10)
        #expect(message.options.policy.totalTimeout == .seconds(45))
    }

    @Test func `every attempt of a call has the same identifier`() async throws {
        let names = Guarded<[String?]>([])
        let flaky = Loopback { request in
            names.withLock { $0.append(request.header["X-Request-ID"]) }
            return TransportResponse(
                head: ResponseHead(status: names.withLock { $0.count } < 3 ? .badGateway : .ok),
                body: MessageBody(Data()))
        }
        let session = flaky.retrying(clock: ImmediateClock()).identified { "call 1" }
        _ = try await session.perform(AnonymousProvider("https://h").get(.data, from: "/"))
        #expect(names.withLock { $0 } == ["call 1", "call 1", "call 1"])
    }

    @Test func `calls of a task share an identifier, and other calls have new ones`() async throws {
        let ids = Guarded<[String?]>([])
        let server = Loopback { request in
            ids.withLock { $0.append(request.header["X-Request-ID"]) }
            if request.target == "/user" { return try .json(User(login: "ada", followers: 3)) }
            return try .json([Issue(number: 1, title: "Broken")])
        }
        let (user, issues) = try await CorrelationSamples.correlating(server, "call 1")
        #expect(user.login == "ada")
        #expect(issues.map(\.number) == [1])
        for _ in 0..<2 { try await server.correlated().perform(GitHub.live.get(from: "/user")) }
        let seen = ids.withLock { $0.compactMap { $0 } }
        #expect(seen.count == 4)
        #expect(seen[..<2] == ["call 1", "call 1"])
        #expect(Set(seen).count == 3)
    }

    @Test func `a failing server is left alone until a pause ends`() async throws {
        let clock = ImmediateClock()
        let calls = Guarded(0)
        let isUp = Guarded(false)
        let server = Loopback { _ in
            calls.withLock { $0 += 1 }
            return TransportResponse(
                head: ResponseHead(status: isUp.withLock { $0 } ? .ok : .internalServerError), body: MessageBody(Data())
            )
        }
        let session = server.breaking(by: CircuitBreaker(after: 2, pause: .seconds(30), clock: clock))
        let request = AnonymousProvider("https://h").get(.data, from: "/")
        for (seconds, code, count) in [
            (0, RequestErrorCode.unacceptableStatus, 1), (0, .unacceptableStatus, 2), (0, .leftAlone, 2),
            (29, .leftAlone, 2), (1, .unacceptableStatus, 3), (0, .leftAlone, 3),
        ] {
            clock.advance(by: .seconds(seconds))
            let error = await #expect(throws: TransportError.self) { try await session.perform(request) }
            #expect(error?.code == code)
            #expect(calls.withLock { $0 } == count)
        }
        isUp.withLock { $0 = true }
        clock.advance(by: .seconds(30))
        for _ in 0..<3 { _ = try await session.perform(request) }
        #expect(calls.withLock { $0 } == 6)
    }
}
