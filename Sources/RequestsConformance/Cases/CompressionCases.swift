import Foundation
import Requests

extension TransportConformance {
    /// A transport decodes every coding that it requests, within the size limit, and rejects truncated content.
    static let compression: [ConformanceCase] =
        codings.flatMap(decoding) + responsesOfOne + limits + asking + refusing + received

    private static let codings: [(name: String, coding: String, bytes: [UInt8], expected: String)] = [
        ("gzip", "gzip", Deflate.gzip(text), hello),
        ("x-gzip", "x-gzip", Deflate.gzip(text), hello),
        ("deflate", "deflate", Deflate.zlib(text), hello),
        ("GZIP in capital letters", "GZIP", Deflate.gzip(text), hello),
        (
            "gzip of many blocks", "gzip", Deflate.gzip([UInt8](repeating: 0x61, count: 200_000)),
            String(repeating: "a", count: 200_000)
        ),
    ]

    private static func decoding(
        _ name: String, _ coding: String, _ bytes: [UInt8], _ expected: String
    ) -> [ConformanceCase] {
        [
            ConformanceCase(.compression, "\(name), Content-Length", compressed(bytes, coding), .response(expected)),
            ConformanceCase(.compression, "\(name), chunked", chunked(bytes, coding), .response(expected)),
        ]
    }

    private static let responsesOfOne: [ConformanceCase] = [
        ConformanceCase(
            .compression, "gzip, byte by byte",
            CannedResponse(compressed(Deflate.gzip(text), "gzip").bytes, pieceSize: 1),
            .response(hello)
        ),
        ConformanceCase(.compression, "gzip of nothing", compressed(Deflate.gzip([]), "gzip"), .response("")),
        ConformanceCase(
            .compression, "gzip of real codes", compressed(Deflate.gzipOfZeros(10_000), "gzip"),
            .response(String(repeating: "\0", count: 10_000))
        ),
        ConformanceCase(.compression, "identity as the coding", compressed(text, "identity"), .response(hello)),
        ConformanceCase(
            .compression, "an unknown coding is left as it is", compressed(text, "x-own"),
            .response(hello) || .failure(.malformedResponse)
        ),
        ConformanceCase(
            .compression, "204 with a coding", "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n",
            .response(204, "")
        ),
        ConformanceCase(
            .compression, "HEAD with a coding",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 30\r\n\r\n", .response(""), method: .head
        ),
        ConformanceCase(
            .compression, "no content at all with a coding",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n", .response("")
        ),
        ConformanceCase(.compression, "no content at all with a coding, chunked", chunked([], "gzip"), .response("")),
        ConformanceCase(
            .compression, "no content at all with a coding, up to the end",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n", .response("")
        ),
        ConformanceCase(
            .compression, "304 with a coding",
            CannedResponse("HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n\r\n", ending: .hold),
            .response(304, "")
        ),
        ConformanceCase(
            .compression, "what is no gzip", compressed(text, "gzip"), .failure(.malformedResponse)
        ),
        ConformanceCase(
            .compression, "gzip that is cut off", compressed(Array(Deflate.gzip(text).dropLast(12)), "gzip"),
            .broken
        ),
        ConformanceCase(
            .compression, "gzip that is cut off, chunked", chunked(Array(Deflate.gzip(text).dropLast(12)), "gzip"),
            .broken
        ),
        ConformanceCase(
            .compression, "gzip without its checksum", compressed(Array(Deflate.gzip(text).dropLast(8)), "gzip"),
            .broken
        ),
        ConformanceCase(
            .compression, "gzip with a wrong checksum",
            compressed(Array(Deflate.gzip(text).dropLast(8)) + [1, 2, 3, 4, 19, 0, 0, 0], "gzip"),
            .failure(.malformedResponse)
        ),
    ]

    private static let hello = "hello, hello, hello"
    private static let text = Array(hello.utf8)

    private static func compressed(_ bytes: [UInt8], _ coding: String) -> CannedResponse {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n"
        return CannedResponse(Array(head.utf8) + bytes)
    }

    private static func chunked(_ bytes: [UInt8], _ coding: String) -> CannedResponse {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nTransfer-Encoding: chunked\r\n\r\n"
        let size = String(bytes.count, radix: 16)
        let chunk = bytes.isEmpty ? [] : Array("\(size)\r\n".utf8) + bytes + Array("\r\n".utf8)
        return CannedResponse(Array(head.utf8) + chunk + Array("0\r\n\r\n".utf8))
    }

