#if Logging
import Foundation
import Logging
import Requests
import RequestsEndpoints
import RequestsLogging
import RequestsTesting
import Testing

@Suite("Transport.logging to swift-log", .timeLimit(.minutes(1))) struct SwiftLogTests {
    private let api = SwiftLogAPI()
    private let clock = ImmediateClock()
    private let written = WrittenLines()

    private func logger(_ level: Logger.Level) -> Logger {
        Logger(label: "test") { [written] _ in WritingHandler(logLevel: level, lines: written) }
    }

    @Test func `the line is the message, and its parts are the metadata`() async throws {
        let stub = Stub(api).on(\.user) { [clock] id in
            clock.advance(by: .milliseconds(132))
            return "Ada \(id)"
        }
        let transport = stub.logging(to: logger(.info), clock: clock)
        let user = try await transport.perform(
            api.request(\.user, 1).adding(query: "token", "KANARI").authenticated(with: .bearerToken("KANARI")))
        #expect(user == "Ada 1")
        let line = try #require(written.lines.first)
        #expect(written.lines.count == 1)
        #expect(line.level == .info)
        #expect(line.message == "GET https://logged.example/users/1?token=<redacted>: 200 OK in 132 ms, 5 bytes")
        #expect(
            line.metadata == [
                "method": "GET", "url": "https://logged.example/users/1?token=<redacted>", "host": "logged.example",
                "attempt": "1", "duration": "132", "status": "200", "api": "SwiftLogAPI", "endpoint": "GET /users/{id}",
                "request-size": "0", "response-size": "5",
            ])
    }

    @Test func `a failure contains a curl command, and no canary`() async throws {
        let stub = Stub(api).on(.get, "/users/1") { _ in .text("KANARI", status: .badGateway) }
        _ = try? await stub.logging(to: logger(.trace), clock: clock).perform(
            api.request(\.user, 1).authenticated(with: .bearerToken("KANARI")))
        let line = try #require(written.lines.last)
        #expect(written.lines.map(\.level) == [.debug, .error])
        #expect(
            line.metadata["curl"]?.hasPrefix("curl --globoff 'https://logged.example/users/1' ") == true,
            "\(line.metadata)")
        #expect(!"\(written.lines)".contains("KANARI"))
    }

    @Test(arguments: [
        (Logger.Level.trace, 2), (.debug, 2), (.info, 1), (.notice, 1), (.warning, 1), (.error, 0), (.critical, 0),
    ])
    func `a logger gets no entry below its level`(level: Logger.Level, count: Int) async throws {
        let stub = Stub(api).on(.get, "/users/1") { _ in .status(.notFound) }
        _ = try? await stub.logging(to: logger(level), clock: clock).perform(api.request(\.user, 1))
        #expect(written.lines.count == count)
    }

    @Test func `the level may be set higher than that of the logger`() async throws {
        let stub = Stub(api).on(.get, "/users/1") { _ in .text("Ada") }
        let transport = stub.logging(to: logger(.trace), level: .warning, clock: clock)
        _ = try? await transport.perform(api.request(\.user, 1))
        #expect(written.lines.isEmpty)
    }

    @Test func `a logger without a level gets no entry`() async throws {
        let stub = Stub(api).on(.get, "/users/1") { _ in .status(.badGateway) }
        _ = try? await stub.logging(to: logger(.trace), level: nil).perform(api.request(\.user, 1))
        #expect(written.lines.isEmpty)
    }

    @Test func `a logger gets the entries that a closure chooses`() async throws {
        let stub = Stub(api).on(.get, "/users/1") { _ in .text("Ada") }
        let transport = stub.logging(to: logger(.trace), where: { $0.event == .ended }, clock: clock)
        _ = try await transport.perform(api.request(\.user, 1))
        #expect(written.lines.map(\.level) == [.info])
        let others = stub.logging(to: logger(.trace), where: { $0.host != "logged.example" }, clock: clock)
        _ = try await others.perform(api.request(\.user, 1))
        #expect(written.lines.count == 1)
    }
}

private struct SwiftLogAPI: RequestProviding {
    let baseURL = URL("https://logged.example")

    @GET("/users/{id}") var user: Endpoint<Int, String>
}

private struct WrittenLine: Sendable {
    var level: Logger.Level
    var message: String
    var metadata: [String: String]
}

private final class WrittenLines: Sendable {
    private let state = Guarded<[WrittenLine]>([])

    var lines: [WrittenLine] { state.withLock { $0 } }

    func add(_ line: WrittenLine) { state.withLock { $0.append(line) } }
}

private struct WritingHandler: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel: Logger.Level
    let lines: WrittenLines

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.add(
            WrittenLine(
                level: event.level, message: "\(event.message)", metadata: (event.metadata ?? [:]).mapValues { "\($0)" }
            ))
    }
}
#endif
