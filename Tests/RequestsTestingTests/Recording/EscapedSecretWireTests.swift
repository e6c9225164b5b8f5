import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import Testing

/// Servers that repeat a token, a cookie and a password in the encodings of URLs, JSON and HTML.
@Suite("Escaped secrets on the wire", .timeLimit(.minutes(1)))
struct EscapedSecretWireTests {
    private static let token = "tok/SECRET+part9=="

    /// The parts of the secrets that no encoding changes.
    private static let canaries = ["SECRET", "part9", "PASSED"]

    private static let echoes: [(type: String, body: String)] = [
        ("application/json", #"{"message": "bad token tok\/SECRET+part9== of p&PASSED<1"}"#),
        ("application/json", #"{"message": "at /login?t=tok%2FSECRET%2Bpart9%3D%3D&p=p%26PASSED%3C1"}"#),
        ("application/json", #"{"message": "{\"t\": \"tok\\/SECRET+part9==\", \"p\": \"p\\u0026PASSED\\u003c1\"}"}"#),
        ("application/problem+json", #"{"detail": "tok\\\/SECRET+part9== p&amp;PASSED&lt;1"}"#),
        ("text/plain", "tok&#x2F;SECRET&#43;part9&#61;&#61; p&amp;PASSED&lt;1"),
        ("text/html", "<p>tok&#47;SECRET+part9== p&amp;PASSED&lt;1</p>"),
        ("application/xml", "<error><message>tok%2fSECRET%2bpart9== p&amp;PASSED&lt;1</message></error>"),
        ("application/x-www-form-urlencoded", "error=tok%2FSECRET%2Bpart9%3D%3D+p%26PASSED%3C1"),
    ]

    private func calls(_ server: RawServer) -> Request<AnonymousProvider, Data> {
        AnonymousProvider(baseURL: server.baseURL).get(.data, from: "/a")
            .adding(query: "password", "p&PASSED<1").authenticated(with: .bearerToken(Self.token))
            .setting(\.policy.redirects, .stop)
    }

    @Test(arguments: echoes.indices)
    func `neither an error nor a log nor a recording shows an escaped secret`(index: Int) async throws {
        let (type, body) = Self.echoes[index]
        try await Recordings.withFile { file in
            try await withRawServer(responding: { _ in
                RawServer.response(
                    status: 403, reason: "Forbidden",
                    fields: [
                        ("Location", "/login?back=%2Fa%3Ft%3Dtok%252FSECRET%252Bpart9%253D%253D&u=p%26PASSED%3C1"),
                        ("Content-Type", type), ("X-Echo", #""tok\/SECRET+part9==""#),
                    ], body: body)
            }) { server in
                let lines = Guarded<[String]>([])
                let session = Recordings.session.recording(to: file)
                    .logging(level: .debug) { entry in lines.withLock { $0.append(entry.details) } }
                let error = await #expect(throws: TransportError.self) { try await session.perform(calls(server)) }
                let log = lines.withLock(\.self).joined(separator: "\n")
                let recording = try String(contentsOf: file, encoding: .utf8)
                for canary in Self.canaries {
                    #expect(error?.description.contains(canary) == false, "\(error?.description ?? "")")
                    #expect(!log.contains(canary), "\(log)")
                    #expect(!recording.contains(canary), "\(recording)")
                }
                #expect(try Recordings.entries(of: file).count == 1)
            }
        }
    }

    @Test func `a redirect that repeats a cookie keeps the cookie's name, and is replayed`() async throws {
        try await Recordings.withFile { file in
            let request = try await withRawServer(responding: { request in
                request.target == "/go"
                    ? RawServer.response(
                        status: 302, reason: "Found",
                        fields: [("Location", "/cookies/set?session=SECRET-abcdefgh&lang=de")])
                    : RawServer.ok("at \(request.target)")
            }) { server in
                let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/go")
                    .adding(cookie: "lang", "de").adding(cookie: "session", "SECRET-abcdefgh")
                _ = try await Recordings.session.recording(to: file).perform(request)
                return request
            }
            let urls = try Recordings.entries(of: file).compactMap { $0[path: "request.url"] as? String }
            #expect(urls.last?.hasSuffix("/cookies/set?session=%3Credacted%3E&lang=de") == true, "\(urls)")
            #expect(try !String(contentsOf: file, encoding: .utf8).contains("SECRET"))
            #expect(try await Replaying(file).perform(request).hasPrefix("at /cookies/set?session="))
        }
    }
}
