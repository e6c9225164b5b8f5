import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

#if AsyncHTTPClient
import AsyncHTTPClient
import RequestsAsyncHTTPClient
#endif

/// Calls that are recorded on the wire with each transport, and replayed with the same result.
@Suite("Recording each transport", .timeLimit(.minutes(1)))
struct RecordedTransportTests {
    private struct API: RequestProviding {
        let baseURL: URL
    }

    private static var transports: [(name: String, transport: any Transport)] {
        var transports: [(String, any Transport)] = [("URLSession", URLSession(configuration: .ephemeral))]
        #if AsyncHTTPClient
        transports.append(("AsyncHTTPClient", HTTPClient.requests))
        #endif
        return transports
    }

    /// Gzip of `decoded`, stored without compression (RFC 1952).
    private static let gzip: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1, 7, 0, 0xF8, 0xFF] + Array("decoded".utf8)
        + [0xF6, 0x9A, 0xF0, 0x1A, 7, 0, 0, 0]

    private static func respond(on connection: RawConnection) throws {
        let request = try connection.readRequest()
        let close = [("Connection", "close")]
        switch request.target {
        case "/old":
            try connection.send(
                RawServer.response(status: 307, reason: "Temporary Redirect", fields: close + [("Location", "/echo")]))
        case "/chunks":
            try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n")
            try connection.send("Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n")
        case "/gzip":
            try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n")
            try connection.send("Connection: close\r\nContent-Length: \(gzip.count)\r\n\r\n")
            try connection.send(gzip)
        case "/broken":
            try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 100\r\n\r\nhalf")
        case "/nothing":
            try connection.send(RawServer.response(status: 204, reason: "No Content", fields: close))
        default:
            try connection.send(RawServer.ok(request.method + " " + request.bodyText, fields: close))
        }
    }

    /// Sends requests of every kind, and returns the responses, line by line.
    private func calls(_ transport: any Transport, _ api: API) async -> [String] {
        let requests: [Request<API, String>] = [
            api.get(.text, from: "/a").adding(query: "q", "x y"),
            api.post(.json(["a": 1]), to: "/old").receiving(.text),
            api.get(.text, from: "/chunks"),
            api.get(.text, from: "/gzip"),
            api.get(.text, from: "/broken"),
            api.get(.text, from: "/nothing"),
            api.put(.file(URL(filePath: #filePath), range: 0..<10), to: "/file").receiving(.text),
        ]
        var lines: [String] = []
        for request in requests {
            do {
                let (head, text) = try await transport.response(for: request)
                lines.append("\(head.status.code) \(text) \(head.header["Content-Encoding"] ?? "-")")
            } catch {
                lines.append("\(error.code)")
            }
        }
        return lines
    }

    @Test(arguments: transports.indices)
    func `a recording contains every sent and received part`(index: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recordings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "calls.har")
        let transport = Self.transports[index].transport
        let (recorded, api) = try await withRawServer(Self.respond) { server in
            let api = API(baseURL: server.baseURL)
            return (await calls(transport.recording(to: file), api), api)
        }
        let replayed = await calls(try Replaying(file), api)
        #expect(replayed.map { $0.replacing("gzip", with: "-") } == recorded.map { $0.replacing("gzip", with: "-") })
        #expect(replayed[0] == "200 GET  -")
        #expect(replayed[1] == "200 POST {\"a\":1} -")
        #expect(replayed[2...3] == ["200 onetwo -", "200 decoded -"])
        #expect(replayed[4] == "connectionLost")
        #expect(replayed[6] == "200 PUT import Fou -")
    }
}
