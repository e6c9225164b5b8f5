import Foundation
import Requests

extension TransportConformance {
    /// Incorrect lengths (RFC 9112, sections 6.2, 6.3 and 7.1).
    static let lengths: [ConformanceCase] =
        (unusableLengths.map { name, value in
            // A length that is too large to arrive may also be reported as exceeding the size limit.
            ConformanceCase(
                .lengths, "Content-Length: \(name)", "\(ok)Content-Length: \(value)\r\n\r\nabc",
                Int(value) ?? 0 > 1 << 32 ? .broken || .failure(.responseTooLarge) : .broken
            )
        }
        + unusableChunks.map { name, body in
            ConformanceCase(.lengths, "chunks: \(name)", "\(ok)Transfer-Encoding: chunked\r\n\r\n\(body)", .broken)
        } + doubtful + [longer])
        .overHTTP1("chunk", "transfer coding", because: "HTTP/2 has no transfer codings")
        .overHTTP1("bytes after the Content-Length", because: "HTTP/2 sends no bytes between responses")

    private static let ok = "HTTP/1.1 200 OK\r\n"

    private static let unusableLengths: [(name: String, value: String)] = [
        ("less than comes not", "10"), ("negative", "-1"), ("negative zero", "-0"), ("with a plus sign", "+3"),
        ("a word", "abc"), ("a number and a word", "3x"), ("hexadecimal", "0x3"), ("a fraction", "3.0"),
        ("with a space", "1 3"),
        ("more than 32 bits", "4294967299"), ("2^63 - 2", "9223372036854775806"), ("2^63 - 1", "9223372036854775807"),
        ("2^63", "9223372036854775808"), ("2^64 + 3", "18446744073709551619"),
        ("30 digits", String(repeating: "9", count: 30)),
        ("two that differ, in a list", "3, 4"), ("two that differ", "3\r\nContent-Length: 4"),
        ("two that differ, the longer one first", "4\r\nContent-Length: 3"),
        ("a right one and a word", "3\r\nContent-Length: x"),
    ]

    private static let unusableChunks: [(name: String, body: String)] = [
        ("a size that is no number", "zz\r\nabc\r\n0\r\n\r\n"), ("an empty size", "\r\nabc\r\n0\r\n\r\n"),
        ("a negative size", "-3\r\nabc\r\n0\r\n\r\n"), ("a size of 0x3", "0x3\r\nabc\r\n0\r\n\r\n"),
        ("a size of 2^63", "8000000000000000\r\nabc"), ("a size of 2^64 - 1", "ffffffffffffffff\r\nabc"),
        ("a size of 2^64 + 3", "10000000000000003\r\nabc\r\n0\r\n\r\n"),
        ("a size of 40 digits", String(repeating: "f", count: 40) + "\r\nabc"),
        ("longer than their size", "3\r\nabcdef\r\n0\r\n\r\n"), ("shorter than their size", "5\r\nabc\r\n0\r\n\r\n"),
        ("no line end behind", "3\r\nabc0\r\n\r\n"), ("none at all", "abc"),
    ]

    /// A transport may accept or reject ambiguous lengths, but it must not mistake truncated content for the whole.
    private static let doubtful: [ConformanceCase] = [
        ConformanceCase(
            .lengths, "Content-Length: twice the same", "\(ok)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
            .response("abc") || .broken
        ),
        ConformanceCase(
            .lengths, "Content-Length: the same in a list", "\(ok)Content-Length: 3, 3\r\n\r\nabc",
            .response("abc") || .broken
        ),
        ConformanceCase(
            .lengths, "Content-Length: empty", "\(ok)Content-Length:\r\n\r\nabc", .broken || .response("abc")
        ),
        ConformanceCase(
            .lengths, "chunks beat a Content-Length in front",
            "\(ok)Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            .response("abc") || .broken
        ),
        ConformanceCase(
            .lengths, "chunks beat a Content-Length behind",
            "\(ok)Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            .response("abc") || .broken
        ),
        ConformanceCase(
            .lengths, "chunks that are cut off, with a Content-Length",
            "\(ok)Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n3\r\nabc\r\n", .broken
        ),
        ConformanceCase(
            .lengths, "an unknown transfer coding", "\(ok)Transfer-Encoding: x-own\r\n\r\nabc",
            .response("abc") || .broken
        ),
        ConformanceCase(
            .lengths, "chunked twice",
            "\(ok)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            .response("abc") || .broken
        ),
        ConformanceCase(
            .lengths, "chunks: white space behind the size",
            "\(ok)Transfer-Encoding: chunked\r\n\r\n3  \r\nabc\r\n0\r\n\r\n", .response("abc") || .broken
        ),
        ConformanceCase(
            .lengths, "chunks: lines that end with LF alone",
            "\(ok)Transfer-Encoding: chunked\r\n\r\n3\nabc\n0\n\n", .response("abc") || .broken
        ),
        ConformanceCase(
            .lengths, "chunks of HTTP/1.0",
            "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            .response("abc") || .response("3\r\nabc\r\n0\r\n\r\n") || .broken
        ),
    ]

    private static let longer = ConformanceCase(.lengths, "bytes after the Content-Length belong to no response") {
        stage in
        let server = try stage.serve(responding: { request in
            guard request.target == "/1" else { return RawServer.ok("second") }
            return "\(ok)Content-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong"
        })
        try await stage.expect(server.request(.get, "/1"), .response("abc") || .broken)
        try await stage.expect(server.request(.get, "/2"), .response("second") || .broken)
    }
}
