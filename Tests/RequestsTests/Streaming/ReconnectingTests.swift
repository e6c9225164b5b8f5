import Foundation
import RequestsTesting
import TestSupport
import Testing

@testable import Requests
@testable import RequestsCore

/// Streams whose connections follow a script.
@Suite("Streams that reconnect", .timeLimit(.minutes(1))) struct ReconnectingTests {
    typealias Events = ElementStream<ServerSentEvent<String>>

    private let api = LastingAPI()
    private let clock = ImmediateClock()

    /// Returns a request for events that reconnects with the longest possible waits.
    private func events(
        _ policy: RetryPolicy = .unlimited,
        observing observe: @escaping @Sendable (Result<ResponseHead, TransportError>) -> Void = { _ in }
    ) -> Request<LastingAPI, Events> {
        api.get(from: "/").receiving(stream: .serverSentEvents)
            .reconnecting(policy, clock: clock, using: LargestGenerator(), observing: observe)
    }

    // MARK: - Positions

    @Test func `events continue after the last complete event`() async throws {
        let connections = Connections(
            .events("id: 1\ndata: a\n\nid: 2\ndata: b\n", error: .connectionLost),
            .events("id: 3\n\ndata: c\nid: 4", error: .connectionLost),
            .events("id: 5\ndata: d\n\nid\n\ndata: e\n\nid: 6\n", error: .connectionLost),
            .status(204))
        #expect(try await connections.events(of: events()) == ["1a", "5d", "e"])
        #expect(connections.lastEventIDs == [nil, "1", "3", nil])
    }

    @Test func `the request's identifier is sent until the server sets another one`() async throws {
        let connections = Connections(
            .failure(.connectionFailed), .events(": hi\n\n"), .events("data: a\n\n"), .events("id: 8 \n\n"),
            .status(204))
        let request = events().setting(headerField: "Last-Event-ID", "7")
        #expect(try await connections.events(of: request) == ["7a"])
        #expect(connections.lastEventIDs == ["7", "7", "7", "7", "8"])
    }

    @Test func `an identifier that a field can't contain ends the stream with an error`() async throws {
        let connections = Connections(.events("id: a\u{1}b\ndata: a\n\n"))
        let (events, error) = await connections.outcome(of: events())
        #expect(events == ["a\u{1}ba"])
        #expect(error?.code == .invalidHeaderValue)
    }

    @Test func `elements continue at the position of the last one that has a position`() async throws {
        let connections = Connections(
            .body(#"{"id":1}{"id":2}"#.lines + "{}\n"), .body(#"{"id":3}"#.lines + #"{"id""#, error: .connectionLost),
            .body(#"{"id":4}"#.lines))
        let request = api.get(from: "/?since=0&b").receiving(stream: .jsonLines(Row.self))
            .reconnecting(from: \.id, as: "since", clock: clock, using: LargestGenerator())
        #expect(try await connections.elements(of: request, upTo: 5).map(\.id) == [1, 2, nil, 3, 4])
        #expect(connections.targets == ["?since=0&b", "?b&since=2", "?b&since=3"])
        // The server ended the first response after new elements, so the stream doesn't wait.
        #expect(clock.sleeps == [.seconds(3)])
    }

    @Test func `lines that are made when they are read have a position, too`() async throws {
        let connections = Connections(.body("a\nb\n\n"), .body(""), .body("c\n"))
        let request = api.get(from: "/").receiving(stream: .lines)
            .reconnecting(from: { $0.isEmpty ? nil : $0 }, as: "after", clock: clock, using: LargestGenerator())
        #expect(try await connections.elements(of: request, upTo: 4) == ["a", "b", "", "c"])
        #expect(connections.targets == ["", "?after=b", "?after=b"])
        #expect(clock.sleeps == [.seconds(3)])
    }

    @Test func `a response that only repeats the position is followed by a wait`() async throws {
        let body = #"{"id":7}"#.lines
        let connections = Connections(.body(body), .body(body), .body(body), .body(#"{"id":8}"#.lines))
        let request = api.get(from: "/").receiving(stream: .jsonLines(Row.self))
            .reconnecting(from: \.id, as: "since", clock: clock, using: LargestGenerator())
        #expect(try await connections.elements(of: request, upTo: 4).map(\.id) == [7, 7, 7, 8])
        #expect(connections.targets == ["", "?since=7", "?since=7", "?since=7"])
        #expect(clock.sleeps == [.seconds(3), .seconds(3)])
    }

    @Test func `a poll that the server held isn't followed by a wait`() async throws {
        let quiet = Connections.Step.body("", held: .seconds(2), on: clock)
        let connections = Connections(
            .body(#"{"id":7}"#.lines), quiet, .body("", held: .seconds(30), on: clock), .status(204),
            .body(#"{"id":8}"#.lines))
        let policy = RetryPolicy(attemptLimit: 2, timeLimit: .seconds(60), delay: .seconds(3))
        let request = api.get(from: "/").receiving(stream: .jsonLines(Row.self))
            .reconnecting(policy, from: \.id, as: "since", clock: clock, using: LargestGenerator())
        #expect(try await connections.elements(of: request, upTo: 2).map(\.id) == [7, 8])
        // The waits follow the poll of two seconds, and the response without content.
        #expect(clock.sleeps == [.seconds(1), .seconds(3)])
    }

    @Test func `each connection is resolved again, so that a signature covers the position`() async throws {
        let connections = Connections(.events("id: 1\ndata: a\n\n"), .status(204))
        let request = events().adapting { message in
            message.header.append(HeaderField("X-Signed", message.header["Last-Event-ID"] ?? "nothing"))
        }
        _ = try await connections.events(of: request)
        #expect(connections.messages.map { $0.header["X-Signed"] } == ["nothing", "1"])
    }

    // MARK: - Waits

    @Test func `waits grow until a byte arrives`() async throws {
        let failures = Array(repeating: Connections.Step.failure(.connectionFailed), count: 6)
        let connections = Connections(
            failures + [.events(":\n\n", error: .connectionLost), .failure(.offline), .status(204)])
        #expect(try await connections.events(of: events()).isEmpty)
        #expect(clock.sleeps.map { $0 / .seconds(1) } == [3, 6, 12, 24, 48, 60, 3, 6])
    }

    @Test func `the server's reconnection time is the shortest wait`() async throws {
        let connections = Connections(
            .events("retry: 500\n\n"), .failure(.connectionFailed), .failure(.connectionFailed), .events("data: a\n\n"),
            .status(204))
        _ = try await connections.events(of: events())
        #expect(clock.sleeps.map { $0 / .milliseconds(1) } == [550, 3_500, 6_500, 550])
    }

    @Test(arguments: ["retry: 9223372036854775807\n\n", "retry: 86400001\n\n"])
    func `a wait is never longer than a day`(text: String) async throws {
        let connections = Connections(.events(text), .status(204))
        _ = try await connections.events(of: events())
        #expect(clock.sleeps == [.seconds(86_400)])
    }

    @Test(arguments: [429, 503])
    func `the time of Retry-After is waited for`(code: Int) async throws {
        let connections = Connections(
            .status(code, ["Retry-After": "30"]), .status(code, ["Retry-After": "99999999999999999999"]), .status(204))
        _ = try await connections.events(of: events())
        #expect(clock.sleeps == [.seconds(33), .seconds(86_400)])
    }

    @Test func `cancelling ends a wait at once`() async throws {
        let clock = ManualClock()
        let request = api.get(from: "/").receiving(stream: .serverSentEvents)
            .reconnecting(clock: clock, using: LargestGenerator())
        let connections = Connections(.events("data: a\n\n"))
        let task = Task { await connections.outcome(of: request) }
        await clock.sleeping(1)
        task.cancel()
        let (events, error) = await task.value
        #expect(events == ["a"])
        #expect(error?.code == .cancelled)
        #expect(clock.sleeperCount == 0)
    }

    // MARK: - Ends

    @Test func `a 204 ends the stream, also as the first response`() async throws {
        let connections = Connections(.status(204))
        let stream = try await connections.stream(events())
        #expect(stream.head.status == .noContent)
        #expect(try await connections.events(of: events()).isEmpty)
        #expect(connections.messages.count == 2)
    }

    @Test(arguments: [301, 400, 401, 403, 404, 410, 501])
    func `a final status ends the stream with the decoded failure`(code: Int) async throws {
        let connections = Connections(.events("data: a\n\n"), .status(code, body: #"{"reason":"gone"}"#))
        let (events, error) = await connections.outcome(of: events())
        #expect(events == ["a"])
        #expect(error?.head?.status.code == code)
        #expect(error?.failure?.reason == "gone")
        #expect(clock.sleeps.count == 1)
    }

    @Test func `a media type that isn't an event stream ends the stream with an error`() async throws {
        let connections = Connections(.events("data: a\n\n"), .body("<html>"))
        let (events, error) = await connections.outcome(of: events())
        #expect(events == ["a"])
        #expect(error?.code == .decodingFailed)
    }

    @Test func `an element that can't be decoded ends the stream with an error`() async throws {
        let connections = Connections(.events("id: 1\ndata: 1\n\nid: 2\ndata: x\n\n"))
        let request = api.get(from: "/").receiving(stream: .serverSentEvents(Int.self)).reconnecting(clock: clock)
        let (events, error) = await connections.outcome(of: request)
        #expect(events == ["11"])
        #expect(
            error?.message == "the data of event 2 could not be decoded as Int: the data is not valid JSON: at byte 0")
        #expect(connections.messages.count == 1)
    }

    @Test func `the event that ends a stream ends it for good`() async throws {
        let connections = Connections(.events("data: 1\n\ndata: [DONE]\n\n"))
        let request = api.get(from: "/").receiving(stream: .serverSentEvents(Int.self, until: "[DONE]"))
            .reconnecting(clock: clock)
        #expect(try await connections.elements(of: request).map(\.data) == [1])
        #expect(connections.messages.count == 1)
    }

    @Test func `a limit of attempts counts those without a byte between them`() async throws {
        let connections = Connections(
            .failure(.connectionFailed), .events("data: a\n\n", error: .connectionLost), .failure(.timedOut),
            .failure(.offline))
        let (events, error) = await connections.outcome(of: events(RetryPolicy(attemptLimit: 3)))
        #expect(events == ["a"])
        #expect(error?.code == .offline)
        #expect(error?.message == "it broke, in attempt 3")
    }

    @Test func `a stream that gives up says so, even if each response ended as it should`() async throws {
        let connections = Connections(.events("data: a\n\n"), .events(""), .events(""))
        let (events, error) = await connections.outcome(of: events(RetryPolicy(attemptLimit: 3)))
        #expect(events == ["a"])
        #expect(error?.code == .connectionLost)
        #expect(error?.message == "the server ended the response before the stream was complete, in attempt 3")
    }

    @Test func `a limit of time begins when the connection is lost`() async throws {
        clock.advance(by: .seconds(100))
        let connections = Connections(
            .events("data: a\n\n", error: .connectionLost), .failure(.timedOut), .failure(.offline))
        let policy = RetryPolicy(attemptLimit: 9, timeLimit: .seconds(8), delay: .seconds(3))
        let (_, error) = await connections.outcome(of: events(policy))
        #expect(clock.sleeps == [.seconds(3)])
        #expect(
            error?.message
                == "it broke, in attempt 2, and the request was not sent again, because the wait would exceed the time limit"
        )
    }

    @Test func `without attempts, the stream ends with its first connection`() async throws {
        let connections = Connections(.events("data: a\n\n"), .events("data: b\n\n", error: .connectionLost))
        #expect(try await connections.events(of: events(.never)) == ["a"])
        let (events, error) = await connections.outcome(of: events(.never))
        #expect(events == ["b"])
        #expect(error?.message == "it broke")
        #expect(connections.messages.count == 2)
    }

    @Test func `a request that isn't idempotent doesn't reconnect`() async throws {
        let post = api.post(.text("hi"), to: "/").receiving(stream: .serverSentEvents).reconnecting(clock: clock)
        let connections = Connections(
            .events("data: a\n\n", error: .connectionLost), .events("data: a\n\n"), .events("data: b\n\n"),
            .events("data: c\n\n"), .status(204))
        let (events, error) = await connections.outcome(of: post)
        #expect(events == ["a"])
        #expect(
            error?.message
                == "it broke; the stream was not reopened, because the request isn't marked as idempotent: "
                + "if the request is safe to repeat, add .idempotent()")
        #expect(try await connections.events(of: post) == ["a"])
        #expect(try await connections.events(of: post.idempotent()) == ["b", "c"])
    }

    @Test func `a body that can't be made again is not sent again`() async throws {
        let body = BodyProvider { _, _ in .stream(length: nil) { throw CancellationError() } }
        let put = api.put(body, to: "/").receiving(stream: .serverSentEvents).reconnecting(clock: clock)
        let (_, error) = await Connections(.events("data: a\n\n", error: .connectionLost)).outcome(of: put)
        #expect(
            error?.message == "it broke, and the request was not sent again, because its body can't be created again")
    }

    @Test func `a response without a length that ends inside an element was cut off`() async throws {
        let connections = Connections(
            .body(#"{"id":1}"#.lines + #"{"id":"#), .body(#"{"id":2}"#.lines),
            .body(#"{"id":"#, header: ["Content-Length": "6"]))
        let request = api.get(from: "/").receiving(stream: .jsonLines(Row.self))
            .reconnecting(from: \.id, as: "since", clock: clock)
        #expect(try await connections.elements(of: request, upTo: 2).map(\.id) == [1, 2])
        #expect(connections.targets == ["", "?since=1"])
        let error = await connections.outcome(ofAny: request)
        #expect(error?.code == .decodingFailed)
    }

    // MARK: - Decorators and observers

    @Test func `a decorator that retries leaves the attempts to the stream`() async throws {
        let connections = Connections(.status(503), .failure(.connectionLost), .events("data: a\n\n"), .status(204))
        let session = connections.retrying(clock: ImmediateClock())
        var events: [String] = []
        for try await event in try await session.stream(self.events()) { events.append(event.data) }
        #expect(events == ["a"])
        #expect(clock.sleeps.count == 3)
    }

    @Test func `a token that expires between two connections is refreshed`() async throws {
        let connections = Connections(
            .events("id: 1\ndata: a\n\n"), .status(401), .events("data: b\n\n"), .status(204))
        let fetches = Counter()
        let tokens = BearerTokens(for: api.baseURL, fetching: { BearerToken("t\(fetches.next())") })
        var events: [String] = []
        let session = connections.authenticating(with: tokens)
        for try await event in try await session.stream(self.events()) { events.append(event.data) }
        #expect(events == ["a", "b"])
        #expect(
            connections.messages.map { $0.header[.authorization] } == ["t1", "t1", "t2", "t2"].map { "Bearer \($0)" })
        #expect(connections.lastEventIDs == [nil, "1", "1", "1"])
    }

    @Test func `an observer learns of each connection, and of each error before its wait`() async throws {
        let seen = Guarded<[String]>([])
        let connections = Connections(
            .failure(.offline), .events("data: a\n\n"), .status(503), .events("data: b\n\n", error: .connectionLost),
            .status(404))
        let (_, error) = await connections.outcome(
            of: events { result in
                let text =
                    switch result {
                    case .success(let head): "\(head.status.code)"
                    case .failure(let error): "\(error.code): \(error.message)"
                    }
                seen.withLock { $0.append(text) }
            })
        #expect(error?.head?.status == .notFound)
        #expect(
            seen.withLock(\.self) == [
                "offline: it broke", "200",
                "connectionLost: the server ended the response before the stream was complete",
                "unacceptableStatus: GET https://api.example/ returned 503 Service Unavailable", "200",
                "connectionLost: it broke",
            ])
    }

    @Test func `perform reads one response`() async throws {
        let connections = Connections(.events("data: a\n\n"))
        var events: [String] = []
        for try await event in try await connections.perform(self.events()) { events.append(event.data) }
        #expect(events == ["a"])
    }
}

private struct LastingAPI: RequestProviding {
    struct Failure: Decodable, Sendable {
        let reason: String
    }

    let baseURL = URL("https://api.example")
}

private struct Row: Decodable, Sendable {
    let id: Int?
}

extension String {
    /// The text with a line break after each object.
    fileprivate var lines: String { replacing("}", with: "}\n") }
}

/// A transport whose connections follow a script.
private final class Connections: Transport {
    enum Step: Sendable {
        case body(String, header: HeaderFields = [], error: RequestErrorCode? = nil)
        case status(Int, HeaderFields = [], body: String = "")
        case failure(RequestErrorCode)
        case held(String, Duration, ImmediateClock)

        /// Returns the step of a response that arrives after a time.
        static func body(_ text: String, held time: Duration, on clock: ImmediateClock) -> Step {
            .held(text, time, clock)
        }

        static func events(_ text: String, error: RequestErrorCode? = nil) -> Step {
            .body(text, header: ["Content-Type": "text/event-stream"], error: error)
        }
    }

    private let state: Guarded<(steps: ArraySlice<Step>, messages: [OutgoingRequest])>

    init(_ steps: Step...) { state = Guarded((steps[...], [])) }

    init(_ steps: [Step]) { state = Guarded((steps[...], [])) }

    var messages: [OutgoingRequest] { state.withLock { $0.messages } }
    var lastEventIDs: [String?] { messages.map { $0.header["Last-Event-ID"] } }
    /// The queries of the requests.
    var targets: [String] { messages.map { String($0.urlText.dropFirst("https://api.example/".count)) } }

    /// Follows the next step; the last one is repeated.
    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let step = state.withLock { state in
            state.messages.append(request)
            return state.steps.count > 1 ? state.steps.removeFirst() : state.steps.first
        }
        switch step {
        case .body(let text, let header, let code):
            let error = code.map { TransportError(code: $0, message: "it broke") }
            return TransportResponse(
                head: ResponseHead(status: .ok, header: header, urlText: request.urlText),
                body: MessageBody(texts: [text].filter { !$0.isEmpty }, error: error))
        case .status(let code, let header, let body):
            return TransportResponse(
                head: ResponseHead(status: HTTPStatus(code), header: header, urlText: request.urlText),
                body: MessageBody(Data(body.utf8)))
        case .failure(let code): throw TransportError(code: code, message: "it broke")
        case .held(let text, let time, let clock):
            clock.advance(by: time)
            return TransportResponse(
                head: ResponseHead(status: .ok, urlText: request.urlText), body: MessageBody(Data(text.utf8)))
        case nil: throw TransportError(code: .malformedResponse, message: "the script is over")
        }
    }

    func elements<Element>(
        of request: Request<LastingAPI, ElementStream<Element>>, upTo limit: Int = .max
    ) async throws -> [Element] {
        var elements: [Element] = []
        for try await element in try await stream(request) {
            elements.append(element)
            if elements.count == limit { break }
        }
        return elements
    }

    /// Returns the identifiers and data of all events.
    func events(of request: Request<LastingAPI, ReconnectingTests.Events>) async throws -> [String] {
        try await elements(of: request).map { $0.id + $0.data }
    }

    /// Returns the identifiers and data of all events, and the error that ended the stream.
    func outcome<Payload>(
        of request: Request<LastingAPI, ElementStream<ServerSentEvent<Payload>>>
    ) async -> ([String], RequestError<LastingAPI.Failure>?) {
        var events: [String] = []
        do throws(RequestError<LastingAPI.Failure>) {
            for try await event in try await stream(request) { events.append("\(event.id)\(event.data)") }
            return (events, nil)
        } catch {
            return (events, error)
        }
    }

    /// Returns the error that ended a stream.
    func outcome<Element>(
        ofAny request: Request<LastingAPI, ElementStream<Element>>
    ) async -> RequestError<LastingAPI.Failure>? {
        do throws(RequestError<LastingAPI.Failure>) {
            for try await _ in try await stream(request) {}
            return nil
        } catch {
            return error
        }
    }
}
