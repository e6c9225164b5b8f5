import Foundation
import Requests
import RequestsEndpoints
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

private enum State: String, Sendable { case open = "in progress" }
private enum Level: Int, Sendable { case high = 9 }
private struct Tag: RawRepresentable, CustomStringConvertible, Sendable {
    var rawValue: String
    var description: String { "Tag(\(rawValue))" }
}
private struct Login: CustomStringConvertible, Sendable { var description: String { "ada/l" } }

@Suite("Values in a URLPath") struct URLPathValueTests {
    @Test(arguments: [
        ("ada", "ada"), ("a/b", "a%2Fb"), ("a\\b", "a%5Cb"), ("a?b", "a%3Fb"), ("a#b", "a%23b"),
        ("//host", "%2F%2Fhost"),
        ("/..", "%2F.."), ("../x", "..%2Fx"), ("..\\x", "..%5Cx"),
        ("https://evil.example/x", "https%3A%2F%2Fevil.example%2Fx"),
        ("%2e%2e", "%252e%252e"), ("%2F", "%252F"), ("%", "%25"), ("...", "..."), (".hidden", ".hidden"),
        ("a..", "a.."),
        (" ", "%20"), ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a:b@c;d=e&f,g", "a%3Ab%40c%3Bd%3De%26f%2Cg"),
        ("{id}", "%7Bid%7D"),
        ("Zoë", "Zo%C3%AB"), ("Zoe\u{308}", "Zoe%CC%88"), ("\u{301}", "%CC%81"), ("/\u{301}", "%2F%CC%81"),
        ("日本", "%E6%97%A5%E6%9C%AC"), ("🙂", "%F0%9F%99%82"), ("\0", "%00"), ("a\0b", "a%00b"),
        ("\r\nX: y", "%0D%0AX%3A%20y"),
        ("\u{202E}", "%E2%80%AE"), ("．．", "%EF%BC%8E%EF%BC%8E"),
    ])
    func `a value stays one segment of the path, and one value of the query`(value: String, encoded: String) throws {
        #expect(try request(to: "/a/\(value)/b").resolve().urlText == "https://h/a/\(encoded)/b")
        #expect(try request(to: "\(value)").resolve().urlText == "https://h/\(encoded)")
        #expect(try request(to: "/a?q=\(value)&r=1").resolve().urlText == "https://h/a?q=\(encoded)&r=1")
        let url = try #require(try request(to: "/a/\(value)/b").toURLRequest().url)
        #expect(url.absoluteString == "https://h/a/\(encoded)/b", "Foundation keeps it")
    }

    @Test(arguments: ["", ".", ".."])
    func `a value can't leave its segment empty or climb to the parent`(value: String) throws {
        let endpoints: [URLPath] = [
            "/a/\(value)", "/a/\(value)/b", "\(value)", "\(value)/b", "/\(value)?q=1",
            "/\(value)\(value.isEmpty ? "" : "")/x",
        ]
        for endpoint in endpoints {
            #expect(request(to: endpoint).resolutionError()?.code == .invalidPath, "\(endpoint)")
        }
        // In a query these are values like any other.
        #expect(try request(to: "/a?q=\(value)").resolve().urlText == "https://h/a?q=\(value)")
    }

    @Test func `segments that lead to the parent only together are found`() throws {
        let dot = "."
        let empty = ""
        let climbing: [URLPath] = [
            "/a/\(dot)\(dot)/b", "/a/.\(dot)", "/a/\(dot).", "/a/%2e\(dot)/b", "/a/\(dot)%2E", "/\(empty)\(empty)/b",
            "/a/\(empty).\(empty).",
        ]
        for endpoint in climbing {
            #expect(request(to: endpoint).resolutionError()?.code == .invalidPath, "\(endpoint)")
        }
        #expect(try request(to: "/a\(empty)/b").resolve().urlText == "https://h/a/b")
        #expect(try request(to: "/a/\(dot)\(dot)\(dot)").resolve().urlText == "https://h/a/...")
        #expect(try request(to: "/v\(dot)/x").resolve().urlText == "https://h/v./x")
    }

    @Test func `a value of a mebibyte is sent whole`() throws {
        let value = String(repeating: "a/", count: 1 << 19)
        let url = try request(to: "/x/\(value)?q=\(value)").resolve().urlText
        #expect(url.utf8.count == "https://h/x/?q=".utf8.count + 2 * (1 << 19) * 4)
        #expect(url.utf8.filter { $0 == UInt8(ascii: "/") }.count == 4)
    }

    @Test func `values are written according to their type`() throws {
        let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        let date = Date(timeIntervalSince1970: 1_714_564_800)
        let rows: [(URLPath, String)] = [
            ("/\(42)", "42"), ("/\(-1)", "-1"), ("/\(UInt64.max)", "18446744073709551615"), ("/\(1.5)", "1.5"),
            ("/\(true)", "true"),
            ("/\(id)", "01020304-0506-0708-090a-0b0c0d0e0f10"), ("/\(date)", "2024-05-01T12%3A00%3A00Z"),
            ("/\(date.addingTimeInterval(0.25))", "2024-05-01T12%3A00%3A00.250Z"), ("/\(State.open)", "in%20progress"),
            ("/\(Level.high)", "9"), ("/\(Tag(rawValue: "a/b"))", "a%2Fb"), ("/\(Login())", "ada%2Fl"),
            ("/\("sub/string".dropFirst())", "ub%2Fstring"), ("/\("/" as Character)", "%2F"),
            ("/\(HTTPMethod.get)", "GET"),
        ]
        for (endpoint, text) in rows { #expect(try request(to: endpoint).resolve().urlText == "https://h/" + text) }
    }

    @Test(arguments: [Double.nan, .infinity, 1e12])
    func `a date that can't be written is an error`(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(request(to: "/a/\(date)").resolutionError()?.code == .invalidPath)
        #expect(request(to: "/a?since=\(date)").resolutionError()?.code == .invalidPath)
    }

    @Test func `a sensitive value is sent, and is shown nowhere`() throws {
        let token = "s3cr&t/x"
        let path: URLPath = "/hooks/\(sensitive: token)/run?key=\(sensitive: token)"
        let message = try request(to: path).resolve()
        #expect(message.urlText == "https://h/hooks/s3cr%26t%2Fx/run?key=s3cr%26t%2Fx")
        for text in [
            path.description, String(reflecting: path), message.description, message.cURL(), message.wireFormat(),
            request(to: path).description,
        ] {
            #expect(!text.contains("s3cr"))
        }
        #expect(request(to: "/\(sensitive: "..")").resolutionError()?.code == .invalidPath)
    }

    @Test func `a sensitive value is written like the same value in the open`() throws {
        let date = Date(timeIntervalSince1970: 1.5)
        let rows: [(URLPath, URLPath)] = [
            ("/\(sensitive: date)", "/\(date)"), ("/\(sensitive: State.open)", "/\(State.open)"),
            ("/\(sensitive: Tag(rawValue: "a/b"))", "/\(Tag(rawValue: "a/b"))"), ("/\(sensitive: 42)", "/\(42)"),
        ]
        for (hidden, open) in rows {
            #expect(try request(to: hidden).resolve().urlText == request(to: open).resolve().urlText)
            #expect(hidden.description == "/<redacted>")
        }
        // Foundation's own description of this date ends the process.
        let noDate = Date(timeIntervalSince1970: .nan)
        #expect(request(to: "/\(sensitive: noDate)").resolutionError()?.code == .invalidPath)
    }
}
