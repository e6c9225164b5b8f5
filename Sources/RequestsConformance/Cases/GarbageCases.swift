import Foundation
import Requests

extension TransportConformance {
    /// Bytes that are not an HTTP/1.1 response cause an error, and have no other effect.
    static let garbage: [ConformanceCase] =
        (nonsense.map { name, bytes in ConformanceCase(.garbage, name, CannedResponse(bytes), .broken) }
        + dubious.map { name, text in
            // Lenient readers accept these bytes as the intended response.
            ConformanceCase(.garbage, name, text, .response("hi") || .broken)
        } + [carriageReturn])
        .overHTTP1(because: "HTTP/2 has its own garbage, in its own group")

    /// A reader that accepts a CR in a value replaces it with a space (RFC 9110, section 5.5).
    private static let carriageReturn = ConformanceCase(.garbage, "CR in a value") { stage in
        let server = try stage.serve(CannedResponse("HTTP/1.1 200 OK\r\nX-A: a\rb\r\n\(rest)").play)
        let outcome = try await stage.expect(server.request(), .response("hi") || .broken)
        guard let response = outcome.response else { return }
        try stage.expect(response.header["X-A"], "a b", "X-A")
    }

    private static let rest = "Content-Length: 2\r\n\r\nhi"

    private static let nonsense: [(name: String, bytes: [UInt8])] = [
        ("another protocol", Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)),
        ("the beginning of TLS", [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46]),
        ("binary", (0..<512).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }),
        ("zeros", [UInt8](repeating: 0, count: 512)),
        ("empty lines", Array("\r\n\r\n\r\n".utf8)),
        ("HTTP/0.9", Array("<html>hello</html>".utf8)),
        ("HTTP/0.9 of many lines", Array("hello\r\nthere\r\n\r\nyou\r\n".utf8)),
        ("a request", Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)),
        ("HTTP/9.9", Array("HTTP/9.9 200 OK\r\n\(rest)".utf8)),
        ("no version", Array("HTTP/ 200 OK\r\n\(rest)".utf8)),
        ("no status", Array("HTTP/1.1\r\n\(rest)".utf8)),
        ("a status that is no number", Array("HTTP/1.1 abc OK\r\n\(rest)".utf8)),
        ("a status of two digits", Array("HTTP/1.1 20 OK\r\n\(rest)".utf8)),
        ("a status of four digits", Array("HTTP/1.1 2000 OK\r\n\(rest)".utf8)),
        ("a negative status", Array("HTTP/1.1 -200 OK\r\n\(rest)".utf8)),
        ("a status of 000", Array("HTTP/1.1 000 OK\r\n\(rest)".utf8)),
        ("a status of 000 without content", Array("HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n".utf8)),
        ("a status of 099", Array("HTTP/1.1 099 OK\r\n\(rest)".utf8)),
        (
            "a status of 050, in chunks",
            Array("HTTP/1.1 050 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n".utf8)
        ),
        ("a status of 001 before the response", Array("HTTP/1.1 001 OK\r\n\r\nHTTP/1.1 200 OK\r\n\(rest)".utf8)),
        ("a status of 40 digits", Array("HTTP/1.1 \(String(repeating: "2", count: 40)) OK\r\n\(rest)".utf8)),
    ]

    private static let dubious: [(name: String, text: String)] = [
        ("an empty line in front", "\r\nHTTP/1.1 200 OK\r\n\(rest)"),
        ("a version in small letters", "http/1.1 200 OK\r\n\(rest)"),
        ("HTTP/1.2", "HTTP/1.2 200 OK\r\n\(rest)"),
        ("HTTP/2.0 without its frames", "HTTP/2.0 200 OK\r\n\(rest)"),
        ("two spaces in the status line", "HTTP/1.1  200 OK\r\n\(rest)"),
        ("ICY", "ICY 200 OK\r\n\(rest)"),
        ("a line without a colon", "HTTP/1.1 200 OK\r\nnonsense\r\n\(rest)"),
        ("a field without a name", "HTTP/1.1 200 OK\r\n: a\r\n\(rest)"),
        ("a space in a name", "HTTP/1.1 200 OK\r\nX A: b\r\n\(rest)"),
        ("a space in front of the colon", "HTTP/1.1 200 OK\r\nX-A : b\r\n\(rest)"),
        ("a folded field", "HTTP/1.1 200 OK\r\nX-A: b\r\n  c\r\n\(rest)"),
        ("a fold in front of the first field", "HTTP/1.1 200 OK\r\n X-A: b\r\n\(rest)"),
        ("NUL in a value", "HTTP/1.1 200 OK\r\nX-A: a\u{0}b\r\n\(rest)"),
        ("a control character in a value", "HTTP/1.1 200 OK\r\nX-A: a\u{1}b\r\n\(rest)"),
    ]
}
