#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Foundation
import Requests
import RequestsCombine
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("RequestPublisher, cancelling", .timeLimit(.minutes(1)))
struct PublisherCancellationTests {
    private typealias Probe = DemandingSubscriber<String, RequestError<CombineAPI.Failure>>

    private let api = CombineAPI()
    private var request: Request<CombineAPI, String> { api.get(.text, from: "/") }

    /// Makes a server that never responds, with gates for the request and for its cancellation.
    private static func silent(_ began: Gate, _ cancelled: Gate) -> Loopback {
        Loopback { _ in
            try await withTaskCancellationHandler {
                began.open()
                await cancelled.opened()
                throw CancellationError()
            } onCancel: {
                cancelled.open()
            }
        }
    }

    @Test func `cancelling the subscription cancels the request`() async {
        let began = Gate(), cancelled = Gate()
        let probe = Probe()
        Self.silent(began, cancelled).publisher(for: request).subscribe(probe)
        probe.request(.unlimited)
        await began.opened()
        probe.cancel()
        await cancelled.opened()
        probe.cancel()
        probe.request(.max(1))
    }

    @Test func `dropping the result of sink closes the connection`() async throws {
        let began = Gate(), closed = Gate()
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            began.open()
            connection.waitUntilPeerCloses()
            closed.open()
        }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/")
            do {
                let cancellable = URLSession.shared.publisher(for: request)
                    .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
                await began.opened()
                withExtendedLifetime(cancellable) {}
            }
            await closed.opened()
        }
    }

    @Test(arguments: [true, false])
    func `a request that its transport cancels fails`(isOurs: Bool) async {
        let transport = api.responding { _ in
            if isOurs { throw TransportError(code: .cancelled, message: "by the server") }
            throw CancellationError()
        }
        let outcome = await outcome(of: transport.publisher(for: request))
        #expect(outcome.error?.code == .cancelled)
    }

    @Test func `nothing is delivered after a cancel`() async {
        let began = Gate(), gate = Gate(), released = Gate()
        let probe = Probe()
        do {
            let witness = Witness(released)
            api.responding { _ in
                began.open()
                // The transport ignores whether it is cancelled.
                await Task { await gate.opened() }.value
                return witness.response
            }
            .publisher(for: request).subscribe(probe)
        }
        probe.request(.unlimited)
        await began.opened()
        probe.cancel()
        gate.open()
        await released.opened()
        #expect(probe.received.isEmpty)
        #expect(!probe.hasEnded)
    }

    @Test func `a cancelled subscription ignores demand`() async {
        let count = Guarded(0), released = Gate()
        do {
            let witness = Witness(released)
            let publisher = api.responding { _ in
                count.withLock { $0 += 1 }
                return witness.response
            }
            .publisher(for: request)
            let eager = AnySubscriber<String, RequestError<CombineAPI.Failure>>(receiveSubscription: { subscription in
                subscription.cancel()
                subscription.request(.unlimited)
            })
            publisher.subscribe(eager)
        }
        await released.opened()
        #expect(count.withLock { $0 } == 0)
    }

    @Test(arguments: ["finished", "cancelled on its way", "cancelled without demand"])
    func `publisher, subscription and subscriber are released`(end: String) async {
        let released = Gate(), subscriberReleased = Gate(), began = Gate(), gate = Gate()
        do {
            let witness = Witness(released), other = Witness(subscriberReleased)
            let transport = api.responding { _ in
                began.open()
                if end != "finished" { await gate.opened() }
                return witness.response
            }
            let probe = Probe()
            transport.publisher(for: request).map { $0 + other.text }.subscribe(probe)
            switch end {
            case "finished":
                probe.request(.unlimited)
                for await _ in probe.events {}
                #expect(probe.received == ["witness, witness"])
            case "cancelled on its way":
                probe.request(.max(1))
                await began.opened()
                probe.cancel()
            default:
                probe.cancel()
            }
        }
        await released.opened()
        await subscriberReleased.opened()
    }
}

/// Opens a gate when the object is released.
private final class Witness: Sendable {
    let released: Gate

    init(_ released: Gate) { self.released = released }

    deinit { released.open() }

    var text: String { ", witness" }

    var response: TransportResponse { .text("witness") }
}

extension CombineAPI {
    /// Makes a transport from a function.
    func responding(
        _ response: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse
    ) -> some Transport {
        Function(response: response)
    }

    private struct Function: Transport {
        let response: @Sendable (OutgoingRequest) async throws -> TransportResponse

        func send(_ request: OutgoingRequest) async throws -> TransportResponse { try await response(request) }
    }
}
#endif
