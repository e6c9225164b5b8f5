import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

/// Event streams whose server sends a comment when it has nothing else to send.
@Suite("Heartbeats of event streams", .timeLimit(.minutes(1))) struct HeartbeatTests {
    private let api = PulseAPI()
    private let events: AsyncThrowingStream<ServerSentEvent<String>, any Error>
    private let source: AsyncThrowingStream<ServerSentEvent<String>, any Error>.Continuation

    init() { (events, source) = AsyncThrowingStream.makeStream() }

    /// Returns the body of a response whose elements come from ``source``.
    private func body(
        of path: String = "/events", interval: Duration? = .milliseconds(1),
        onError observe: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async -> MessageBody.AsyncIterator {
        var routes = Routes(api)
            .on(\.events) { [events] in ElementStream(events) }
            .on(\.lines) { [events] in ElementStream(events.map { $0.data }) }
            .onUnexpectedError { error, _ in observe(error) }
        routes.heartbeatInterval = interval
        return await routes.respond(to: IncomingRequest(method: .get, target: path)).body.makeAsyncIterator()
    }

    @Test func `a silent stream sends comments until the next event`() async throws {
        var body = await body()
        for _ in 0..<3 { #expect(try await body.next() == Data(":\n\n".utf8)) }
        source.yield(ServerSentEvent(data: "a", id: "1"))
        var chunk = try await body.next()
        while chunk == Data(":\n\n".utf8) { chunk = try await body.next() }
        #expect(chunk.map { String(decoding: $0, as: UTF8.self) } == "id: 1\ndata: a\n\n")
        source.finish()
        chunk = try await body.next()
        while chunk == Data(":\n\n".utf8) { chunk = try await body.next() }
        #expect(chunk == nil)
    }

    @Test func `events that follow each other have no comments between them`() async throws {
        for number in 0..<1_000 { source.yield(ServerSentEvent(data: "\(number)")) }
        source.finish()
        var body = await body(interval: .seconds(3_600)), text = ""
        while let chunk = try await body.next() { text += String(decoding: chunk, as: UTF8.self) }
        #expect(text == (0..<1_000).map { "data: \($0)\n\n" }.joined())
    }

    @Test(arguments: [("/events", nil), ("/lines", .milliseconds(1))] as [(String, Duration?)])
    func `without an interval, and in other formats, a stream stays silent`(path: String, interval: Duration?)
        async throws
    {
        var body = await body(of: path, interval: interval)
        let first = Task { [source] in
            // The heartbeat of another stream shows that enough time has passed.
            let (silence, _) = AsyncStream<ServerSentEvent<String>>.makeStream()
            var routes = Routes(PulseAPI()).on(\.events) { ElementStream(silence) }
            routes.heartbeatInterval = .milliseconds(20)
            var other = await routes.respond(to: IncomingRequest(method: .get, target: "/events")).body
                .makeAsyncIterator()
            _ = try await other.next()
            source.yield(ServerSentEvent(data: "a"))
        }
        let chunk = try await body.next()
        try await first.value
        #expect(chunk.map { String(decoding: $0, as: UTF8.self) } == (path == "/lines" ? "a\n" : "data: a\n\n"))
    }

    @Test func `an error of the handler's sequence is reported, and breaks the stream off`() async throws {
        let reported = Guarded<[String]>([])
        var body = await body(interval: .seconds(3_600)) { error in reported.withLock { $0.append("\(error)") } }
        source.yield(ServerSentEvent(data: "a"))
        _ = try await body.next()
        source.finish(throwing: Torn())
        let error = await #expect(throws: TransportError.self) { try await body.next() }
        #expect(error?.code == .connectionLost)
        #expect(reported.withLock(\.self) == ["Torn()"])
    }

    @Test func `a reader that is cancelled or gone ends the handler's sequence`() async throws {
        for isCancelled in [true, false] {
            let ended = Gate(), (events, source) = AsyncStream<ServerSentEvent<String>>.makeStream()
            source.onTermination = { _ in ended.open() }
            var routes = Routes(api).on(\.events) { ElementStream(events) }
            routes.heartbeatInterval = isCancelled ? .seconds(3_600) : .milliseconds(1)
            let task = Task { [routes] in
                var body = await routes.respond(to: IncomingRequest(method: .get, target: "/events")).body
                    .makeAsyncIterator()
                return try await body.next()
            }
            if isCancelled {
                task.cancel()
                await #expect(throws: (any Error).self) { try await task.value }
            } else {
                #expect(try await task.value == Data(":\n\n".utf8))
            }
            await ended.opened()
        }
    }

    @Test func `a client whose timeout is longer than the interval stays connected`() async throws {
        var routes = Routes(api).on(\.events) { [events] in ElementStream(events) }
        routes.heartbeatInterval = .milliseconds(10)
        let connections = Counter()
        let session = Loopback(routes).adapting { request, next in
            _ = connections.next()
            return try await next(request)
        }
        let request = api.request(\.events).timeout(after: .seconds(30)).reconnecting()
        var iterator = try await session.stream(request).makeAsyncIterator()
        source.yield(ServerSentEvent(data: "a"))
        #expect(try await iterator.next()?.data == "a")
        #expect(connections.count == 1)
    }

    @Test func `a handler continues after the identifier that the client sends`() async throws {
        let routes = Routes(api).on(\.numbers) { input in
            let start = input.lastEventID.flatMap(Int.init) ?? 0
            if start == 3 { throw ServingError(.noContent, "there are no more events") }
            return ElementStream((start..<3).map { ServerSentEvent(data: $0, id: "\($0 + 1)") })
        }
        let asked = Guarded<[String?]>([])
        let session = Loopback(routes).adapting { request, next in
            asked.withLock { $0.append(request.header["Last-Event-ID"]) }
            return try await next(request)
        }
        let policy = RetryPolicy(delay: .zero)
        var numbers: [Int] = []
        for try await event in try await session.stream(api.request(\.numbers, Numbers()).reconnecting(policy)) {
            numbers.append(event.data)
        }
        #expect(numbers == [0, 1, 2])
        #expect(asked.withLock(\.self) == [nil, "3"])
    }
}

private struct Torn: Error {}

private struct Numbers: Codable, Sendable {
    @HeaderValue var lastEventID: String?
}

private struct PulseAPI: RequestProviding {
    let baseURL = URL("https://pulse.example")

    let events = Endpoint<Void, ElementStream<ServerSentEvent<String>>>(.get, "/events")
    let lines = Endpoint<Void, ElementStream<String>>(.get, "/lines")
    let numbers = Endpoint<Numbers, ElementStream<ServerSentEvent<Int>>>(.get, "/numbers")
}
