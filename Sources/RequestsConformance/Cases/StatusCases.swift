import Foundation
import Requests

extension TransportConformance {
    /// Interim responses are skipped (RFC 9110, section 15.2), and a response without content ends with its head.
    static let statuses: [ConformanceCase] =
        (interim + withoutContent + downloads + head + nextResponses + trailers)
        .overHTTP1("Transfer-Encoding", because: "HTTP/2 has no transfer codings")
        .overHTTP1("with content is its own", because: "HTTP/2 sends no bytes between responses")

    private static let final = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

    private static let interim: [ConformanceCase] =
        [
            ("100", "HTTP/1.1 100 Continue\r\n\r\n"),
            ("100 with fields", "HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n"),
            ("102", "HTTP/1.1 102 Processing\r\n\r\n"),
            ("103", "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"),
            ("an unknown one", "HTTP/1.1 199 Odd\r\n\r\n"),
            ("100 and 103", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n"),
            ("three times 103", String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 3)),
        ].flatMap { name, text in
            [
                ConformanceCase(.statuses, "\(name) before the response", text + final, .response("hi")),
                ConformanceCase(
                    .statuses, "\(name) before the response, byte by byte", CannedResponse(text + final, pieceSize: 1),
                    .response("hi")
                ),
            ]
        } + [
            ConformanceCase(.statuses, "103 and its fields are not the response's") { stage in
                let text = "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n" + final
                let server = try stage.serve(CannedResponse(text).play)
                let response = try await stage.expect(server.request(), .response("hi")).response
                try stage.expect(response?.header["X-Early"], nil, "X-Early")
            },
            ConformanceCase(.statuses, "100 while the content goes out") { stage in
                let server = try stage.serve { connection in
                    var request = try connection.readHead()
                    try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
                    try connection.readBody(of: &request)
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n\(request.body.count)")
                }
                try await stage.expect(server.request(.post).sending(.data(Data(count: 100_000))), .response("100000"))
            },
            ConformanceCase(.statuses, "100 and then nothing") { stage in
                let server = try stage.serve(CannedResponse("HTTP/1.1 100 Continue\r\n\r\n", ending: .hold).play)
                try await stage.expect(server.request().timeout(after: .seconds(0.3)), .failure(.timedOut))
            },
        ]

    private static let withoutContent: [ConformanceCase] = [
        ("204", "HTTP/1.1 204 No Content\r\n\r\n", 204),
        ("204 with Content-Length of 0", "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n", 204),
        ("204 with Content-Length", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", 204),
        ("204 with Transfer-Encoding", "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n", 204),
        ("205 with Content-Length of 0", "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n", 205),
        ("304", "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n", 304),
        ("304 with Content-Length", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", 304),
        ("304 with Transfer-Encoding", "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", 304),
    ].map { name, text, status in
        // The connection stays open, so a transport that expected content would wait forever.
        ConformanceCase(
            .statuses, "\(name) ends with its head", CannedResponse(text, ending: .hold), .response(status, ""))
    }

    private static let downloads = ["Content-Length: 5", "Transfer-Encoding: chunked", "Content-Encoding: gzip"].map {
        line in
        ConformanceCase(.statuses, "204 with \(line.prefix { $0 != ":" }) is a download of nothing") { stage in
            let response = CannedResponse("HTTP/1.1 204 No Content\r\n\(line)\r\n\r\n", ending: .hold)
            let server = try stage.serve(response.play)
            let (code, data) = try await stage.download(server.request())
            try stage.expect(code, nil, "the code")
            try stage.expect(data, Data(), "the file")
        }
    }

    private static let head: [ConformanceCase] =
        [
            ("Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"),
            ("Transfer-Encoding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
            ("neither", "HTTP/1.1 200 OK\r\nX-A: b\r\n\r\n"),
            ("a large Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"),
        ].map { name, text in
            ConformanceCase(
                .statuses, "the response to HEAD ends with its head, \(name)", CannedResponse(text, ending: .hold),
                .response(""),
                method: .head
            )
        } + [
            ConformanceCase(.statuses, "the response to HEAD tells the length") { stage in
                let server = try stage.serve(
                    CannedResponse("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", ending: .hold).play)
                let response = try await stage.expect(server.request(.head), .response("")).response
                try stage.expect(response?.header["Content-Length"], "5", "Content-Length")
            },
            ConformanceCase(
                .statuses, "404 to HEAD",
                CannedResponse("HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\n", ending: .hold),
                .response(404, ""), method: .head
            ),
        ]

    private static let nextResponses: [ConformanceCase] = [
        ("HEAD", HTTPMethod.head, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"),
        ("204", .get, "HTTP/1.1 204 No Content\r\n\r\n"),
        ("304", .get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"),
        ("204 with content", .get, "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nfirst"),
        ("304 with content", .get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nfirst"),
        ("HEAD with content", .head, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst"),
    ].map { name, method, text in
        ConformanceCase(.statuses, "the response after \(name) is its own") { stage in
            let server = try stage.serve(responding: { $0.target == "/1" ? text : RawServer.ok("second") })
            let first = await stage.exchange(server.request(method, "/1"))
            try stage.expect(first.response?.body, Data(), "the content of the first")
            try await stage.expect(server.request(.get, "/2"), .response("second"))
        }
    }

    private static let trailers: [ConformanceCase] = [
        ("a trailer", "X-A: b\r\n"), ("two trailers", "X-A: b\r\nX-B: c\r\n"),
        ("a Content-Length as a trailer", "Content-Length: 9\r\n"),
        ("a trailer of 8 KiB", "X-A: \(String(repeating: "abcdefgh", count: 1_024))\r\n"),
    ].map { name, lines in
        ConformanceCase(
            .statuses, "\(name) behind the chunks",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-A\r\n\r\n2\r\nhi\r\n0\r\n\(lines)\r\n",
            .response("hi")
        )
    }
}
