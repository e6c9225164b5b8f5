import Foundation
import Requests

extension TransportConformance {
    /// Endless responses, and responses near the size limit.
    static let sizes: [ConformanceCase] = (limits + endless)
        .overHTTP1(
            "endless field", "endless status line", "endless chunk extension",
            because: "HTTP/2 sends a head at once, in frames"
        )
        .overHTTP1("chunks make invalid", because: "HTTP/2 has no transfer codings")

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
                    let server = try stage.serve(CannedResponse(text).play)
                    let request = server.request().setting(\.policy.responseSizeLimit, limit)
                    try await stage.expect(request, fits ? .response(body) : .failure(.responseTooLarge))
                }
            }
        } + [
            ConformanceCase(.sizes, "until the connection ends, more than is allowed") { stage in
                let server = try stage.serve(
                    CannedResponse("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 2_000)).play)
                let request = server.request().setting(\.policy.responseSizeLimit, 1_000)
                try await stage.expect(request, .failure(.responseTooLarge))
            }
        ] + announced

    /// The cases in which a Content-Length exceeds the limit.
    ///
    /// The exchange ends after the head, unless the limit doesn't apply to the response.
    private static let announced: [ConformanceCase] = [
        ConformanceCase(.sizes, "a length above the limit, of which nothing comes") { stage in
            for length in ["1001", "10737418240"] {
                let server = try holding("Content-Length: \(length)", stage)
                let request = server.request().setting(\.policy.responseSizeLimit, 1_000)
                try await stage.expect(request, .failure(.responseTooLarge))
                try await stage.expect(request.reportingProgress { _ in }, .failure(.responseTooLarge))
                let response = try await stage.transport.send(request.resolve())
                let error = await stage.error { try await response.body.collect(upTo: 1_000) }
                try stage.expect(error?.code, .responseTooLarge, "the code of collect(upTo:)")
            }
        },
        ConformanceCase(.sizes, "a length above the limit, of which nothing comes, with a coding") { stage in
            let server = try holding("Content-Encoding: gzip\r\nContent-Length: 10737418240", stage)
            let request = server.request().setting(\.policy.responseSizeLimit, 1_000)
            try await stage.expect(request, .failure(.responseTooLarge))
        },
        ConformanceCase(.sizes, "a length above the limit, of which nothing comes, as a download") { stage in
            let server = try holding("Content-Length: 1001", stage)
            let request = server.request().setting(\.policy.downloadSizeLimit, 1_000)
            let (code, data) = try await stage.download(request)
            try stage.expect(code, .responseTooLarge, "the code")
            try stage.expect(data, nil, "the file")
        },
        ConformanceCase(
            .sizes, "a length above the limit where no content follows, HEAD",
            CannedResponse("HTTP/1.1 200 OK\r\nContent-Length: 10737418240\r\n\r\n", ending: .hold), .response(""),
            method: .head, limited
        ),
        ConformanceCase(
            .sizes, "a length above the limit where no content follows, 304",
            CannedResponse("HTTP/1.1 304 Not Modified\r\nContent-Length: 10737418240\r\n\r\n", ending: .hold),
            .response(304, ""), limited
        ),
        ConformanceCase(.sizes, "a length above the limit of what is read in chunks") { stage in
            let gates = (0..<4).map { _ in stage.gate() }
            let server = try stage.serve { connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n")
                for gate in gates {
                    try gate.wait()
                    try connection.send(String(repeating: "a", count: 500))
                }
            }
            let response = try await stage.transport.send(limited(server.request()).resolve())
            gates[0].open()
            var count = 0
            for try await chunk in response.body {
                count += chunk.count
                if count % 500 == 0, count < 2_000 { gates[count / 500].open() }
            }
            try stage.expect(count, 2_000, "the number of bytes")
        },
        ConformanceCase(.sizes, "a length that chunks make invalid is none") { stage in
            let text =
                "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
            let server = try stage.serve(CannedResponse(text).play)
            try await stage.expect(limited(server.request()), .response("hi") || .broken)
        },
    ]

    @Sendable private static func limited(_ request: CaseRequest) -> CaseRequest {
        request.setting(\.policy.responseSizeLimit, 1_000)
    }

    /// Starts a server that responds with a head of these lines and nothing else.
    private static func holding(_ lines: String, _ stage: Stage) throws -> RawServer {
        try stage.serve(CannedResponse("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n", ending: .hold).play)
    }

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
            "interim responses", start: "", part: String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 8), noEnd
        ),
    ]

    /// The errors of an endless response: an error about one of the transport's limits, or the total timeout.
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
                    // The pause lets transports notice the end, because some notice it only on the thread that reads.
                    Thread.sleep(forTimeInterval: 0.002)
                }
            }
            let request = server.request().setting(\.policy.responseSizeLimit, 100_000)
                .setting(\.policy.totalTimeout, .seconds(expectation.allows(.timedOut) ? 2 : 60))
            try await stage.expect(request, expectation)
        }
    }
}

extension Outcome {
    /// The outcome of an exchange that took too long.
    fileprivate static var timedOut: Outcome {
        .failure(Failure(code: .timedOut, message: "", status: nil, body: Data()))
    }
}
