import Foundation
import Requests
import RequestsTesting
import Testing

/// Canaries in every place of a request and a response, like those of the log tests.
///
/// The file must not contain any of them.
@Suite("Secrets in recordings", .timeLimit(.minutes(1)))
struct RecordingCanaryTests {
    private struct CanaryAPI: RequestProviding {
        let baseURL = URL("https://canary.example")
    }

    private let api = CanaryAPI()

    private struct Login: Codable {
        var user = "ada"
        var password = "KANARI90"
        var nested = Nested()

        struct Nested: Codable {
            var client_secret = "KANARI91"
            var pin = 12_345_678
        }
    }

    /// The canaries, and their beginnings in base64, alone and after `user:`.
    private static let forms = ["KANARI", "S0FOQVJJ", "dTpLQU5BUkk"]

    /// Makes a request with a canary in every secret place.
    private func request(_ body: BodyProvider) -> Request<CanaryAPI, Data> {
        api.post(body, to: "/n/\(sensitive: "KANARI/02")?token=KANARI03")
            .adding(headerField: "X-Mine", "KANARI04", isSensitive: true)
            .adding(headerField: "X-Api-Key", "KANARI05")
            .adding(headerField: "Referer", "https://u:KANARI06@h/?access_token=KANARI07")
            .adding(headerField: "X-Own", "KANARI12")
            .adding(cookie: "id", "KANARI08")
            .adding(query: "pin", "KANARI09", isSensitive: true)
            .adding(query: "client_secret", "KANARI10")
            .adding(query: "own", "KANARI13")
            .authenticated(with: .apiKey("KANARI11", inQuery: "key"))
            .setting(\.sensitiveNames, ["own": true, "x-own": true])
            .receiving(.data)
    }

    private static let header: HeaderFields = [
        HeaderField("Set-Cookie", "id=KANARI20; Path=/; HttpOnly"),
        HeaderField("Location", "https://u:KANARI21@h/?access_token=KANARI22&a=1#id_token=KANARI23"),
        HeaderField("Link", "<https://h/?p=2>; rel=next, <https://h/?token=KANARI24>; rel=\"prev\""),
        HeaderField("Refresh", "5; url=https://h/?token=KANARI25"),
        HeaderField("WWW-Authenticate", "Negotiate KANARI26, Digest realm=\"a, b\", nonce=\"KANARI32\", qop=\"auth\""),
        HeaderField("Proxy-Authenticate", "Negotiate KANARI27=="),
        HeaderField("Authentication-Info", "nextnonce=\"KANARI28\""),
        HeaderField("X-Own", "KANARI33"),
    ]

    /// Makes a response with canaries, and with everything in the request.
    private static func response(to message: OutgoingRequest, _ type: MediaType, _ body: Data) -> TransportResponse {
        var fields = header
        fields.append(.contentType(type))
        fields.append(HeaderField("Content-Location", message.urlText))
        fields.append(HeaderField("X-Echo", message.header.map(\.value).joined(separator: " ")))
        return TransportResponse(head: ResponseHead(status: .ok, header: fields), body: MessageBody(body))
    }

    private static func echo(of message: OutgoingRequest) -> String {
        message.urlText + " " + message.header.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    private func expectNoCanary(in file: URL, _ location: SourceLocation = #_sourceLocation) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        for form in Self.forms + ["12345678"] {
            guard let range = text.range(of: form) else { continue }
            let start = text.index(range.lowerBound, offsetBy: -160, limitedBy: text.startIndex) ?? text.startIndex
            Issue.record("a canary: \(text[start...].prefix(240))", sourceLocation: location)
        }
    }

    private static let bodies: [(name: String, body: BodyProvider)] = [
        ("JSON", .json(Login())),
        ("form", .form(["password": "KANARI92", "own": "KANARI93", "user": "ada"])),
        (
            "multipart",
            .multipart {
                Part("password", "KANARI94")
                Part("own", "KANARI95")
                Part("note", "ada")
            }
        ),
        ("text", .text("ada")),
    ]

    private static let types: [MediaType] = [
        .json, .plainText, .octetStream, .eventStream, .form, "text/plain; charset=iso-8859-1", "text/html",
        "text/plain; charset=utf-16",
    ]

