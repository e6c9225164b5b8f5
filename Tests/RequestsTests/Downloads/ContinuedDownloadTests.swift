import Foundation
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

@testable import Requests

/// A transport that writes the content of each response itself, and then fails, except for the last response.
private final class Breaking: Transport {
    private let responses: Guarded<[(fields: HeaderFields, text: String)]>
    let sinks = Guarded<[any ContentSink]>([])

    init(_ responses: [(HeaderFields, String)]) {
        self.responses = Guarded(responses)
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        // Content of earlier responses that arrives late is rejected.
        for sink in sinks.withLock({ $0 }) {
            #expect(throws: TransportError.self) { try sink.write(Data("late".utf8)) }
        }
        let (fields, text) = responses.withLock { $0.removeFirst() }
        let status: HTTPStatus = fields.contains(.contentRange) ? .partialContent : .ok
        let head = ResponseHead(status: status, header: fields, urlText: request.urlText)
        let sink = try #require(try request.options.openContentSink?(head))
        sinks.withLock { $0.append(sink) }
        try sink.write(Data(text.utf8))
        let isLast = responses.withLock(\.isEmpty)
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        continuation.finish(throwing: isLast ? nil : TransportError(code: .connectionLost, message: "it broke off"))
        return TransportResponse(head: head, body: MessageBody(stream))
    }
}

/// Downloads that are continued by a transport that retries, without a network.
@Suite("Download, continued", .timeLimit(.minutes(1)))
struct ContinuedDownloadTests {
    private typealias Response = Prepared.Response

    private let api = AnonymousProvider("http://h")
    private let clock = ImmediateClock()

    private static let lost = TransportError(code: .connectionLost, message: "it broke off")
    private static let cutOff = Response(
        fields: ["ETag": "\"1\"", "Content-Length": "10"], chunks: ["01234"], error: lost)
    private static let rest = Response(
        status: .partialContent, fields: ["Content-Range": "bytes 5-9/10"], chunks: ["56789"])

    private func retrying(_ transport: some Transport, _ policy: RetryPolicy = .default) -> some Transport {
        transport.retrying(policy, clock: clock, using: LargestGenerator())
    }

