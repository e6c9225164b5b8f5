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
import RequestsTesting
import Testing

@Suite("RequestPublisher, demand and streams", .timeLimit(.minutes(1)))
struct PublisherStreamTests {
    private typealias Probe = DemandingSubscriber<String, RequestError<CombineAPI.Failure>>

    private let api = CombineAPI()
    private var lines: Request<CombineAPI, ElementStream<String>> {
        api.get(from: "/").receiving(stream: .lines)
    }

    /// Responds with numbered lines, one per chunk, that are created on demand and counted.
    private func counting(
        to end: Int, _ made: Counter = Counter(), failing: Bool = false
    ) -> some Transport {
        api.responding { _ in
            let number = Counter()
            let chunks = AsyncThrowingStream<Data, any Error> {
                let next = number.increment()
                guard next <= end else {
                    if failing { throw TransportError(code: .connectionLost, message: "gone") }
                    return nil
                }
                made.increment()
                return Data("\(next)\n".utf8)
            }
            return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(chunks))
        }
    }

    @Test func `without demand nothing is sent`() async {
        let sent = Counter()
        let transport = api.responding { _ in .text("\(sent.increment())") }
        let probe = DemandingSubscriber<String, RequestError<CombineAPI.Failure>>()
        let publisher = transport.publisher(for: api.get(.text, from: "/"))
        publisher.subscribe(probe)
        probe.request(.none)
        // Other tasks run meanwhile.
        for number in 1...3 { #expect(await outcome(of: publisher).values == ["\(number)"]) }
        #expect(sent.value == 3)
        probe.request(.max(1))
        for await event in probe.events {
            guard case .value(let text) = event else { continue }
            #expect(text == "4")
        }
        #expect(sent.value == 4)
    }

    @Test func `a stream is read at the pace of its subscriber, one element ahead`() async {
        let made = Counter(), probe = Probe()
        counting(to: .max, made).publisher(streaming: lines).subscribe(probe)
        var events = probe.events.makeAsyncIterator()
        var asked = 0
        for demand in [1, 2, 50] {
            probe.request(.max(demand))
            for _ in 1...demand { _ = await events.next() }
            asked += demand
            // Reading a thousand lines of another stream takes longer than this stream would need to run ahead.
            let other = await outcome(of: counting(to: 1_000).publisher(streaming: lines))
            #expect(other.values.count == 1_000)
            #expect(probe.received == (1...asked).map(String.init))
            #expect(made.value <= asked + 1)
        }
        probe.cancel()
    }

    @Test func `completion is delivered without further demand`() async {
        let probe = Probe()
        counting(to: 2).publisher(streaming: lines).subscribe(probe)
        probe.request(.max(2))
        var ends: [String] = []
        for await event in probe.events { ends.append("\(event)") }
        #expect(ends == [#"value("1")"#, #"value("2")"#, "finished"])
    }

    @Test func `an error is delivered after the preceding elements, without further demand`() async {
        let probe = Probe()
        counting(to: 1, failing: true).publisher(streaming: lines).subscribe(probe)
        probe.request(.max(1))
        var code: RequestErrorCode?
        for await event in probe.events {
            if case .failure(let error) = event { code = error.code }
        }
        #expect(probe.received == ["1"])
        #expect(code == .connectionLost)
    }

    @Test func `a failed response is the failure of the API, as for any request`() async {
        let stub = Stub(api).on(.get, "/") { _ in try .json(["message": "No"], status: .forbidden) }
        let outcome = await outcome(of: stub.publisher(streaming: lines))
        #expect(outcome.error?.failure?.message == "No")
    }

    @Test func `the demand that receive(_:) returns counts`() async {
        let ended = Gate(), sum = Counter()
        let subscriber = AnySubscriber<String, RequestError<CombineAPI.Failure>>(
            receiveSubscription: { $0.request(.max(1)) },
            receiveValue: { line in
                sum.increment(by: Int(line) ?? 0)
                return .max(1)
            },
            receiveCompletion: { _ in ended.open() })
        counting(to: 100).publisher(streaming: lines).subscribe(subscriber)
        await ended.opened()
        #expect(sum.value == 5_050)
    }

    @Test func `no demand is lost, even from many threads`() async {
        let probe = Probe()
        counting(to: 1_000).publisher(streaming: lines).subscribe(probe)
        await withTaskGroup { group in
            for _ in 1...10 {
                group.addTask { for _ in 1...100 { probe.request(.max(1)) } }
            }
        }
        for await _ in probe.events {}
        #expect(probe.received == (1...1_000).map(String.init))
    }

    @Test func `one request after the other, by the demand of flatMap`() async {
        let atOnce = Counter(), most = Counter()
        let transport = api.responding { request in
            most.raise(to: atOnce.increment())
            defer { atOnce.increment(by: -1) }
            await Task.yield()
            return .text(request.urlText)
        }
        let urls = counting(to: 5).publisher(streaming: lines)
            .flatMap(maxPublishers: .max(1)) { [api] line in
                transport.publisher(for: api.get(.text, from: "/\(line)"))
            }
        #expect(await outcome(of: urls).values == (1...5).map { "https://combine.example/\($0)" })
        #expect(most.value == 1)
    }

    @Test(arguments: [true, false])
    func `leaving a stream midway closes its connection`(isByOperator: Bool) async throws {
        let closed = Gate()
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n1\n\r\n2\r\n2\n\r\n")
            connection.waitUntilPeerCloses()
            closed.open()
        }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(from: "/").receiving(stream: .lines)
            let publisher = URLSession.shared.publisher(streaming: request)
            if isByOperator {
                #expect(await outcome(of: publisher.first()).values == ["1"])
            } else {
                let probe = DemandingSubscriber<String, TransportError>()
                publisher.subscribe(probe)
                probe.request(.max(1))
                var events = probe.events.makeAsyncIterator()
                _ = await events.next()
                probe.cancel()
            }
            await closed.opened()
        }
    }

    @Test func `a body that ignores cancellation isn't asked for another chunk`() async {
        let released = Gate(), asked = Counter()
        do {
            let chunks = Stubborn(asked: asked, held: Held(released))
            let stubborn = api.responding { _ in
                TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(chunks))
            }
            let lines = await outcome(of: stubborn.publisher(streaming: lines).first())
            #expect(lines.values == ["1"])
        }
        await released.opened()
        #expect(asked.value == 1)
    }

    @Test func `a subscriber that has no more demand can cancel`() async {
        let released = Gate(), probe = Probe()
        do {
            let held = Held(released)
            api.responding { _ in
                let chunks = AsyncThrowingStream<Data, any Error> {
                    withExtendedLifetime(held) { Data("1\n".utf8) }
                }
                return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(chunks))
            }
            .publisher(streaming: lines).subscribe(probe)
        }
        probe.request(.max(3))
        var events = probe.events.makeAsyncIterator()
        for _ in 1...3 { _ = await events.next() }
        probe.cancel()
        await released.opened()
        #expect(probe.received.count == 3)
    }
}

/// Endless chunks, even after the task is cancelled.
private struct Stubborn: AsyncSequence, AsyncIteratorProtocol {
    let asked: Counter
    let held: Held

    func makeAsyncIterator() -> Self { self }

    func next() async throws -> Data? { Data("\(asked.increment())\n".utf8) }
}

/// Opens a gate when the object is released.
private final class Held: Sendable {
    let released: Gate

    init(_ released: Gate) { self.released = released }

    deinit { released.open() }
}
#endif
