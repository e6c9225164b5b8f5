import Testing

@testable import Requests

struct RedactionTests {
    @Test(arguments: [
        ("a tok b", "a <redacted> b"), ("tok", "<redacted>"), ("toktok", "<redacted><redacted>"), ("to", "to"),
        ("", ""),
        // The longest first, so that nothing of it is left.
        ("token", "<redacted>"),
        // A combining mark makes one Character of the secret's end, and hides nothing.
        ("tok\u{301}", "<redacted>\u{301}"), ("\u{1F1E9}tok\u{200D}", "\u{1F1E9}<redacted>\u{200D}"),
    ])
    func `a secret is found wherever its scalars stand`(text: String, shown: String) {
        // Compared by scalars: `>` and a mark are another Character than `>`.
        #expect(Array(Redaction.hide(["tok", "token", ""], in: text).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test(
        arguments: [
            (["abc"], "x abc y abcabc", "x <redacted> y <redacted><redacted>"),
            // The placeholder is not searched in turn.
            (["abc", "red", "e"], "abc red", "<redacted> <redacted>"),
            (["abc\r"], "abc\r\n", "<redacted>\n"), (["\u{301}x"], "e\u{301}x", "e<redacted>"), ([], "abc", "abc"),
        ] as [([String], String, String)])
    func `secrets are hidden, whatever stands around them`(secrets: [String], text: String, shown: String) {
        #expect(Redaction.hide(secrets, in: text).unicodeScalars.elementsEqual(shown.unicodeScalars))
        #expect(Redaction.isFound(secrets, in: text) == (text != shown))
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
        // Where a page begins is no secret.
        ("https://h/x?page_token=1&key=2", "https://h/x?page_token=1&key=2"),
        ("https://h/x?token", "https://h/x?token"), ("https://h/x?passwords=1", "https://h/x?passwords=1"),
    ])
    func `an item of the query is hidden by its name, however that is written`(url: String, shown: String) {
        #expect(Redaction.url(url, hiding: []) == shown)
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
        ("https://h1/h1?a=h1", "https://h1/<redacted>?a=<redacted>"), ("https://h1?a=h1", "https://h1?a=<redacted>"),
        ("https://h1", "https://h1"), ("/a/h1", "/a/<redacted>"), ("h1", "<redacted>"),
    ])
    func `scheme and host are shown, though a short secret stands in them`(url: String, shown: String) {
        #expect(Redaction.url(url, hiding: ["h1"]) == shown)
    }

    @Test func `an error whose text has a secret before a mark is hidden`() {
        struct Failure: Error { var text = "bad tok\u{301}" }
        let scrubbed = ErrorScrubber.scrub(Failure(), secrets: ["tok"])
        #expect(scrubbed is RedactedError)
        #expect(!String(reflecting: scrubbed).unicodeScalars.map(String.init).joined(separator: " ").contains("t o k"))
        #expect(ErrorScrubber.scrub(Failure(), secrets: ["", "other"]) is Failure)
    }
}