    @Test(arguments: [false, true])
    func `a transport that writes the content itself continues, and writes nothing late`(
        isResuming: Bool
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            let transport = Breaking([
                (["ETag": "\"1\"", "Content-Length": "10"], "01234"), (["Content-Range": "bytes 5-9/10"], "56"),
                (["Content-Range": "bytes 7-9/10"], "789"),
            ])
            try await retrying(transport).download(api.get(from: "/"), to: file, resuming: isResuming)
            #expect(file.text == "0123456789")
            #expect(directory.names == ["a"])
            for sink in transport.sinks.withLock({ $0 }) {
                #expect(throws: TransportError.self) { try sink.write(Data("late".utf8)) }
            }
            #expect(file.text == "0123456789")
        }
    }

    @Test func `compressed content is requested again as a whole`() async throws {
        try await withTemporaryDirectory { directory in
            let fields: HeaderFields = ["ETag": "\"1\"", "Content-Encoding": "gzip"]
            let transport = Prepared(
                Response(fields: fields, chunks: ["01234"], error: Self.lost),
                Response(fields: fields, chunks: ["new"]))
            let request = api.get(from: "/").setting(headerField: .acceptEncoding, "gzip")
            try await retrying(transport).download(request, to: directory.appending(path: "a"))
            #expect(directory.appending(path: "a").text == "new")
            #expect(transport.requests.allSatisfy { !$0.header.contains(.range) })
        }
    }

    @Test func `without retrying, nothing changes`() async throws {
        try await withTemporaryDirectory { directory in
            let transport = Prepared(Self.cutOff, Self.rest)
            let error = await transport.failure(of: api.get(from: "/"), to: directory.appending(path: "a"))
            #expect(error?.message == "it broke off")
            #expect(transport.requests.count == 1)
            #expect(directory.names == [])
        }
    }

    @Test func `an error that isn't temporary isn't retried`() async throws {
        try await withTemporaryDirectory { directory in
            let failure = TransportError(code: .transportFailed, message: "it broke")
            let transport = Prepared(Response(fields: ["ETag": "\"1\""], chunks: ["01234"], error: failure))
            let error = await retrying(transport).failure(of: api.get(from: "/"), to: directory.appending(path: "a"))
            #expect(error?.message == "it broke")
            #expect(transport.requests.count == 1)
        }
    }

    @Test func `the time limit counts from the last content that the next attempt needn't request`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            let slow = Prepared(Self.cutOff, Self.rest).adapting { [clock] request, next in
                clock.advance(by: .seconds(3_600))
                return try await next(request)
            }
            try await retrying(slow).download(api.get(from: "/"), to: file)
            #expect(file.text == "0123456789")
            let untagged = Response(fields: ["Content-Length": "10"], chunks: ["01234"], error: Self.lost)
            let again = Prepared(untagged, untagged).adapting { [clock] request, next in
                clock.advance(by: .seconds(3_600))
                return try await next(request)
            }
            let error = await retrying(again).failure(of: api.get(from: "/"), to: file)
            let reason =
                "it broke off, and the request was not sent again, because the wait would exceed the time limit"
            #expect(error?.message == reason)
        }
    }

    @Test func `a download isn't continued after its total timeout`() async throws {
        try await withTemporaryDirectory { directory in
            let policy = RetryPolicy(timeLimit: .seconds(10_000), delay: .seconds(3_600), longestDelay: .seconds(3_600))
            let transport = Prepared(Self.cutOff, Self.rest)
            let request = api.get(from: "/").setting(\.policy.totalTimeout, .seconds(600))
            let file = directory.appending(path: "a")
            let error = await retrying(transport, policy).failure(of: request, to: file)
            #expect(error?.message.hasSuffix("the wait would exceed the time limit") == true)
            #expect(clock.sleeps.isEmpty)
            let patient = request.setting(\.policy.totalTimeout, .seconds(6_000))
            try await retrying(Prepared(Self.cutOff, Self.rest), policy).download(patient, to: file)
            #expect(clock.sleeps == [.seconds(3_600)])
        }
    }

    @Test func `cancelling ends the wait for the rest`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            let clock = ManualClock()
            let transport = Prepared(Self.cutOff, Self.rest)
            let session = transport.retrying(clock: clock, using: LargestGenerator())
            let task = Task { await session.failure(of: api.get(from: "/"), to: file, resuming: true) }
            await clock.sleeping(1)
            task.cancel()
            let error = await task.value
            #expect(error?.code == .cancelled)
            #expect(transport.requests.count == 1)
            #expect(directory.appending(path: "a.partial/content").text == "01234")
        }
    }

    @Test func `the messages of a call share their deadline, and their number is an option`() async throws {
        try await withTemporaryDirectory { directory in
            let transport = Prepared(Self.cutOff, Response(status: .serviceUnavailable), Self.rest)
            let request = api.get(from: "/").setting(\.policy.totalTimeout, .seconds(600))
            try await retrying(transport).download(request, to: directory.appending(path: "a"))
            #expect(transport.requests.map(\.options.attempt) == [1, 2, 3])
            let deadlines = transport.requests.map(\.context.deadline)
            #expect(deadlines[0] != nil)
            #expect(deadlines.allSatisfy { $0 == deadlines[0] })
        }
    }

    @Test func `credentials that expire during a download are refreshed`() async throws {
        try await withTemporaryDirectory { directory in
            let transport = Prepared(
                Self.cutOff, Response(status: .serviceUnavailable), Response(status: .unauthorized), Self.rest)
            let tokens = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in BearerToken("new") }
            let session = retrying(transport).authenticating(with: tokens)
            let file = directory.appending(path: "a")
            try await session.download(api.get(from: "/"), to: file)
            #expect(file.text == "0123456789")
            #expect(transport.requests.map(\.options.attempt) == [1, 2, 3, 3])
            #expect(transport.requests.last?.header[.authorization] == "Bearer new")
        }
    }

    @Test func `a call of several messages adds to the budget once`() async throws {
        try await withTemporaryDirectory { directory in
            let budget = RetryBudget(ratio: 1, reserve: 0)
            // The call adds one retry to the budget. The first response without content uses it up.
            let busy = Response(status: .serviceUnavailable)
            let transport = Prepared(Self.cutOff, busy, busy, Self.rest)
            let session = transport.retrying(RetryPolicy(attemptLimit: 9), budget: budget, clock: clock)
            let error = await session.failure(of: api.get(from: "/"), to: directory.appending(path: "a"))
            #expect(error?.message.contains("the retry budget is used up") == true)
            #expect(transport.requests.count == 3)
        }
    }

    @Test func `a call releases its place among concurrent calls while it waits`() async throws {
        try await withTemporaryDirectory { directory in
            let transport = Prepared(Self.cutOff, Self.rest)
            let session = retrying(transport).limiting(concurrentCalls: 1)
            try await session.download(api.get(from: "/"), to: directory.appending(path: "a"))
            #expect(directory.appending(path: "a").text == "0123456789")
        }
    }

    @Test func `a log shows each message, and the wait between them`() async throws {
        try await withTemporaryDirectory { directory in
            let events = Guarded<[String]>([])
            let transport = retrying(Prepared(Self.cutOff, Self.rest)).logging(level: .debug) { entry in
                events.withLock { $0.append("\(entry.event) \(entry.attempt)") }
            }
            try await transport.download(api.get(from: "/"), to: directory.appending(path: "a"))
            #expect(
                events.withLock { $0 } == [
                    "started 1", "ended 1", "attemptFailed(next: 0.25 seconds) 1", "started 2", "ended 2",
                ])
        }
    }

    @Test func `nothing of a call is retained after it`() async throws {
        weak var mark: Mark?
        try await withTemporaryDirectory { directory in
            let session = retrying(Prepared(Self.cutOff, Self.rest)).logging { _ in }
            let new = Mark()
            mark = new
            try await session.download(
                api.get(from: "/").setting(\.mark, new), to: directory.appending(path: "a"))
        }
        #expect(mark == nil)
    }
}

private final class Mark: Sendable {}

private enum MarkOption: RequestOption { static var defaultValue: Mark? { nil } }

extension RequestOptions {
    fileprivate var mark: Mark? {
        get { self[MarkOption.self] }
        set { self[MarkOption.self] = newValue }
    }
}