    /// Makes a response that repeats the sent parts, in the format of a media type.
    private static func body(_ type: MediaType, echoing message: OutgoingRequest) throws -> Data {
        let echo = echo(of: message)
        let tokens = [
            "access_token": "KANARI60", "refresh_token": "KANARI61", "id_token": "KANARI62", "own": "KANARI63",
            "echo": echo, "link": "https://h/next?token=KANARI64",
        ]
        let json = String(decoding: try JSONEncoder().encode(tokens), as: UTF8.self)
        switch type {
        case .json: return Data(json.utf8)
        case .eventStream: return Data("event: a\ndata: \(json)\n\ndata: \(echo)\n\n".utf8)
        case .form:
            let text = echo.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return Data("access_token=KANARI65&echo=\(text)".utf8)
        case .octetStream: return Data([0, 0xFF]) + Data(echo.utf8)
        case "text/plain; charset=utf-16": return echo.data(using: .utf16) ?? Data()
        default: return Data("\(echo)\n<a href=\"https://h/?access_token=KANARI66\">".utf8)
        }
    }

    @Test(arguments: bodies.indices, types)
    func `no file shows a canary, and the request is found in it`(index: Int, type: MediaType) async throws {
        try await Recordings.withFile { file in
            let base = MadeResponses { Self.response(to: $0, type, try Self.body(type, echoing: $0)) }
            let sent = request(Self.bodies[index].body)
            _ = try await base.recording(to: file, redacting: ["pin"]).response(for: sent)
            try expectNoCanary(in: file)
            let (head, body) = try await Replaying(file).response(for: sent)
            #expect(!String(decoding: body, as: UTF8.self).contains("KANARI"))
            #expect(head.cookies.first?.value == "redacted-0")
            #expect(head.cookies.first?.isHTTPOnly == true)
            #expect(head.header[values: "WWW-Authenticate"].first?.contains("Digest realm=\"a, b\"") == true)
        }
    }

    @Test func `credentials of decorators are hidden, and any others match`() async throws {
        try await Recordings.withFile { file in
            let base = MadeResponses { Self.response(to: $0, .plainText, Data(Self.echo(of: $0).utf8)) }
            func decorated(_ base: some Transport, _ name: String) -> some Transport {
                base.authenticating(
                    with: BearerTokens(for: api.baseURL, BearerToken(name + "40", refreshToken: name + "41")) { _ in
                        BearerToken(name + "42", refreshToken: name + "43")
                    }
                )
                .signing { $0.header.set(HeaderField("X-Signature", name + "50")) }
            }
            let plain = api.get(.text, from: "/a").adding(query: "a", 1).setting(\.sensitiveNames, ["x-own": true])
            _ = try await decorated(base.recording(to: file), "KANARI").response(for: plain)
            _ = try await base.recording(to: file).response(
                for: plain.authenticated(with: .basic(user: "u", password: "KANARI44")))
            try expectNoCanary(in: file)
            _ = try await decorated(try Replaying(file), "other").response(for: plain)
        }
    }

