import Foundation
import Requests

extension TransportConformance {
    /// Content is available as it arrives: a transport doesn't wait for more content than a reader requested.
    static let streaming: [ConformanceCase] = [
        ConformanceCase(.streaming, "the head is there before the content") { stage in
            let (server, gate) = try heldBack("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "hello", stage)
            let response = try await stage.transport.send(server.request().resolve())
            try stage.expect(response.head.status, .ok, "the status")
            gate.open()
            let body = try await response.body.collect(upTo: 100)
            try stage.expect(body, Data("hello".utf8), "the content")
        },
        firstChunk("Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc", "def"),
        firstChunk(
            "chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "3\r\ndef\r\n0\r\n\r\n"),
        firstChunk("until the connection ends", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc", "def"),
        ConformanceCase(.streaming, "chunks come one by one, each as it is sent") { stage in
            let gates = (0..<5).map { _ in stage.gate() }
            let server = try stage.serve { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                for (index, gate) in gates.enumerated() {
                    try connection.send("1\r\n\(index)\r\n")
                    try gate.wait()
                }
                try connection.send("0\r\n\r\n")
            }
            var text = ""
            for try await chunk in try await stage.transport.send(server.request().resolve()).body {
                text += String(decoding: chunk, as: UTF8.self)
                gates[min(text.count, gates.count) - 1].open()
            }
            try stage.expect(text, "01234", "the content")
        },
        ConformanceCase(.streaming, "a content larger than what may wait is read in chunks") { stage in
            let size = 1 << 20
            let server = try stage.serve { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                for _ in 0..<16 { try connection.send([UInt8](repeating: 0x61, count: size / 16)) }
            }
            let request = server.request().setting(\.policy.responseSizeLimit, 65_536)
            // A transport that can't slow down the server may fail.
            try await stage.expect(
                request, .response(String(repeating: "a", count: size)) || .failure(.bufferOverflow), .chunks
            )
        },
        ConformanceCase(.streaming, "a response while the request still goes out") { stage in
            let server = try stage.serve { connection in
                var request = try connection.readHead()
                try connection.readBody(of: &request)
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n\(request.body.count)")
            }
            let body = BodyProvider { _, _ in
                .stream(length: nil) { InputStream(data: Data(repeating: 0x61, count: 1_000_000)) }
            }
            try await stage.expect(server.request(.post).sending(body), .response("1000000"), .chunks)
        },
        ConformanceCase(.streaming, "many are read at the same time") { stage in
            let arrived = stage.gate()
            let waiting = EventCounter()
            let server = try stage.serve { connection in
                let request = try connection.readRequest()
                // No request receives a response until all requests have arrived.
                waiting.next()
                if waiting.count == 4 { arrived.open() }
                try arrived.wait()
                try connection.send(RawServer.ok(request.target))
            }
            try await withThrowingTaskGroup { group in
                for index in 0..<4 {
                    group.addTask { try await stage.expect(server.request(.get, "/\(index)"), .response("/\(index)")) }
                }
                try await group.waitForAll()
            }
        },
    ]

    /// Starts a server that sends the second part when the gate is open.
    private static func heldBack(_ first: String, _ second: String, _ stage: Stage) throws -> (RawServer, Gate) {
        let gate = stage.gate()
        let server = try stage.serve { connection in
            _ = try connection.readRequest()
            try connection.send(first)
            try gate.wait()
            try connection.send(second)
        }
        return (server, gate)
    }

    private static func firstChunk(_ name: String, _ first: String, _ second: String) -> ConformanceCase {
        ConformanceCase(.streaming, "the first bytes are there before the rest, \(name)") { stage in
            let (server, gate) = try heldBack(first, second, stage)
            var body = Data()
            for try await chunk in try await stage.transport.send(server.request().resolve()).body {
                body += chunk
                if body.count >= 3 { gate.open() }
            }
            try stage.expect(String(decoding: body, as: UTF8.self), "abcdef", "the content")
        }
    }
}
