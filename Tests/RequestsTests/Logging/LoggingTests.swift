import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Transport.logging", .timeLimit(.minutes(1))) struct LoggingTests {
    private let api = LoggedAPI()
    private let clock = ImmediateClock()
    private let written = LogLines()

    private func stub(_ response: @escaping @Sendable () throws -> TransportResponse) -> Stub<LoggedAPI> {
        Stub(api).on(.get, "/users/1") { [clock] _ in
            clock.advance(by: .milliseconds(132))
            return try response()
        }
    }

    private func logging(_ base: some Transport, _ level: RequestLogLevel? = .debug) -> some Transport {
        base.logging(level: level, clock: clock, to: written.add)
    }

    // MARK: - Lines

    @Test func `a success has a start and an end`() async throws {
        try await logging(stub { .text("hello") }).perform(api.get(.text, from: "/users/1?token=x&page=2"))
        #expect(
            written.lines == [
                "debug GET https://logged.example/users/1?token=<redacted>&page=2: started",
                "info GET https://logged.example/users/1?token=<redacted>&page=2: 200 OK in 132 ms, 5 bytes",
            ])
    }

    @Test func `a body is shown by its size`() async throws {
        let stub = Stub(api).on(.post, "/users") { _ in .status(.created) }
        try await logging(stub).perform(api.post(.text("27 bytes of it, not a word."), to: "/users"))
        #expect(
            written.lines == [
                "debug POST https://logged.example/users: started, 27 bytes",
                "info POST https://logged.example/users: 201 Created in 0 ms, 0 bytes",
            ])
        #expect(written.entries.last?.requestSize == 27)
    }

    @Test(arguments: [(301, "warning"), (404, "warning"), (500, "error"), (304, "info"), (204, "info")])
    func `the level follows from the status`(status: Int, level: String) async throws {
        let transport = logging(stub { .status(HTTPStatus(status)) })
        _ = try? await transport.perform(api.get(from: "/users/1"))
        let line = try #require(written.lines.last)
        #expect(line.hasPrefix("\(level) GET https://logged.example/users/1: \(status) "), "\(line)")
    }

    @Test(arguments: [(RequestErrorCode.timedOut, "error"), (.cancelled, "info")])
    func `a call without a response has an end as well`(code: RequestErrorCode, level: String) async throws {
        let transport = logging(stub { throw TransportError(code: code, message: "nothing came") })
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(api.get(from: "/users/1"))
        }
        #expect(error?.code == code)
        #expect(error?.message == "nothing came")
        #expect(written.lines.last == "\(level) GET https://logged.example/users/1: \(code) in 132 ms")
        #expect(written.entries.last?.errorCode == code)
    }

    @Test func `times are in milliseconds, and long ones in seconds`() async throws {
        for (duration, text) in [
            (Duration.microseconds(400), "0 ms"), (.seconds(9), "9000 ms"), (.seconds(61), "61 s"),
        ] {
            let stub = Stub(api).on(.get, "/") { [clock] _ in
                clock.advance(by: duration)
                return .status(.ok)
            }
            try await logging(stub).perform(api.get(from: "/"))
            #expect(written.lines.last == "info GET https://logged.example/: 200 OK in \(text), 0 bytes")
        }
    }

    @Test func `details contain the message and the head of the response, without secrets and bodies`() async throws {
        let header: HeaderFields = [.contentType(.json), HeaderField("Set-Cookie", "id=7")]
        let stub = Stub(api).on(.post, "/users") { _ in
            TransportResponse(
                head: ResponseHead(status: .conflict, header: header, urlText: "https://logged.example/users"),
                body: MessageBody(Data("secret".utf8)))
        }
        _ = try? await logging(stub).perform(
            api.post(.text("secret"), to: "/users").authenticated(with: .bearerToken("secret")))
        #expect(
            written.entries.last?.details == """
                POST https://logged.example/users: 409 Conflict in 0 ms, 6 bytes
                > POST /users HTTP/1.1
                > Host: logged.example
                > Content-Type: text/plain; charset=utf-8
                > Authorization: <redacted>
                > Content-Length: 6
                > (6 bytes)
                < 409 Conflict
                < Content-Type: application/json
                < Set-Cookie: <redacted>
                < Content-Length: 6
                $ curl -X 'POST' --globoff 'https://logged.example/users' -H 'Content-Type: text/plain; charset=utf-8' \
                -H 'Authorization: <redacted>' --data-binary '<6 bytes>'
                """)
    }

    @Test func `text from outside stays on its line`() async throws {
        let header: HeaderFields = [HeaderField("X-Note", "a\nforged: 200 OK")]
        let transport = logging(FixedResponse(header: header))
        let message = OutgoingRequest(urlText: "https://logged.example/a\nforged", header: ["X-Mine": "b\r\nforged"])
        _ = try await transport.send(message)
        #expect(written.lines.allSatisfy { !$0.contains("\n") })
        let lines = written.entries.flatMap { $0.details.split(separator: "\n") }
        #expect(!lines.contains { $0.hasPrefix("forged") }, "\(lines)")
    }

    // MARK: - Attempts

    private func responses(_ first: HTTPStatus) -> Stub<LoggedAPI> {
        Stub(api).on(.get, "/users/1", .once) { _ in .status(first, header: ["Retry-After": "2"]) }
            .on(.get, "/users/1", .once) { _ in .text("here") }
    }

    @Test func `around retrying, a call is logged once, with its attempts`() async throws {
        let transport = logging(responses(.serviceUnavailable).retrying(clock: clock, using: LargestGenerator()))
        try await transport.perform(api.get(.text, from: "/users/1"))
        #expect(
            written.lines == [
                "debug GET https://logged.example/users/1: started",
                "info GET https://logged.example/users/1: attempt 1 503 Service Unavailable, next in 2250 ms",
                "info GET https://logged.example/users/1: 200 OK in 2250 ms, 4 bytes, attempt 2",
            ])
        #expect(written.entries.map(\.event) == [.started, .attemptFailed(next: .milliseconds(2_250)), .ended])
        #expect(written.entries[1].status == .serviceUnavailable)
    }

    @Test func `inside of retrying, each attempt is logged as a call, with its number`() async throws {
        let transport = logging(responses(.serviceUnavailable)).retrying(clock: clock)
        try await transport.perform(api.get(.text, from: "/users/1"))
        #expect(
            written.lines == [
                "debug GET https://logged.example/users/1: started",
                "error GET https://logged.example/users/1: 503 Service Unavailable in 0 ms, 0 bytes",
                "debug GET https://logged.example/users/1: attempt 2 started",
                "info GET https://logged.example/users/1: 200 OK in 0 ms, 4 bytes, attempt 2",
            ])
    }

    @Test func `two logs around retrying both log the attempts, and an error is logged with its code`() async throws {
        let stub = Stub(api).on(.get, "/", .once) { _ in throw TransportError(code: .connectionLost, message: "no") }
            .on(.get, "/", .once) { _ in .status(.ok) }
        let policy = RetryPolicy(delay: .zero)
        let other = LogLines()
        let transport = logging(stub.retrying(policy, clock: clock)).logging(level: .info, clock: clock, to: other.add)
        try await transport.perform(api.get(from: "/"))
        #expect(written.lines[1] == "info GET https://logged.example/: attempt 1 connectionLost, next in 0 ms")
        #expect(other.lines == Array(written.lines.dropFirst()))
    }

    @Test func `new credentials are logged`() async throws {
        let tokens = BearerTokens(for: api.baseURL, BearerToken("KANARI1")) { _ in BearerToken("KANARI2") }
        let transport = logging(responses(.unauthorized).authenticating(with: tokens))
        try await transport.perform(api.get(.text, from: "/users/1"))
        #expect(written.entries.map(\.event) == [.started, .credentialsRefreshed, .ended])
        #expect(written.lines[1] == "info GET https://logged.example/users/1: new credentials")
        #expect(!written.lines.joined().contains("KANARI"))
    }

    @Test func `calls that share a refresh log it once`() async throws {
        let tokens = BearerTokens(for: api.baseURL, BearerToken("old")) { _ in BearerToken("new") }
        let refused = Counter(), all = Gate()
        let stub = Stub(api).on(.get, "/users/1") { request in
            if request.header[.authorization] == "Bearer new" { return .text("here") }
            // No call gets a response before all have arrived.
            if refused.next() == 5 { all.open() }
            await all.opened()
            return .status(.unauthorized)
        }
        let transport = logging(stub.authenticating(with: tokens))
        try await withThrowingTaskGroup { group in
            for _ in 0..<5 { group.addTask { _ = try await transport.perform(api.get(.text, from: "/users/1")) } }
            try await group.waitForAll()
        }
        #expect(written.entries.count { $0.event == .credentialsRefreshed } == 1)
        #expect(written.entries.count { $0.event == .ended } == 5)
    }

    @Test func `a wait for a limit is logged, with its length if that is known`() async throws {
        let paced = logging(FixedResponse().rateLimiting(to: 1, per: .seconds(20), clock: clock), .info)
        for _ in 0..<2 { try await paced.perform(api.get(from: "/")) }
        let asked = logging(stub { .status(.tooManyRequests, header: ["Retry-After": "7"]) }, nil)
        let patient = logging(asked.honoringRateLimits(clock: clock), .info)
        for _ in 0..<2 { _ = try? await patient.perform(api.get(from: "/users/1")) }
        let waits = written.entries.filter { if case .waits = $0.event { true } else { false } }
        #expect(waits.map(\.event) == [.waits(.seconds(20)), .waits(.seconds(7))])
        #expect(waits.map { "\($0.level) \($0)" }.first == "info GET https://logged.example/: waits 20 s for its turn")

        let held = HeldTransport()
        let narrow = logging(held.limiting(concurrentCalls: 1), .info)
        async let first: Void = narrow.perform(api.get(from: "/first"))
        await held.came(1)
        async let second: Void = narrow.perform(api.get(from: "/second"))
        while written.entries.last?.event != .waits(nil) { await Task.yield() }
        #expect(written.lines.last == "info GET https://logged.example/second: waits for its turn")
        held.release(0)
        await held.came(2)
        held.release(1)
        _ = try await (first, second)
    }

    // MARK: - Bodies that stream

    private func streaming(_ chunks: [String], throwing error: TransportError? = nil) -> FixedStream {
        FixedStream(chunks: chunks.map { Data($0.utf8) }, error: error)
    }

    @Test func `a stream ends when it has been read`() async throws {
        let response = try await logging(streaming(["ab", "cde"])).send(OutgoingRequest(urlText: "https://h/"))
        #expect(written.entries.map(\.event) == [.started])
        clock.advance(by: .seconds(3))
        for try await _ in response.body {}
        #expect(written.lines.last == "info GET https://h/: 200 OK in 3000 ms, 5 bytes")
        #expect(written.lines.count == 2)
    }

    @Test func `a stream that breaks off ends with its error, once`() async throws {
        let lost = TransportError(code: .connectionLost, message: "the cable was pulled")
        do {
            let response = try await logging(streaming(["ab"], throwing: lost)).send(
                OutgoingRequest(urlText: "https://h/"))
            await #expect(throws: TransportError.self) { for try await _ in response.body {} }
        }
        #expect(written.lines.last == "error GET https://h/: connectionLost in 0 ms, 2 bytes")
        #expect(written.lines.count == 2)
    }

    @Test func `a dropped stream is logged with the number of read bytes`() async throws {
        do {
            let response = try await logging(streaming(["ab", "cde"])).send(OutgoingRequest(urlText: "https://h/"))
            for try await _ in response.body { break }
        }
        #expect(written.lines.last == "info GET https://h/: 200 OK in 0 ms, 2 bytes, body not read to the end")
        #expect(written.entries.map(\.event) == [.started, .dropped])
    }

    @Test func `a collected body is logged with its whole size, and one that breaks off with its head`()
        async throws
    {
        try await logging(streaming(["ab", "cde"])).perform(api.get(.text, from: "/"))
        #expect(written.lines.last == "info GET https://logged.example/: 200 OK in 0 ms, 5 bytes")
        let lost = TransportError(code: .connectionLost, message: "the cable was pulled")
        let error = await #expect(throws: TransportError.self) {
            try await logging(streaming(["ab"], throwing: lost)).perform(api.get(.text, from: "/"))
        }
        #expect(error?.head?.status == .ok)
        #expect(written.entries.last?.errorCode == .connectionLost)
        #expect(written.entries.last?.status == .ok)
    }

    // MARK: - Entries that are left out

    @Test(arguments: zip([RequestLogLevel.debug, .info, .warning, .error, nil], [7, 4, 2, 1, 0]))
    func `a log gets no entry below its level`(level: RequestLogLevel?, count: Int) async throws {
        let transport = logging(responses(.serviceUnavailable).retrying(clock: clock), level)
        try await transport.perform(api.get(.text, from: "/users/1"))
        _ = try? await logging(FixedResponse(status: .notFound), level).perform(api.get(from: "/"))
        _ = try? await logging(FixedResponse(status: .badGateway), level).perform(api.get(from: "/"))
        #expect(written.lines.count == count)
        #expect(written.entries.allSatisfy { entry in level.map { entry.level >= $0 } ?? false })
    }

    @Test func `a disabled log passes the message on unchanged`() async throws {
        let response = try await logging(streaming(["a"]), nil).send(OutgoingRequest(urlText: "https://h/"))
        for try await _ in response.body {}
        #expect(written.lines.isEmpty)
    }
}

private struct LoggedAPI: RequestProviding {
    let baseURL = URL("https://logged.example")
}

/// A response in chunks.
private struct FixedStream: Transport {
    var chunks: [Data]
    var error: TransportError?

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        for chunk in chunks { continuation.yield(chunk) }
        continuation.finish(throwing: error)
        return TransportResponse(head: ResponseHead(status: .ok, urlText: request.urlText), body: MessageBody(stream))
    }
}
