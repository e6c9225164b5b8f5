import Foundation
import Requests

extension TransportConformance {
    /// A connection that ends before the response does is always an error: a part of a response is never mistaken for
    /// the whole.
    static let breaks: [ConformanceCase] = (cuts + afterwards)
        .overHTTP1(
            "the status line and the fields", "in the fields", because: "HTTP/2 sends a head at once, in frames"
        )
        .overHTTP1(
            "size of a chunk", "between two chunks", "end of the chunks", "the last chunk",
            because: "HTTP/2 has no chunks, but frames")

    private static let length = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
    private static let chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\nA\r\n0123456789\r\n0\r\n\r\n"

    /// A range of bytes in a response.
    ///
    /// The response is cut after each of these bytes, with a new server each time.
    private struct Stretch: Sendable {
        let name: String
        let text: String
        let range: Range<Int>

        /// Makes the range from the end of one text to the end of another.
        init(_ name: String, of text: String, from start: String, through end: String) {
            self.name = name
            self.text = text
            let bytes = Array(text.utf8)
            let first = start.isEmpty ? 0 : Stretch.end(of: start, in: bytes)
            let last = Stretch.end(of: end, in: bytes, after: first)
            range = first..<last
        }

        private static func end(of part: String, in bytes: [UInt8], after start: Int = 0) -> Int {
            let part = Array(part.utf8)
            let index = (start...(bytes.count - part.count)).first { bytes[$0...].starts(with: part) } ?? start
            return index + part.count
        }
    }

    private static let stretches: [Stretch] = [
        Stretch("before the first byte and in the status line", of: length, from: "", through: "OK"),
        Stretch("between the status line and the fields", of: length, from: "OK", through: "\r\n"),
        Stretch("in the fields", of: length, from: "OK\r\n", through: "5\r\n\r"),
        Stretch("in the content with a length", of: length, from: "5\r\n\r", through: "hello"),
        Stretch("in the fields, chunked", of: chunked, from: "OK\r\n", through: "chunked\r\n\r"),
        Stretch("in the size of a chunk", of: chunked, from: "chunked\r\n\r", through: "5;a=b\r\n"),
        Stretch("in a chunk", of: chunked, from: "5;a=b\r\n", through: "hello"),
        Stretch("between two chunks", of: chunked, from: "hello", through: "A\r\n"),
        Stretch("in the last chunk", of: chunked, from: "A\r\n", through: "0123456789\r\n"),
        Stretch("in the end of the chunks", of: chunked, from: "0123456789\r\n", through: "0\r\n"),
    ]

    private static let cuts: [ConformanceCase] = stretches.flatMap { stretch in
        [CannedResponse.Ending.close, .reset].map { ending in
            ConformanceCase(.breaks, "\(ending == .close ? "closed" : "reset") \(stretch.name)") { stage in
                for count in stretch.range {
                    for reading in Reading.allCases {
                        let bytes = Array(stretch.text.utf8.prefix(count))
                        let server = try stage.serve(CannedResponse(bytes, ending: ending).play)
                        let outcome = await stage.exchange(server.request(.post), reading)
                        guard !Expectation.broken.allows(outcome) else { continue }
                        throw stage.failure(
                            expected: "\(Expectation.broken) when cut off behind byte \(count), \(reading)",
                            actual: "\(outcome)"
                        )
                    }
                }
            }
        }
    }

    private static let afterwards: [ConformanceCase] = [
        // A message without its last chunk is incomplete (RFC 9112, section 8). This message contains its last chunk,
        // and only the blank line after it is missing.
        ConformanceCase(
            .breaks, "closed behind the last chunk", String(chunked.dropLast(1)),
            .response("hello0123456789") || .broken
        ),
        ConformanceCase(.breaks, "what came before the break is in the error") { stage in
            let response = CannedResponse("HTTP/1.1 404 Not Found\r\nContent-Length: 10\r\n\r\nabc")
            let server = try stage.serve(response.play)
            guard case .failure(let failure) = try await stage.expect(server.request(), .broken) else { return }
            try stage.expect(failure.status, 404, "the status in the error")
        },
        ConformanceCase(.breaks, "chunks that came before the break are given") { stage in
            let gate = stage.gate()
            let server = try stage.serve { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
                try gate.wait()
            }
            var received = Data()
            do {
                for try await chunk in try await stage.transport.send(server.request().resolve()).body {
                    received += chunk
                    if received.count == 3 { gate.open() }
                }
            } catch {
                try stage.expect(
                    .failure(
                        Failure(
                            code: TransportError(anyError: error).code, message: "\(error)", status: nil, body: received
                        )), .broken, .chunks)
                return try stage.expect(received, Data("abc".utf8), "the content before the break")
            }
            throw stage.failure(expected: "\(Expectation.broken)", actual: "the end of the body")
        },
        ConformanceCase(.breaks, "the next request goes well") { stage in
            let server = try stage.serve { connection in
                while true {
                    let request = try connection.readRequest()
                    guard request.target == "/2" else {
                        return try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
                    }
                    try connection.send(RawServer.ok("second"))
                }
            }
            try await stage.expect(server.request(.get, "/1"), .broken)
            try await stage.expect(server.request(.get, "/2"), .response("second"))
        },
        ConformanceCase(.breaks, "a POST that broke is not sent again") { stage in
            let server = try stage.serve(CannedResponse("", ending: .close).play)
            try await stage.expect(server.request(.post).sending(.text("a")), .failure(.connectionLost))
            try stage.expect(server.requests.count, 1, "the number of requests")
        },
        ConformanceCase(.breaks, "closed before the request was read") { stage in
            let server = try stage.serve { $0.close() }
            try await stage.expect(server.request(), .failure(.connectionLost))
        },
        ConformanceCase(.breaks, "reset before the request was read") { stage in
            let server = try stage.serve { $0.reset() }
            try await stage.expect(server.request(), .failure(.connectionLost, .connectionFailed))
        },
        ConformanceCase(.breaks, "closed while the content goes out") { stage in
            let server = try stage.serve { connection in
                _ = try connection.readHead()
                connection.reset()
            }
            let request = server.request(.post).sending(.data(Data(count: 8 << 20)))
            try await stage.expect(request, .failure(.connectionLost, .bodyUnreadable))
        },
    ]
}
