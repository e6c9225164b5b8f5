#if Hummingbird
import Foundation
import Hummingbird
import Logging
import Requests
import RequestsEndpoints
import RequestsHummingbird
import Testing

/// Errors whose details are left out of responses: they appear in the logger of the application.
@Suite("Logged errors", .timeLimit(.minutes(1))) struct LoggedErrorTests {
    private struct DiskFull: Error {}

    private func routes() -> Routes<TodosAPI> {
        Routes(TodosAPI()).authenticating(by: .apiKey(inQuery: "key")) { _ in true }
            .on(\.ping) { throw DiskFull() }
    }

    /// Returns the lines of the log after a request that fails.
    private func log(of routes: Routes<TodosAPI>) async throws -> [String] {
        let lines = Log()
        let logger = Logger(label: "test") { _ in LineHandler(lines: lines) }
        try await withApplication(Router().mount(routes), logger: logger) { port in
            let response = try await WireClient.exchange("GET", "/v1/ping?key=CANARY", port: port)
            #expect(response.hasPrefix("HTTP/1.1 500 "))
            #expect(!response.contains("DiskFull"))
        }
        return lines.lines.filter { $0.contains("DiskFull") }
    }

    @Test func `an unexpected error is logged with its request`() async throws {
        let lines = try await log(of: routes())
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(line.hasPrefix("error The details of an error were left out of the response."))
        #expect(line.contains("GET /v1/ping?key=<redacted>"))
        #expect(line.contains("hb.request.id"))
    }

    @Test func `a function that receives unexpected errors replaces the log`() async throws {
        let count = Guarded(0)
        #expect(try await log(of: routes().onUnexpectedError { _, _ in count.withLock { $0 += 1 } }) == [])
        #expect(count.withLock { $0 } == 1)
    }
}

private struct LineHandler: LogHandler {
    let lines: Log
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        lines.add("\(event.level) \(event.message) \(all)")
    }
}
#endif
