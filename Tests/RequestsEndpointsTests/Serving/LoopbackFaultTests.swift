import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Faults and delays over loopback", .timeLimit(.minutes(1))) struct LoopbackFaultTests {
    private let api = AnonymousProvider("http://loop.example")
    private let served = Counter()

    private var loopback: Loopback {
        Loopback(
            Routes(api).on(.post, "/orders") { [served] request in
                served.next()
                return .text("0123456789")
            })
    }

    private var order: Request<AnonymousProvider, String> { api.post(to: "/orders").receiving(.text) }

    @Test(arguments: [RequestErrorCode.connectionFailed, .offline, .timedOut])
    func `with a fault before serving, the handler doesn't run`(code: RequestErrorCode) async {
        let error = await loopback.failing { _ in .beforeServing(code) }.failure(of: order)
        #expect(error?.code == code)
        #expect(error?.message == "the configured loopback fault occurred before the request was served")
        #expect(served.count == 0)
    }

    @Test func `with a fault after serving, the handler runs and its response is lost`() async {
        let error = await loopback.failing { _ in .afterServing() }.failure(of: order)
        #expect(error?.code == .connectionLost)
        #expect(error?.head == nil)
        #expect(served.count == 1)
    }

    @Test(arguments: [(0, ""), (4, "0123"), (10, "0123456789"), (99, "0123456789")])
    func `a body breaks off after the given number of bytes`(count: Int, text: String) async throws {
        let loopback = loopback.failing { _ in .bodyBreaks(after: count) }
        let error = await loopback.failure(of: order)
        #expect(error?.code == .connectionLost)
        #expect(error?.head?.status == .ok)
        #expect(error?.head?.header["Content-Length"] == "10")
        #expect(error.map { String(decoding: $0.body, as: UTF8.self) } == text)
        // The same bytes are available to a caller that reads the body as it arrives.
        var read = Data()
        let response = try await loopback.send(order.resolve())
        await #expect(throws: TransportError.self) { for try await chunk in response.body { read += chunk } }
        #expect(String(decoding: read, as: UTF8.self) == text)
    }

    @Test func `the request decides whether it fails, and the first fault wins`() async throws {
        let loopback =
            loopback
            .failing { $0.header["Fail"] == nil ? nil : .beforeServing(.offline) }
            .failing { $0.header["Fail"] == "twice" ? .beforeServing(.timedOut) : nil }
        #expect(try await loopback.perform(order) == "0123456789")
        let failing = order.adding(headerField: HeaderField("Fail", "twice"))
        #expect(await loopback.failure(of: failing)?.code == .offline)
    }

    @Test func `the given number of requests fail, across all copies`() async throws {
        let loopback = loopback.failing(.beforeServing(.connectionFailed), times: 2)
        let copy = loopback.delaying(by: .zero)
        #expect(await loopback.failure(of: order)?.code == .connectionFailed)
        #expect(await copy.failure(of: order)?.code == .connectionFailed)
        #expect(try await loopback.perform(order) == "0123456789")
        #expect(served.count == 1)
    }

    @Test func `a delay is measured by its clock, and ends when the caller is cancelled`() async throws {
        let clock = HeldClock()
        let loopback = loopback.delaying(by: .seconds(3_600), clock: clock)
        let task = Task { try await loopback.perform(order) }
        await clock.began.opened()
        #expect(served.count == 0)
        clock.end.open()
        #expect(try await task.value == "0123456789")
        #expect(clock.slept == .seconds(3_600))

        let other = HeldClock()
        let cancelled = Task { [slow = self.loopback.delaying(by: .seconds(3_600), clock: other)] in
            await slow.failure(of: order)?.code
        }
        await other.began.opened()
        cancelled.cancel()
        #expect(await cancelled.value == .cancelled)
        other.end.open()
    }

    @Test func `faults and delays apply in the order of the chain`() async {
        let clock = HeldClock()
        let loopback = loopback.failing { _ in .beforeServing(.offline) }.delaying(by: .seconds(1), clock: clock)
        #expect(await loopback.failure(of: order)?.code == .offline)
        #expect(!clock.began.isOpen)
    }
}

/// A clock whose sleepers sleep until they are released.
private final class HeldClock: Clock {
    private let base = ContinuousClock()
    private let duration = Guarded(Duration.zero)
    let began = Gate(), end = Gate()

    var slept: Duration { duration.withLock { $0 } }
    var now: ContinuousClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let seconds = (base.now.duration(to: deadline) / .seconds(1)).rounded()
        duration.withLock { $0 = .seconds(seconds) }
        began.open()
        await end.opened()
    }
}
