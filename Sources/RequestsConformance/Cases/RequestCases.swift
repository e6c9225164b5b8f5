import Foundation
import Requests

extension TransportConformance {
    /// The request is sent exactly as it was made, byte by byte.
    static let requests: [ConformanceCase] =
        targets.map(sending(target:)) + unchanged + badURLs.map(refusing) + fields.map(sending(fields:))
        + [host, noSurprises, nothingTwice] + userAgents + [noLanguage]

    private static let targets = [
        "/", "/a/b", "/a%2Fb", "/a%2fb%41", "/a%20b", "/%E2%82%AC", "/a;b=c", "/a,b", "/a+b", "/a:b", "/@a", "/~a",
        "/*'()!",
        "/?a=b", "/a?b=c&d=e", "/a?b=%2B+c", "/a?b=%26&c=%3D", "/a?b=c%2Fd/e", "/a?b", "/a?b=c;d", "/a?b=c?d", "/a//b",
        "/a/",
        "/a?b%5B%5D=c", "/a?q=" + String(repeating: "0123456789", count: 400),
    ]

    private static func sending(target: String) -> ConformanceCase {
        let shown = target.count > 40 ? "of \(target.utf8.count) bytes" : target
        return ConformanceCase(.requests, "the target \(shown)") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            try await stage.expect(server.request(.get, target), .response("hi"))
            try stage.expect(server.requests.map(\.target), [target], "the target")
        }
    }

    /// URLs that a hook or decorator may produce, and that clients repair differently.
    private static let badURLs = [
        ("half an escape", "{origin}/a%zz"), ("an escape that is cut off", "{origin}/a?b=%2"),
        ("a space", "{origin}/a b"), ("a line break", "{origin}/a\r\nX-Evil: 1"),
        ("an escape in the host", "http://a%2Fb/"),
        ("a space in brackets", "http://[a b]/"), ("line breaks in brackets", "http://[::1\r\nX-Evil: 1\r\n]/"),
    ]

    private static func refusing(_ name: String, _ url: String) -> ConformanceCase {
        ConformanceCase(.requests, "a URL with \(name) is not sent") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            let message = OutgoingRequest(urlText: url.replacing("{origin}", with: server.origin))
            var code: RequestErrorCode?
            do {
                _ = try await stage.transport.send(message)
            } catch {
                code = (error as? any AnyRequestError)?.code
            }
            try stage.expect(code, .invalidURL, "the code of the error")
            try stage.expect(server.connectionCount, 0, "the number of connections")
        }
    }

    /// Fields, and the values that a server may receive for them.
    private struct Sent: Sendable {
        let name: String
        let fields: [HeaderField]
        let values: [(String, [[String]])]
    }

    private static let fields: [Sent] = [
        Sent(name: "a field", fields: [HeaderField("X-A", "b")], values: [("X-A", [["b"]])]),
        Sent(
            name: "a repeated field",
            fields: [HeaderField("X-A", "a"), HeaderField("X-B", "-"), HeaderField("X-A", "b")],
            values: [("X-A", [["a", "b"], ["a, b"], ["a,b"]])]
        ),
        Sent(name: "an empty value", fields: [HeaderField("X-A", "")], values: [("X-A", [[""]])]),
        Sent(name: "a value in UTF-8", fields: [HeaderField("X-A", "grüße €")], values: [("X-A", [["grüße €"]])]),
        Sent(name: "a tab in a value", fields: [HeaderField("X-A", "a\tb")], values: [("X-A", [["a\tb"]])]),
        Sent(
            name: "quotes in a value", fields: [HeaderField("X-A", #""a\"b";c"#)], values: [("X-A", [[#""a\"b";c"#]])]),
        Sent(
            name: "a value of 4 KiB", fields: [HeaderField("X-A", String(repeating: "abcd", count: 1_024))],
            values: [("X-A", [[String(repeating: "abcd", count: 1_024)]])]
        ),
        Sent(
            name: "100 fields", fields: (0..<100).map { HeaderField(HeaderField.Name("X-\($0)"), "\($0)") },
            values: [("X-0", [["0"]]), ("X-99", [["99"]])]
        ),
        Sent(
            name: "sensitive fields",
            fields: [
                HeaderField("Authorization", "Bearer a.b", isSensitive: true),
                HeaderField("X-Key", "k", isSensitive: true),
            ],
            values: [("Authorization", [["Bearer a.b"]]), ("X-Key", [["k"]])]
        ),
        Sent(name: "User-Agent", fields: [HeaderField("User-Agent", "me/1")], values: [("User-Agent", [["me/1"]])]),
        Sent(name: "Accept", fields: [HeaderField("Accept", "text/*")], values: [("Accept", [["text/*"]])]),
        Sent(
            name: "Accept-Language", fields: [HeaderField("Accept-Language", "de")],
            values: [("Accept-Language", [["de"]])]
        ),
        Sent(
            name: "Accept-Encoding", fields: [HeaderField("Accept-Encoding", "br;q=0.5")],
            values: [("Accept-Encoding", [["br;q=0.5"]])]
        ),
        Sent(name: "Cookie", fields: [HeaderField("Cookie", "a=1; b=2")], values: [("Cookie", [["a=1; b=2"]])]),
        Sent(name: "Range", fields: [HeaderField("Range", "bytes=2-")], values: [("Range", [["bytes=2-"]])]),
        Sent(
            name: "If-None-Match", fields: [HeaderField("If-None-Match", #""1""#)],
            values: [("If-None-Match", [[#""1""#]])]),
        Sent(name: "Referer", fields: [HeaderField("Referer", "http://a/")], values: [("Referer", [["http://a/"]])]),
        Sent(
            name: "Referer without user and fragment",
            fields: [HeaderField("Referer", "http://user:secret@a/b?c#d"), HeaderField("referer", "//user@b/c#d")],
            values: [("Referer", [["http://a/b?c", "//b/c"], ["http://a/b?c, //b/c"]])]
        ),
    ]

    private static func sending(fields sent: Sent) -> ConformanceCase {
        ConformanceCase(.requests, "the field: \(sent.name)") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            try await stage.expect(
                server.request().removing(headerField: "Accept").adding(headerFields: sent.fields), .response("hi")
            )
            let request = try stage.unwrap(server.requests.first, "a request")
            for (name, values) in sent.values {
                try stage.expect(values.contains(request[name]), "\(name): \(values)", "\(request[name])")
            }
        }
    }

    private static let host = ConformanceCase(.requests, "one Host, with the port") { stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        try await stage.expect(server.request(), .response("hi"))
        try stage.expect(server.requests.first?["Host"], ["127.0.0.1:\(server.port)"], "Host")
        try stage.expect(server.requests.first?.version, "HTTP/1.1", "the version")
    }

    private static let noSurprises = ConformanceCase(.requests, "no credentials and no content that nobody set") {
        stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        try await stage.expect(server.request(), .response("hi"))
        let request = try stage.unwrap(server.requests.first, "a request")
        for name in ["Authorization", "Proxy-Authorization", "Cookie", "Referer", "Content-Type", "Transfer-Encoding"] {
            try stage.expect(request[name], [], name)
        }
        try stage.expect(request.first("Content-Length") ?? "0", "0", "Content-Length")
    }

    private static let nothingTwice = ConformanceCase(.requests, "each field once") { stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        let request = server.request(.post).sending(.json(["a": 1]))
            .setting(headerField: HeaderField("Accept", "a/b")).setting(headerField: HeaderField("User-Agent", "me"))
        try await stage.expect(request, .response("hi"))
        let names = try stage.unwrap(server.requests.first, "a request").fields.map { $0.name.lowercased() }
        let repeated = Set(names.filter { name in names.filter { $0 == name }.count > 1 })
        try stage.expect(repeated.sorted(), [], "the repeated names")
    }

    private static let userAgents: [ConformanceCase] = [
        userAgent("names the program and the library", [RequestOptions().userAgent].compactMap { $0 }) { $0 },
        userAgent("is that of the API", ["me/1"]) { $0.setting(\.userAgent, "me/1") },
        userAgent("is that of the header before that of the API", ["you/2"]) {
            $0.setting(\.userAgent, "me/1").setting(headerField: .userAgent, "you/2")
        },
        userAgent("can be removed", []) { $0.setting(\.userAgent, nil) },
    ]

    private static func userAgent(
        _ name: String, _ expected: [String], _ change: @escaping @Sendable (CaseRequest) -> CaseRequest
    ) -> ConformanceCase {
        ConformanceCase(.requests, "the User-Agent \(name)") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            try await stage.expect(change(server.request()), .response("hi"))
            try stage.expect(server.requests.first?["User-Agent"], expected, "User-Agent")
        }
    }

    private static let noLanguage = ConformanceCase(.requests, "no Accept-Language that nobody asked for") { stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        try await stage.expect(server.request(), .response("hi"))
        try await stage.expect(server.request(.post).sending(.text("a")), .response("hi"))
        try stage.expect(server.requests.map { $0["Accept-Language"] }, [[], []], "Accept-Language")
    }
}
