#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import Requests
import RequestsAsyncHTTPClient
import TestSupport
import Testing

/// HTTP/2 from a server that nobody trusts: no response ends the process, and none lasts until the timeout.
@Suite("Hostile HTTP/2", .timeLimit(.minutes(2)))
struct HostileHTTP2Tests {
    /// The frames of a server, shown by their name.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: HTTP2Script

        init(_ name: String, flood: [UInt8]? = nil, _ response: @escaping @Sendable (UInt32) -> [UInt8] = { _ in [] }) {
            testDescription = name
            script = HTTP2Script(response: { stream, _ in response(stream) }, flood: flood)
        }
    }

    /// Sends a request over HTTP/2, runs `check`, and returns the code of the request's error.
    private static func code(
        of script: HTTP2Script, _ configuration: HTTPClient.Configuration = .requests,
        then check: (HTTPClient, AnonymousProvider, EventLoopFuture<Void>) async throws -> Void = { _, _, _ in }
    ) async throws -> RequestErrorCode? {
        var code: RequestErrorCode?
        try await withHTTP2Client(configuration) { client in
            try await BareHTTP2Server.running(script) { url, end in
                let api = AnonymousProvider(baseURL: url)
                do {
                    _ = try await client.perform(api.get(.data, from: "/").timeout(after: .seconds(20)))
                } catch let error as TransportError {
                    code = error.code
                }
                try await check(client, api, end)
            }
        }
        return code
    }

    // MARK: The status

    @Test(arguments: ["", "-200", "+200", "000", "050", "099", "99", "2000", "20", "2e2", "abc", "٢٠٠", "²00"])
    func `a status that is not a number from 100 to 999 is malformed`(_ status: String) async throws {
        let script = HTTP2Script { stream, count in HTTP2Frames.hi(count == 1 ? status : "200", on: stream) }
        let code = try await Self.code(of: script) { client, api, _ in
            // The client and the connection can still be used.
            let text = try await client.perform(api.get(.text, from: "/"))
            #expect(text == "hi")
        }
        #expect(code == .malformedResponse)
    }

    @Test func `every other status is a response`() async throws {
        try await withHTTP2Client { client in
            try await BareHTTP2Server.running(HTTP2Script { stream, _ in HTTP2Frames.hi("999", on: stream) }) {
                url, _ in
                let request = AnonymousProvider(baseURL: url).get(.data, from: "/").accepting(.any)
                let (head, data) = try await client.response(for: request)
                #expect(head.status.code == 999 && data == Data("hi".utf8))
                #expect(head.notes.protocolVersion == "2")
            }
        }
    }

    @Test func `an informational status that is not a number is malformed`() async throws {
        let code = try await Self.code(
            of: HTTP2Script { stream, _ in HTTP2Frames.head("1", on: stream) + HTTP2Frames.hi(on: stream) })
        #expect(code == .malformedResponse)
    }

    // MARK: Errors of the connection

    private static let connectionErrors = [
        Case("DATA on the connection") { _ in HTTP2Frames.data("hi", on: 0) },
        Case("DATA on a stream that nobody opened") { _ in HTTP2Frames.data("hi", on: 99) },
        Case("HEADERS on a stream that nobody opened") { _ in HTTP2Frames.hi(on: 99) },
        Case("a CONTINUATION without HEADERS") { HTTP2Frames.frame(9, flags: 4, stream: $0, []) },
        Case("HEADERS that are never finished") {
            HTTP2Frames.frame(1, stream: $0, [0x88]) + HTTP2Frames.frame(6, [UInt8](repeating: 0, count: 8))
        },
        Case("an index that is not in the table") { HTTP2Frames.frame(1, flags: 5, stream: $0, [0xFF, 0xFF, 0x7F]) },
        Case("a PING of another length") { _ in HTTP2Frames.frame(6, [1, 2, 3]) },
        Case("SETTINGS of another length") { _ in HTTP2Frames.frame(4, [1, 2, 3]) },
        Case("SETTINGS on a stream") { HTTP2Frames.frame(4, stream: $0, []) },
        Case("a window that is too large") { _ in HTTP2Frames.frame(8, [0x7F, 0xFF, 0xFF, 0xFF]) },
        Case("a pushed response") { HTTP2Frames.frame(5, flags: 4, stream: $0, [0, 0, 0, 2, 0x82]) },
        Case("a frame of 16 MB") { _ in [0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1] },
        Case("more padding than there are bytes") { HTTP2Frames.frame(0, flags: 8, stream: $0, [200, 1]) },
        Case("a frame of HTTP/1.1") { _ in Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi".utf8) },
    ]

    @Test(arguments: connectionErrors)
    func `an error of the connection closes it at once`(_ row: Case) async throws {
        let code = try await Self.code(of: row.script) { _, _, end in try await end.get() }
        #expect(code == .connectionLost)
    }

    private static let floods = [
        Case("PING", flood: HTTP2Frames.frame(6, [UInt8](repeating: 0, count: 8))),
        Case("SETTINGS", flood: HTTP2Frames.frame(4, [])),
        Case("PRIORITY", flood: HTTP2Frames.frame(2, stream: 1, [0, 0, 0, 0, 9])),
        Case("RST_STREAM", flood: HTTP2Frames.frame(3, stream: 1, [0, 0, 0, 8])),
        Case("CONTINUATION", flood: HTTP2Frames.frame(9, stream: 1, [])) { HTTP2Frames.frame(1, stream: $0, [0x88]) },
        Case("empty DATA", flood: HTTP2Frames.frame(0, stream: 1, [])) { HTTP2Frames.head("200", on: $0) },
        Case("DATA that is only padding", flood: HTTP2Frames.frame(0, flags: 8, stream: 1, [3, 0, 0, 0])) {
            HTTP2Frames.head("200", on: $0)
        },
    ]

    @Test(arguments: floods)
    func `a flood of frames without content ends, and so does its connection`(_ row: Case) async throws {
        let code = try await Self.code(of: row.script) { _, _, end in try await end.get() }
        #expect(code == .connectionLost)
    }

    @Test func `a GOAWAY with an error ends its calls at once`() async throws {
        let script = HTTP2Script { stream, _ in
            HTTP2Frames.frame(7, [0, 0, 0, UInt8(truncatingIfNeeded: stream), 0, 0, 0, 2])
        }
        let code = try await Self.code(of: script) { _, _, end in try await end.get() }
        #expect(code == .connectionLost)
    }

    @Test func `a request that is refused unprocessed is sent again, even a POST`() async throws {
        let count = Guarded(0)
        let script = HTTP2Script { stream, _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            return isFirst ? HTTP2Frames.frame(3, stream: stream, [0, 0, 0, 7]) : HTTP2Frames.hi(on: stream)
        }
        try await withHTTP2Client { client in
            try await BareHTTP2Server.running(script) { url, _ in
                let api = AnonymousProvider(baseURL: url)
                let text = try await client.perform(api.post(.text("hi"), to: "/").receiving(.text))
                #expect(text == "hi")
                #expect(count.withLock { $0 } == 2)
            }
        }
    }

    @Test func `a request that is always refused fails`() async throws {
        let count = Guarded(0)
        let script = HTTP2Script { stream, _ in
            count.withLock { $0 += 1 }
            return HTTP2Frames.frame(3, stream: stream, [0, 0, 0, 7])
        }
        let code = try await Self.code(of: script)
        #expect(code == .connectionLost)
        #expect(count.withLock { $0 } == 11)
    }

    @Test func `a complete response counts if the server gives no window for the rest of the request`() async throws {
        try await withHTTP2Client { client in
            try await BareHTTP2Server.running(HTTP2Script { stream, _ in HTTP2Frames.hi(on: stream) }) { url, _ in
                let body = BodyProvider.data(Data(count: 300_000), contentType: .octetStream)
                let request = AnonymousProvider(baseURL: url).post(body, to: "/").receiving(.text)
                for _ in 1...2 {
                    let text = try await client.perform(request)
                    #expect(text == "hi")
                }
            }
        }
    }

    // MARK: Large requests

    @Test func `a request whose fields don't fit in a frame is not sent, and leaves others alone`() async throws {
        let received = Guarded(0)
        let script = HTTP2Script { stream, count in
            received.withLock { $0 = count }
            return HTTP2Frames.hi(on: stream)
        }
        try await withHTTP2Client { client in
            try await BareHTTP2Server.running(script) { url, _ in
                let request = AnonymousProvider(baseURL: url).get(.text, from: "/")
                for size in [17_000, 5_000, 100_000, 10] {
                    let request = request.setting(headerField: "Cookie", String(repeating: "c", count: size))
                    if size > 16_384 {
                        let error = await #expect(throws: TransportError.self) { try await client.perform(request) }
                        #expect(error?.code == .headerTooLarge)
                        #expect(error?.message.contains("allows at most 16384") == true)
                    } else {
                        let text = try await client.perform(request)
                        #expect(text == "hi")
                    }
                }
                // The server counts the requests of a connection, so both arrived on the same one.
                #expect(received.withLock { $0 } == 2)
            }
        }
    }

    @Test func `a server can allow larger fields`() async throws {
        let settings = HTTP2Frames.frame(4, [0, 5, 0, 1, 0, 0])
        let script = HTTP2Script(opening: settings, response: { stream, _ in HTTP2Frames.hi(on: stream) })
        try await withHTTP2Client { client in
            try await BareHTTP2Server.running(script) { url, _ in
                let request = AnonymousProvider(baseURL: url).get(.text, from: "/")
                    .setting(headerField: "X-Large", String(repeating: "c", count: 60_000))
                let text = try await client.perform(request)
                #expect(text == "hi")
            }
        }
    }

    // MARK: Errors of a stream

    private static let streamErrors = [
        Case("a Content-Length that is not true") {
            HTTP2Frames.head("200", on: $0, [("content-length", "9")]) + HTTP2Frames.data("hi", on: $0)
        },
        Case("a head without a status") { HTTP2Frames.frame(1, flags: 5, stream: $0, []) },
        Case("a field name with a capital letter") { HTTP2Frames.head("200", on: $0, ends: true, [("Name", "a")]) },
        Case("a field of the connection") { HTTP2Frames.head("200", on: $0, ends: true, [("connection", "close")]) },
        Case("a stream that is reset") { HTTP2Frames.frame(3, stream: $0, [0, 0, 0, 2]) },
        Case("a stream that is reset behind the head") {
            HTTP2Frames.head("200", on: $0) + HTTP2Frames.frame(3, stream: $0, [0, 0, 0, 2])
        },
    ]

    @Test(arguments: streamErrors)
    func `an error of one stream leaves the others alone`(_ row: Case) async throws {
        let response = row.script.response
        // The first request waits until the second one has failed.
        let script = HTTP2Script { stream, count in
            count == 1 ? HTTP2Frames.head("200", on: stream) : response(stream, count) + HTTP2Frames.data("hi", on: 1)
        }
        var code: RequestErrorCode?
        try await withHTTP2Client { client in
            try await BareHTTP2Server.running(script) { url, _ in
                let api = AnonymousProvider(baseURL: url)
                let first = try await client.send(api.get(.data, from: "/").resolve())
                do {
                    _ = try await client.perform(api.get(.data, from: "/"))
                } catch let error as TransportError {
                    code = error.code
                }
                let text = try await first.body.collect(upTo: 9)
                #expect(String(decoding: text, as: UTF8.self) == "hi")
            }
        }
        #expect([.connectionLost, .malformedResponse].contains(code))
    }

    // MARK: Other clients

    @Test func `any configuration can be guarded, and keeps its own initializers`() async throws {
        let count = Guarded(0)
        var configuration = HTTPClient.Configuration()
        configuration.http2ConnectionDebugInitializer = { channel in
            count.withLock { $0 += 1 }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        configuration.http2StreamChannelDebugInitializer = configuration.http2ConnectionDebugInitializer
        let status = try await Self.code(
            of: HTTP2Script { stream, _ in HTTP2Frames.hi("-200", on: stream) }, configuration.guarded())
        #expect(status == .malformedResponse)
        let flood = try await Self.code(of: HTTP2Script(flood: HTTP2Frames.frame(4, [])), configuration.guarded())
        #expect(flood == .connectionLost)
        #expect(count.withLock { $0 } == 4)
    }
}
#endif
