import Foundation
import Requests

extension TransportConformance {
    /// The status line and the fields of a response arrive unchanged.
    static let responses: [ConformanceCase] =
        (heads.map { head in
            ConformanceCase(.responses, head.name) { stage in
                for reading in Reading.allCases {
                    let server = try stage.serve(CannedResponse(head.bytes).play)
                    let outcome = try await stage.expect(server.request(), .response(200, "hi"), reading)
                    guard let response = outcome.response else { continue }
                    for (name, values) in head.fields {
                        let actual = response.header.filter { $0.name == HeaderField.Name(name) }.map(\.value)
                        try stage.expect(values.contains(actual), "\(name): \(values)", "\(actual) in \(response)")
                    }
                }
            }
        } + statusCodes + [orderOfFields, urlOfResponse] + places)
        .overHTTP1(
            "no space behind the colon", "white space around", "LF alone", because: "HTTP/2 sends no lines of text"
        )
        .overHTTP1("reason", because: "HTTP/2 sends no reason")
        .overHTTP1("in their case", because: "HTTP/2 sends names in lower case")

    /// A head, and the values that a transport may report for its fields.
    private struct Head: Sendable {
        let name: String
        let bytes: [UInt8]
        let fields: [(String, [[String]])]

        init(_ name: String, _ bytes: [UInt8], _ fields: [(String, [[String]])] = []) {
            self.name = name
            self.bytes = bytes
            self.fields = fields
        }

        /// Makes a head with some additional lines, followed by a content of two bytes.
        init(_ name: String, lines: String, _ fields: [(String, [[String]])] = []) {
            self.init(name, Array("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 2\r\n\r\nhi".utf8), fields)
        }
    }

    private static let heads: [Head] = [
        Head("a field", lines: "X-A: b\r\n", [("X-A", [["b"]]), ("x-a", [["b"]])]),
        // Repeated fields may be joined in order (RFC 9110, section 5.2).
        Head("a repeated field", lines: "X-A: a\r\nX-B: -\r\nX-A: b\r\n", [("X-A", [["a", "b"], ["a, b"]])]),
        Head("a field repeated in other case", lines: "X-A: a\r\nx-a: b\r\n", [("X-A", [["a", "b"], ["a, b"]])]),
        Head(
            "a known field repeated in other case", lines: "Vary: a\r\nvary: b\r\n",
            [("Vary", [["a", "b"], ["a, b"]])]),
        // Set-Cookie must not be joined (section 5.3).
        Head(
            "Set-Cookie twice", lines: "Set-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT\r\nSet-Cookie: b=2\r\n",
            [("Set-Cookie", [["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]])]),
        Head("an empty value", lines: "X-A:\r\nX-B: \r\n", [("X-A", [[""]]), ("X-B", [[""]])]),
        Head("a value in UTF-8", lines: "X-A: grüße\r\n", [("X-A", [["grüße"]])]),
        Head("white space around a value", lines: "X-A: \t b \t \r\n", [("X-A", [["b"]])]),
        Head("a tab in a value", lines: "X-A: a\tb\r\n", [("X-A", [["a\tb"]])]),
        Head("a colon in a value", lines: "X-A: a:b: c\r\n", [("X-A", [["a:b: c"]])]),
        Head("no space behind the colon", lines: "X-A:b\r\n", [("X-A", [["b"]])]),
        Head("unusual characters in a name", lines: "X!#$%&'*+-.^_`|~1: b\r\n", [("X!#$%&'*+-.^_`|~1", [["b"]])]),
        Head("a value of 8 KiB", lines: "X-A: \(long)\r\n", [("X-A", [[long]])]),
        Head(
            "200 fields", lines: (0..<200).map { "X-\($0): \($0)\r\n" }.joined(),
            [
                ("X-0", [["0"]]), ("X-199", [["199"]]),
            ]),
        // Latin-1 is legal, but its meaning is no longer defined (section 5.5), so transports may read the field
        // differently.
        Head(
            "a value in Latin-1",
            Array("HTTP/1.1 200 OK\r\nX-A: caf".utf8) + [0xE9]
                + Array("\r\nX-B: b\r\nContent-Length: 2\r\n\r\nhi".utf8), [("X-B", [["b"]])]),
        Head(
            "an empty reason", Array("HTTP/1.1 200 \r\nX-A: b\r\nContent-Length: 2\r\n\r\nhi".utf8), [("X-A", [["b"]])]),
        Head("no reason", Array("HTTP/1.1 200\r\nX-A: b\r\nContent-Length: 2\r\n\r\nhi".utf8), [("X-A", [["b"]])]),
        Head(
            "a reason in UTF-8", Array("HTTP/1.1 200 Schön\r\nX-A: b\r\nContent-Length: 2\r\n\r\nhi".utf8),
            [
                ("X-A", [["b"]])
            ]),
        Head(
            "a reason that is not UTF-8",
            Array("HTTP/1.1 200 Sch".utf8) + [0xF6] + Array("n\r\nX-A: b\r\nContent-Length: 2\r\n\r\nhi".utf8),
            [("X-A", [["b"]])]),
        Head(
            "a reason of several words",
            Array("HTTP/1.1 200 It: went well\r\nX-A: b\r\nContent-Length: 2\r\n\r\nhi".utf8),
            [
                ("X-A", [["b"]])
            ]),
        Head(
            "lines that end with LF alone", Array("HTTP/1.1 200 OK\nX-A: b\nContent-Length: 2\n\nhi".utf8),
            [
                ("X-A", [["b"]])
            ]),
    ]

    private static let long = String(repeating: "0123456789abcdef", count: 512)

    private static let statusCodes = [201, 202, 203, 206, 299, 400, 404, 410, 418, 429, 500, 503, 599, 999].map {
        code in
        ConformanceCase(
            .responses, "status \(code)", "HTTP/1.1 \(code) Odd\r\nContent-Length: 2\r\n\r\nhi", .response(code, "hi")
        )
    }

    private static let orderOfFields = ConformanceCase(.responses, "the fields in their order, in their case") {
        stage in
        let names = ["X-Z", "x-lower", "X-A", "X-M", "X-UPPER", "X-B"]
        let lines = names.map { "\($0): 1\r\n" }.joined()
        let response = CannedResponse("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
        let server = try stage.serve(response.play)
        let header = try await stage.expect(server.request(), .response("")).response?.header
        let actual = (header ?? []).map(\.name.rawValue).filter { $0.lowercased().hasPrefix("x-") }
        try stage.expect(actual, names, "the names")
    }

    private static let urlOfResponse = ConformanceCase(.responses, "the URL of the response") { stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("") })
        let response = try await stage.expect(server.request(.get, "/a%2Fb?c=%20d"), .response("")).response
        try stage.expect(response?.url, "\(server.origin)/a%2Fb?c=%20d", "the URL")
    }
}
