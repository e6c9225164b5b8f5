#if Hummingbird
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import RequestsHummingbird

/// A body of unknown length, in a response to HEAD.
@Suite("Bodies of unknown length on Hummingbird") struct UnmeasuredBodyTests {
    private struct Writer: ResponseBodyWriter {
        let log: Log

        mutating func write(_ buffer: ByteBuffer) async throws { log.add("content") }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws { log.add("end") }
    }

    private func write(scheme: String, _ log: Log) async throws {
        let head = HTTPRequest(method: .head, scheme: scheme, authority: "h", path: "/")
        let request = Hummingbird.Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        try await ResponseBody.unmeasured(to: request).write(Writer(log: log))
    }

    @Test func `the stream of an HTTP/2 response ends without content`() async throws {
        let log = Log()
        try await write(scheme: "https", log)
        #expect(log.lines == ["end"])
    }

    @Test func `the connection of an HTTP/1.1 response closes before an end is written`() async {
        let log = Log()
        await #expect(throws: (any Error).self) { try await write(scheme: "http", log) }
        #expect(log.lines == [])
    }
}
#endif
