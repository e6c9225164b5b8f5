import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@testable import RequestsCore

struct RedactionTests {
    @Test(arguments: [
        ("a toke b", "a <redacted> b"), ("toke", "<redacted>"), ("toketoke", "<redacted><redacted>"), ("tok", "tok"),
        ("", ""),
        // The longest secret is hidden first, so that no part of it remains.
        ("token", "<redacted>"),
        // A combining mark forms a single Character with the end of the secret, but the secret is still found.
        ("toke\u{301}", "<redacted>\u{301}"), ("\u{1F1E9}toke\u{200D}", "\u{1F1E9}<redacted>\u{200D}"),
    ])
    func `a secret is found wherever its scalars occur`(text: String, shown: String) {
        // The comparison uses scalars: `>` with a mark is another Character than `>`.
        #expect(Array(Redaction.hide(["toke", "token", ""], in: text).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test(
        arguments: [
            (["abcd"], "x abcd y abcdabcd", "x <redacted> y <redacted><redacted>"),
            // The placeholder isn't searched for secrets, and neither is a placeholder that was there before.
            (["abcd", "redacted"], "abcd redacted", "<redacted> <redacted>"),
            (["redacted", "acted>"], "<redacted> <redacted>", "<redacted> <redacted>"),
            (["abcd\r"], "abcd\r\n", "<redacted>\n"), (["\u{301}xy"], "e\u{301}xy", "e<redacted>"), ([], "abc", "abc"),
            // These secrets are too short: many words contain them.
            (["e", "red", "404"], "the red 404 here", "the red 404 here"),
        ] as [([String], String, String)])
    func `secrets are hidden, whatever surrounds them`(secrets: [String], text: String, shown: String) {
        #expect(Redaction.hide(secrets, in: text).unicodeScalars.elementsEqual(shown.unicodeScalars))
        #expect((SecretSearch(secrets).secret(in: Array(text.utf8), from: 0) != nil) == (text != shown))
    }

    @Test(arguments: [
        ("https://h/x?access_token=1&a=2", "https://h/x?access_token=<redacted>&a=2"),
        ("https://h/x?access%5Ftoken=1", "https://h/x?access%5Ftoken=<redacted>"),
        (
            "https://h/x?user%5Bpassword%5D=1&q.apiKey=2",
            "https://h/x?user%5Bpassword%5D=<redacted>&q.apiKey=<redacted>"
        ),
        ("https://ada:pw@h/x", "https://<redacted>@h/x"), ("https://ada@h", "https://<redacted>@h"),
        (
            "https://h/x?client_assertion=1&oauth_verifier=2&subscription-key=3",
            "https://h/x?client_assertion=<redacted>&oauth_verifier=<redacted>&subscription-key=<redacted>"
        ),
        // The start of a page isn't secret.
        ("https://h/x?page_token=1&key=2", "https://h/x?page_token=1&key=2"),
        ("https://h/x#access_token=1", "https://h/x#access_token=<redacted>"),
        ("https://h/a&token=1", "https://h/a&token=1"),
        ("https://h/x?token", "https://h/x?token"), ("https://h/x?passwords=1", "https://h/x?passwords=1"),
    ])
    func `a query item is hidden by its name, however the name is written`(url: String, shown: String) {
        #expect(Redaction.url(url, hiding: []) == shown)
    }

    @Test(arguments: [
        ("DE", false), ("EUR", false), ("de-DE", false), ("GB-ENG", false), ("404", false), ("H2O", false), ("", false),
        ("SUMMER", false), ("ABC9", true), ("ABC0", true), ("abcdefghijklmno", false), ("1234", true), ("123456", true),
        ("A1B2C3", true), ("SplxlOBeZQQYbYS6WxSbIA", true),
        ("abcdefghijklmnop", true), ("4/0Ad%2Fx", true), ("4%2F0Ad", true),
    ])
    func `a code is hidden by the shape of its value`(code: String, isHidden: Bool) {
        let shown = Redaction.url("https://h/x?a=1&code=\(code)&b=2", hiding: [])
        #expect(shown == "https://h/x?a=1&code=\(isHidden ? "<redacted>" : code)&b=2")
    }

    @Test(arguments: [
        ("X-Shopify-Access-Token", true), ("ocp-apim-subscription-key", true), ("DPoP", true),
        ("Idempotency-Key", false),
        ("X-Request-ID", false), ("ETag", false),
    ])
    func `a field is hidden by its name`(name: String, isHidden: Bool) {
        #expect(Redaction.isSensitive(fieldName: name) == isHidden)
    }

    @Test(arguments: [
        ("Location", true), ("LINK", true), ("Content-Location", true), ("Date", false), ("X-Link", false),
        ("Location1", false), ("", false),
    ])
    func `a field has URLs by its name`(name: String, hasURLs: Bool) {
        #expect(Redaction.hasURLs(fieldName: name) == hasURLs)
    }

    @Test(arguments: [
        ("https://h1/h1?a=h1", "https://h1/<redacted>?a=<redacted>"), ("https://h1?a=h1", "https://h1?a=<redacted>"),
        ("https://h1", "https://h1"), ("/a/h1", "/a/<redacted>"), ("h1", "<redacted>"),
    ])
    func `scheme and host are shown, even if they contain a short secret`(url: String, shown: String) {
        #expect(Redaction.url(url, hiding: ["h1"]) == shown)
    }

