import Foundation
import Requests

extension TransportConformance {
    /// Answers without an end, and answers around the limit.
    static let sizes: [ConformanceCase] = limits + endless

    private static let limits: [ConformanceCase] =
        [("Content-Length", false), ("chunked", true)].flatMap { name, isChunked in
            [(1_000, 1_000, true), (1_001, 1_000, false), (1, 0, false), (0, 0, true), (200_000, 1_000, false)].map {
                count, limit, fits in
                ConformanceCase(.sizes, "\(count) bytes where \(limit) are allowed, \(name)") { stage in
                    let body = String(repeating: "a", count: count)
                    let size = String(count, radix: 16)
                    let head = "HTTP/1.1 200 OK\r\n"
                    let text =
                        isChunked
                        ? head
                            + "Transfer-Encoding: chunked\r\n\r\n\(count == 0 ? "" : "\(size)\r\n\(body)\r\n")0\r\n\r\n"
                        : head + "Content-Length: \(count)\r\n\r\n\(body)"
                    let server = try stage.serve(CannedAnswer(text).play)
                    let request = server.request().setting(\.policy.responseSizeLimit, limit)
                    try await stage.expect(request, fits ? .answer(body) : .failure(.responseTooLarge))
                }
            }
        } + [
            ConformanceCase(.sizes, "until the connection ends, more than is allowed") { stage in
                let server = try stage.serve(
                    CannedAnswer("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 2_000)).play)
                let request = server.request().setting(\.policy.responseSizeLimit, 1_000)
                try await stage.expect(request, .failure(.responseTooLarge))
            },
            ConformanceCase(.sizes, "a length far above the limit, of which nothing comes") { stage in
                let answer = CannedAnswer("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\na", ending: .hold)
                let server = try stage.serve(answer.play)
                let request = server.request().setting(\.policy.responseSizeLimit, 1_000).timeout(after: 1)
                // It may be seen in the head, or not.
                try await stage.expect(request, .failure(.responseTooLarge, .timedOut))
            },
        ]

    private static let endless: [ConformanceCase] = [
        endless(
            "content", start: "HTTP/1.1 200 OK\r\n\r\n", part: String(repeating: "a", count: 8_192),
            .failure(.responseTooLarge)),
        endless(
            "chunks", start: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            part: "2000\r\n" + String(repeating: "a", count: 8_192) + "\r\n", .failure(.responseTooLarge)
        ),
        endless(
            "fields", start: "HTTP/1.1 200 OK\r\n", part: "X-A: \(String(repeating: "a", count: 4_000))\r\n", noEnd),
        endless("field", start: "HTTP/1.1 200 OK\r\nX-A: ", part: String(repeating: "a", count: 8_192), noEnd),
        endless("status line", start: "HTTP/1.1 200 ", part: String(repeating: "a", count: 8_192), noEnd),
        endless(
            "chunk extension", start: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;",
            part: String(repeating: "a", count: 8_192), noEnd),
        endless(
            "interim answers", start: "", part: String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 8), noEnd),
    ]

    /// A limit of the transport's own, or the time-out for the whole.
    private static let noEnd = Expectation.failure(
        .malformedResponse, .responseTooLarge, .connectionLost, .bufferOverflow, .timedOut
    )

    private static func endless(
        _ name: String, start: String, part: String, _ expectation: Expectation
    ) -> ConformanceCase {
        ConformanceCase(.sizes, "endless \(name)") { stage in
            let server = try stage.serve { connection in
                _ = try connection.readRequest()
                try connection.send(start)
                while true {
                    try connection.send(part)
                    // Some have to hear of the end on the same thread that reads.
                    Thread.sleep(forTimeInterval: 0.002)
                }
            }
            let request = server.request().setting(\.policy.responseSizeLimit, 100_000)
                .setting(\.policy.totalTimeout, expectation.allows(.timedOut) ? 2 : 60)
            try await stage.expect(request, expectation)
        }
    }
}

extension Outcome {
    /// The end of an exchange that took too long.
    fileprivate static var timedOut: Outcome {
        .failure(Failure(code: .timedOut, message: "", status: nil, body: Data()))
    }
}