    private static let limits: [ConformanceCase] = [
        ConformanceCase(.compression, "a bomb ends at the limit") { stage in
            let server = try stage.serve(compressed(Deflate.gzipOfZeros(2 << 20), "gzip").play)
            let request = server.request().setting(\.policy.responseSizeLimit, 100_000)
            try await stage.expect(request, .failure(.responseTooLarge))
        },
        ConformanceCase(.compression, "the limit counts what is decompressed") { stage in
            let response = compressed(Deflate.gzipOfZeros(50_000), "gzip")
            // Each request uses a new server. The first server closes its connection, but the next request might reuse
            // the connection before it is closed.
            let first = try stage.serve(response.play).request().setting(\.policy.responseSizeLimit, 50_000)
            try await stage.expect(first, .response(String(repeating: "\0", count: 50_000)))
            let second = try stage.serve(response.play).request().setting(\.policy.responseSizeLimit, 49_999)
            try await stage.expect(second, .failure(.responseTooLarge))
        },
    ]

    private static let asking: [ConformanceCase] = [
        ConformanceCase(.compression, "identity is asked for on the wire") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            try await stage.expect(server.request().setting(\.policy.compression, .identity), .response("hi"))
            try stage.expect(server.requests.first?["Accept-Encoding"], ["identity"], "Accept-Encoding")
        },
        ConformanceCase(.compression, "nothing is asked for that can't be decoded") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            try await stage.expect(server.request(), .response("hi"))
            let asked = (server.requests.first?["Accept-Encoding"] ?? []).flatMap { $0.split(separator: ",") }
                .map { $0.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces) }
            let unknown = asked.filter { !["gzip", "deflate", "identity", "x-gzip", "br", "zstd"].contains($0) }
            try stage.expect(unknown, [], "unknown codings")
        },
    ]

    /// A transport that requests `identity` accepts no other coding.
    ///
    /// Therefore, encoded or truncated content is never mistaken for the real content.
    private static let refusing: [ConformanceCase] =
        [("gzip", Deflate.gzip(text)), ("x-own", text), ("gzip, identity", Deflate.gzip(text))].flatMap {
            coding, bytes in
            [
                ConformanceCase(
                    .compression, "\(coding) where identity was asked for", compressed(bytes, coding),
                    .failure(.malformedResponse)
                ) { $0.setting(\.policy.compression, .identity) },
                ConformanceCase(
                    .compression, "\(coding) where identity was asked for by hand", compressed(bytes, coding),
                    .failure(.malformedResponse)
                ) { $0.setting(headerField: .acceptEncoding, "identity;q=1, *;q=0") },
                ConformanceCase(.compression, "\(coding) as a download") { stage in
                    let server = try stage.serve(compressed(bytes, coding).play)
                    let (code, data) = try await stage.download(server.request())
                    try stage.expect(code, .malformedResponse, "the code")
                    try stage.expect(data, nil, "the file")
                    try stage.expect(server.requests.first?["Accept-Encoding"], ["identity"], "Accept-Encoding")
                },
            ]
        } + [
            ConformanceCase(.compression, "identity as the coding where identity was asked for") { stage in
                let server = try stage.serve(compressed(text, "Identity").play)
                let request = server.request().setting(\.policy.compression, .identity)
                try await stage.expect(request, .response(hello))
            },
            ConformanceCase(.compression, "a failure in gzip where identity was asked for") { stage in
                let bytes = Deflate.gzip(text)
                let head = "HTTP/1.1 503 No\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n"
                let server = try stage.serve(CannedResponse(Array(head.utf8) + bytes).play)
                let request = server.request().setting(\.policy.compression, .identity)
                try await stage.expect(request, .response(503, hello))
            },
            ConformanceCase(.compression, "gzip as a download that asks for it is decoded") { stage in
                let server = try stage.serve(compressed(Deflate.gzip(text), "gzip").play)
                let request = server.request().setting(headerField: .acceptEncoding, "gzip")
                let (code, data) = try await stage.download(request)
                try stage.expect(code, nil, "the code")
                try stage.expect(data, Data(text), "the file")
            },
        ]

    private static let received: [ConformanceCase] = [
        ConformanceCase(.compression, "gzip as it was received") { stage in
            let bytes = Deflate.gzip(text)
            for reading in Reading.allCases {
                let server = try stage.serve(compressed(bytes, "gzip").play)
                let request = server.request().setting(\.policy.compression, .asReceived)
                let outcome = await stage.exchange(request, reading)
                try stage.expect(outcome.response?.body == Data(bytes), "the bytes, \(reading)", "\(outcome)")
                try stage.expect(server.requests.first?["Accept-Encoding"], ["identity"], "Accept-Encoding")
            }
        },
        ConformanceCase(.compression, "gzip as it was received, as a download") { stage in
            let bytes = Deflate.gzip(text)
            let server = try stage.serve(compressed(bytes, "gzip").play)
            let (code, data) = try await stage.download(server.request().setting(\.policy.compression, .asReceived))
            try stage.expect(code, nil, "the code")
            try stage.expect(data, Data(bytes), "the file")
        },
        ConformanceCase(.compression, "what has no coding, as it was received") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            try await stage.expect(server.request().setting(\.policy.compression, .asReceived), .response("hi"))
        },
    ]
}