    @Test(arguments: [
        ("https://h/v1/1?a=1&b=12", "https://h/v1/<redacted>?a=<redacted>&b=12"),
        ("https://h/a-1/21", "https://h/a-<redacted>/21"),
        ("https://h/%201/1%20", "https://h/%201/1%20"), ("https://h/À1/1À", "https://h/À1/1À"),
    ])
    func `a short secret of a URL is hidden between delimiters`(url: String, shown: String) {
        #expect(Redaction.url(url, hiding: ["1"]) == shown)
    }

    @Test(arguments: [
        (#"{"pin":-1.5e+3,"a":2}"#, ["-1.5e+3"]), (#"{"pin":"a\"b","a":"c"}"#, [#"a\"b"#]), (#"{"a":"pin","b":1}"#, []),
        (#"{"pin":[1,"x"],"b":2}"#, ["1", "x"]),
        (#"{"pin" : "x"}"#, ["x"]),
        // Text that isn't JSON.
        (#"{"pin":123/45}"#, ["123", "45"]), (#"{"pin":123:45}"#, ["123", "45"]), (#"{"pin":"abc"#, ["abc"]),
    ])
    func `the secrets of JSON are found by their name`(text: String, secrets: [String]) {
        #expect(Redaction.secrets(inJSON: Array(text.utf8), names: ["pin": true]) == secrets)
    }

    @Test func `a secret is found in bytes that are not text`() {
        #expect(SecretSearch(["secret"]).secret(in: [0xFF] + Array("secret".utf8) + [0xFF], from: 0) == 1..<7)
        #expect(SecretSearch(["secret"]).secret(in: [0xFF, 0x73], from: 0) == nil)
    }

    @Test func `a short secret in a path is hidden at its place, and the rest is shown`() throws {
        let api = AnonymousProvider("https://orders.example")
        #expect(api.get(from: "/v1/x/\(sensitive: 1)").description == "GET https://orders.example/v1/x/<redacted>")
        let inWord = api.get(from: "/v\(sensitive: 1)a/x1/v1b?id=\(sensitive: 2)")
        #expect(inWord.description == "GET https://orders.example/<redacted>/x1/v1b?id=<redacted>")
        let message = try api.get(from: "/v1").adding(query: "pin", 7, isSensitive: true).resolve()
        #expect(message.description == "GET https://orders.example/v1?pin=<redacted>")
    }

    @Test func `the code of a sign-in is hidden, and that of a country is not`() {
        let shown = Redaction.url(
            "https://h/x?code=SplxlOBeZQQYbYS6WxSbIA&code_verifier=d&country[code]=DE", hiding: [])
        #expect(shown == "https://h/x?code=<redacted>&code_verifier=<redacted>&country[code]=DE")
    }

    @Test func `an undecodable error quotes nothing, even if it contains a secret`() {
        let context = DecodingError.Context(
            codingPath: [], debugDescription: #"bad value ["card": "4242", "state": "token"]"#)
        let scrubbed = ErrorScrubber.scrub(DecodingError.dataCorrupted(context), secrets: ["token"])
        let error = TransportError(code: .authenticationFailed, message: "no", underlyingError: scrubbed)
        let decoding = TransportError(code: .decodingFailed, message: "no", underlyingError: scrubbed)
        #expect(decoding.description == "decodingFailed: no\n  underlying error: the value as a whole is not valid")
        #expect(error.description == "authenticationFailed: no\n  underlying error: an error of type DecodingError")
        for text in ["\(scrubbed)", String(reflecting: scrubbed), scrubbed.localizedDescription] {
            #expect(!text.contains("4242") && !text.contains("token"))
        }
        // The error is scrubbed once more, with the secrets of an outer caller.
        let again = ErrorScrubber.scrub(scrubbed, secrets: ["whole"])
        #expect("\(again)" == "DecodingError: the value as a <redacted> is not valid")
    }

    @Test func `an error whose text contains a secret before a mark is hidden`() {
        struct Failure: Error { var text = "bad toke\u{301}" }
        let scrubbed = ErrorScrubber.scrub(Failure(), secrets: ["toke"])
        #expect(scrubbed is RedactedError)
        #expect(
            !String(reflecting: scrubbed).unicodeScalars.map(String.init).joined(separator: " ").contains("t o k e"))
        #expect(ErrorScrubber.scrub(Failure(), secrets: ["", "other"]) is Failure)
    }

    @Test func `an error hides the secrets of a request that it gets later`() {
        struct Failure: Error { var text = "bad s3cr3t" }
        let error = TransportError(code: .transportFailed, message: "s3cr3t failed", underlyingError: Failure())
        #expect(error.message == "s3cr3t failed")
        let request = OutgoingRequest(urlText: "https://h/", header: ["Authorization": "Bearer s3cr3t"])
        let sent: TransportError = error.with(request: request)
        #expect(sent.replacing(code: .timedOut).message == "<redacted> failed")
        #expect(sent.replacing(message: "no s3cr3t").message == "no <redacted>")
        #expect(sent.underlyingError is RedactedError)
        for shown in [sent, sent.replacing(code: .timedOut)] { #expect(!Shown.texts(of: shown).contains("s3cr3t")) }
    }

    @Test func `the message of an error is made when it is read`() {
        let reads = Guarded(0)
        let context = ErrorContext(
            code: .timedOut,
            text: {
                reads.withLock { $0 += 1 }
                return "late"
            }, body: Data())
        let error = TransportError(Box(context: context))
        let sent: TransportError = error.with(request: OutgoingRequest(urlText: "https://h/"))
        #expect(sent.replacing(code: .offline).code == .offline)
        #expect(reads.withLock { $0 } == 0)
        #expect(sent.message == "late")
        #expect(reads.withLock { $0 } == 1)
    }
}
