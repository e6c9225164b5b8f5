import Foundation
import Requests

extension TransportConformance {
    /// All legal ways to mark the end of the content (RFC 9112, section 6.3), and all ways to split it into packets.
    static let framing: [ConformanceCase] =
        (framings.map { name, response, body in ConformanceCase(.framing, name, response, .response(body)) }
        + framings.map { name, response, body in
            ConformanceCase(
                .framing, "\(name), byte by byte", CannedResponse(response, pieceSize: 1), .response(body)
            )
        }
        + [largeBody(chunked: false), largeBody(chunked: true)])
        .overHTTP1("HTTP/1.0", because: "HTTP/2 has no such version")
        .overHTTP1(
            "chunk sizes", "chunk extensions", "looks like chunks", "Transfer-Encoding",
            because: "HTTP/2 has no chunks, but frames")

    private static let head = "HTTP/1.1 200 OK\r\n"
    private static let chunkedHead = head + "Transfer-Encoding: chunked\r\n\r\n"

    private static let framings: [(name: String, response: String, body: String)] = [
        ("Content-Length", head + "Content-Length: 5\r\n\r\nhello", "hello"),
        ("Content-Length of 0", head + "Content-Length: 0\r\n\r\n", ""),
        ("Content-Length with zeros in front", head + "Content-Length: 00005\r\n\r\nhello", "hello"),
        ("until the connection ends", head + "\r\nuntil the end", "until the end"),
        ("until the connection ends, with nothing", head + "\r\n", ""),
        ("HTTP/1.0, until the connection ends", "HTTP/1.0 200 OK\r\n\r\nuntil the end", "until the end"),
        ("HTTP/1.0 with Content-Length", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello", "hello"),
        ("one chunk", chunkedHead + "5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("many chunks", chunkedHead + "1\r\nh\r\n3\r\nell\r\n1\r\no\r\n0\r\n\r\n", "hello"),
        ("no chunk", chunkedHead + "0\r\n\r\n", ""),
        (
            "chunk sizes in small and capital letters", chunkedHead + "a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n",
            "01234567890123456789"
        ),
        ("chunk sizes with zeros in front", chunkedHead + "0005\r\nhello\r\n000\r\n\r\n", "hello"),
        ("chunk extensions", chunkedHead + "5;a=b;c=\"d;e\"\r\nhello\r\n0;last\r\n\r\n", "hello"),
        (
            "chunks that hold what looks like chunks", chunkedHead + "A\r\n0\r\n\r\n5\r\nhe\r\n0\r\n\r\n",
            "0\r\n\r\n5\r\nhe"
        ),
        (
            "Transfer-Encoding in capital letters", head + "TRANSFER-ENCODING: Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "hello"
        ),
    ]

    private static func largeBody(chunked: Bool) -> ConformanceCase {
        ConformanceCase(.framing, "1 MiB in many packets, \(chunked ? "chunked" : "Content-Length")") { stage in
            let line = String(repeating: "0123456789abcdef", count: 64)
            let server = try stage.serve { connection in
                _ = try connection.readRequest()
                try connection.send(chunked ? chunkedHead : head + "Content-Length: 1048576\r\n\r\n")
                for _ in 0..<1_024 { try connection.send(chunked ? "400\r\n\(line)\r\n" : line) }
                if chunked { try connection.send("0\r\n\r\n") }
            }
            let body = String(repeating: line, count: 1_024)
            for reading in Reading.allCases { try await stage.expect(server.request(), .response(body), reading) }
        }
    }
}