    @Test func `a secret that becomes known later is hidden in earlier entries, too`() async throws {
        try await Recordings.withFile { file in
            let transport = MadeResponses { message in
                message.urlText.hasSuffix("/login") ? .text(#"the key is KANARI99"#) : .text("hello")
            }.recording(to: file)
            _ = try await transport.perform(api.get(.text, from: "/login"))
            _ = try await transport.perform(api.get(.text, from: "/me").authenticated(with: .bearerToken("KANARI99")))
            try expectNoCanary(in: file)
            #expect(try await Replaying(file).perform(api.get(.text, from: "/login")) == "the key is redacted-0")
        }
    }

    @Test func `a value in the URL that the response makes a cookie is hidden in that URL, too`() async throws {
        try await Recordings.withFile { file in
            let transport = MadeResponses { _ in
                let header: HeaderFields = ["Set-Cookie": "session=KANARI98; Path=/", "X-Set": "KANARI98"]
                return TransportResponse(head: ResponseHead(status: .ok, header: header), body: MessageBody(Data()))
            }.recording(to: file)
            let request = api.get(from: "/set").adding(query: "session", "KANARI98").adding(
                headerField: "X-New", "KANARI98")
            _ = try await transport.perform(request)
            try expectNoCanary(in: file)
        }
    }

    @Test(arguments: ["broken", "dropped"])
    func `a body that ends early shows no canary`(ending: String) async throws {
        try await Recordings.withFile { file in
            let (chunks, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
            continuation.yield(Data("{\"access_token\": \"KANARI31\", KAN".utf8))
            if ending == "broken" { continuation.finish(throwing: URLError(.networkConnectionLost)) }
            let base = MadeResponses { message in
                TransportResponse(head: Self.response(to: message, .json, Data()).head, body: MessageBody(chunks))
            }
            func send() async throws {
                let body = try await base.recording(to: file).send(
                    request(.text("a")).setting(\.sensitiveNames, ["own": true, "x-own": true]).resolve()
                ).body
                if ending == "broken" { _ = try? await body.collect(upTo: 100) }
            }
            try await send()
            #expect(try Recordings.entries(of: file).count == 1)
        }
    }

    /// Bodies that some programs reject as JSON, with the parts that a recording keeps.
    static let repaired = [
        (#"{"id": 1, "password": null, "password": "KANARI80"}"#, #"{"id":1,"password":null}"#),
        (#"{"password": "KANARI81", "password": "KANARI82"}"#, #"{"password":"redacted-0"}"#),
        (#"{"note": "\ud800", "password": "KANARI83"}"#, "{\"note\":\"\u{FFFD}\",\"password\":\"redacted-0\"}"),
        (#"{"note": "\udc00\ud83d\ude00\ud83dx", "id": 1}"#, "{\"note\":\"\u{FFFD}😀\u{FFFD}x\",\"id\":1}"),
    ]

    @Test(arguments: repaired)
    func `JSON with repeated names or half characters shows no canary`(body: String, recorded: String) async throws {
        try await Recordings.withFile { file in
            let base = MadeResponses { _ in .data(Data(body.utf8), .json) }
            _ = try await base.recording(to: file).perform(api.get(.data, from: "/"))
            try expectNoCanary(in: file)
            #expect(try await Replaying(file).perform(api.get(.text, from: "/")) == recorded)
        }
    }

    @Test func `values keep their type, so that a response can still be decoded`() async throws {
        let body =
            #"{"access_token": "KANARI70", "pin": 12345678, "password": null, "secret": [1, "KANARI71"], "id": 1}"#
        try await Recordings.withFile { file in
            let base = MadeResponses { _ in .data(Data(body.utf8), .json) }
            _ = try await base.recording(to: file, redacting: ["PIN"]).perform(api.get(.data, from: "/"))
            try expectNoCanary(in: file)
            #expect(
                try await Replaying(file).perform(api.get(.text, from: "/"))
                    == #"{"access_token":"redacted-0","pin":0,"password":null,"secret":[0,"redacted-0"],"id":1}"#)
        }
    }

    @Test func `every text and number in a secret object is hidden, and so is a known secret in a name`() async throws {
        let body = #"{"secret": {"value": "KANARI72", "KANARI73": [{"pin": 12345678}], "isNew": true}, "id": 1}"#
        try await Recordings.withFile { file in
            let base = MadeResponses { _ in .data(Data(body.utf8), .json) }
            let request = api.get(.data, from: "/").authenticated(with: .apiKey("KANARI73", inHeader: "X-Key"))
            _ = try await base.recording(to: file).perform(request)
            try expectNoCanary(in: file)
        }
    }

    @Test func `a form keeps its items without values, but no known secret among them`() async throws {
        let form = "KANARI74&password=&note=a&password=KANARI75"
        try await Recordings.withFile { file in
            let base = MadeResponses { _ in .text("a") }
            let request = api.post(.data(Data(form.utf8), contentType: .form), to: "/").receiving(.text)
                .authenticated(with: .apiKey("KANARI74", inHeader: "X-Key"))
            _ = try await base.recording(to: file).perform(request)
            try expectNoCanary(in: file)
            let entry = try Recordings.entries(of: file)[0]
            let text = entry[path: "request.postData.text"] as? String
            #expect(text == "%3Credacted%3E&password=&note=a&password=%3Credacted%3E")
        }
    }

    @Test func `a challenge without a token stays unchanged`() async throws {
        let challenges = "Negotiate, Basic realm=\"a\""
        try await Recordings.withFile { file in
            let base = MadeResponses { _ in
                let header: HeaderFields = [HeaderField("WWW-Authenticate", challenges)]
                return TransportResponse(head: ResponseHead(status: .ok, header: header))
            }
            let message = OutgoingRequest(urlText: "https://canary.example/")
            _ = try await Recordings.response(base.recording(to: file), message)
            let (head, _) = try await Recordings.response(try Replaying(file), message)
            #expect(head.header["WWW-Authenticate"] == challenges)
        }
    }
}
