import Requests
import Testing

@testable import RequestsCore

/// Secrets that a server repeats in encodings other than the client's.
struct EscapedSecretTests {
    @Test(arguments: [
        "tok/SECRET+part9==", "tok%2FSECRET%2Bpart9%3D%3D", "tok%2fSECRET+part9%3d=", "tok/SECRET part9==",
        "tok%252FSECRET%252Bpart9%253D%253D", "%74%6F%6b%2F%53ECRET%2Bpart9%3D%3D",
        #"tok\/SECRET+part9=="#, #"tok\u002FSECRET\u002bpart9\u003d\u003D"#, #"tok\\\/SECRET+part9=="#,
        #"tok\\u002fSECRET\\u002bpart9=="#, #"tok\\\\\\\/SECRET+part9=="#, #"tok\u{2F}SECRET\x2bpart9=="#,
        "tok&#x2F;SECRET&#43;part9&#61;&#x3d;", "tok&amp;#x2F;SECRET&amp;#43;part9==",
        #"tok%5C%2FSECRET%2Bpart9=="#, #"tok\u00252FSECRET\u0025\u0032Bpart9=="#, #"tok\u0026#47;SECRET+part9=="#,
        "tok&#0000047;SECRET+part9==",
    ])
    func `a token is found as each format escapes it`(text: String) {
        expect([#"tok/SECRET+part9=="#], toBeFoundIn: text)
    }

    @Test(arguments: [
        #"a&b<c>"d'é😀"#, #"a&amp;b&lt;c&gt;&quot;d&#39;é😀"#, #"a&amp;b&lt;c&gt;&quot;d&apos;&#233;&#x1F600;"#,
        #"a&amp;amp;b&amp;lt;c&amp;gt;&amp;quot;d&amp;#39;é😀"#, #"a\u0026b\u003cc\u003e\"d'\u00e9\ud83d\ude00"#,
        #"a&b<c>\\\"d\\'\\u00e9\\ud83d\\ude00"#, #"a\u0026amp;b&lt;c\u0026gt;&quot;d'é😀"#,
        "a%26b%3Cc%3E%22d%27%C3%A9%F0%9F%98%80", #"a\x26b<c>\"d\'\xe9\u{1F600}"#,
    ])
    func `a password with marks and letters of other languages is found`(text: String) {
        expect([#"a&b<c>"d'é😀"#], toBeFoundIn: text)
    }

    @Test(arguments: [
        // A cookie as Express writes it, and as Express reads it.
        ("s%3Aabc%2Fdef", "s:abc/def"), ("s%3Aabc%2Fdef", #"s:abc\/def"#), ("s%3Aabc%2Fdef", "s%253Aabc%252Fdef"),
        (#"C:\dir\"#, #"C:\\dir\\"#), (#"C:\dir\"#, #"C:%5Cdir%5C"#), ("a\nb\tc\r", #"a\nb\tc\r"#),
        ("50%25off", "50%25off"), ("ab\u{D7FF}\u{10000}\u{10FFFF}", #"ab\ud7ff\ud800\udc00\udbff\udfff"#),
        ("ab\u{E000}", #"ab\ue000"#), ("50%off%", "50%25off%25"), ("100%", "100%"), ("a%2g\\", "a%2g\\"),
    ])
    func `a secret with escapes is found as it is and escaped again`(secret: String, text: String) {
        expect([secret], toBeFoundIn: text)
    }

    @Test(arguments: [
        ("the page is \"tok/SEC…\"", "the page is \"<redacted>…\""), ("tok/SECRET+part9=…", "<redacted>…"),
        ("tok/SECRET+part9==…", "<redacted>…"), ("tok%2FSE…", "<redacted>…"), ("tok/SECRET%2…", "<redacted>…"),
        ("tok/SECRET%…", "<redacted>…"), ("tok/SECRET&#4…", "<redacted>…"), (#"tok\/SECRET\u00…"#, "<redacted>…"),
        (#"tok\u{2F}SECRET\…"#, "<redacted>…"), ("<html>tok/…", "<html><redacted>…"),
        // Three characters reveal too little, and some of these texts weren't truncated.
        ("tok…", "tok…"), ("token…", "token…"), ("tok/SEC", "tok/SEC"), ("tok/SECTION…", "tok/SECTION…"),
        ("tok/SEC and …", "tok/SEC and …"), ("…tok/SEC", "…tok/SEC"),
    ])
    func `the start of a secret is found in text that was truncated`(text: String, shown: String) {
        #expect(Redaction.hide([#"tok/SECRET+part9=="#], in: text) == shown)
    }

    /// Expects that only the secret is hidden, whatever surrounds it.
    private func expect(
        _ secrets: [String], toBeFoundIn text: String, _ location: SourceLocation = #_sourceLocation
    ) {
        for (before, after) in [
            ("", ""), ("a ", " b"), ("\"", "\","), ("é", "é"), ("x=", "&y=1"), ("%41", " 41"), ("\\\\", " "),
        ] {
            #expect(
                Redaction.hide(secrets, in: before + text + after) == before + "<redacted>" + after,
                sourceLocation: location)
        }
        #expect(SecretSearch(secrets).secret(in: Array(text.utf8), from: 0) != nil, sourceLocation: location)
    }

    @Test(arguments: [
        ("tok%2FSECRET", "tok%2FSECRET"), ("tok%2FSECRET%2", "tok%2FSECRET%2"), ("tok&#x2F", "tok&#x2F"),
        (#"tok\u002"#, #"tok\u002"#), (#"tok\ud83d/SECRET"#, #"tok\ud83d/SECRET"#), ("tok%zzSECRET", "tok%zzSECRET"),
        ("tok&&&&&&&&&&&&&&;", "tok&&&&&&&&&&&&&&;"), ("%25252525", "%25252525"), ("\\\\\\\\", "\\\\\\\\"),
        (#"\u{110000}\u{}\u{1234567890}\ud800\ud800"#, #"\u{110000}\u{}\u{1234567890}\ud800\ud800"#),
        ("&#99999999;", "&#99999999;"), (#"tok\ud83d\udbff"#, #"tok\ud83d\udbff"#),
        (#"tok\ud83d\ue000"#, #"tok\ud83d\ue000"#), (#"tok\u{0000002f}SECRET+part9=="#, "<redacted>"),
        // The largest number of a scalar has seven digits, so eight digits are not an escape.
        ("tok&#00000047;SECRET+part9==", "tok&#00000047;SECRET+part9=="),
        // An escape before the secret doesn't hide a part of the secret.
        ("%00tok/SECRET+part9==\0", "%00<redacted>\0"), ("%tok/SECRET+part9==", "%<redacted>"),
        (#"\tok/SECRET+part9=="#, #"\<redacted>"#),
        ("&tok/SECRET+part9==;", "&<redacted>;"), ("<redacted>%2FSECRET", "<redacted>%2FSECRET"),
        (#"\"<redacted>\""#, #"\"<redacted>\""#),
    ])
    func `other escapes stay as they are`(text: String, shown: String) {
        #expect(Redaction.hide(["tok/SECRET+part9=="], in: text) == shown)
    }

    @Test func `values of cookies are secrets if they have six bytes`() {
        #expect(
            WebCookie.secrets(in: "a=12345; b=123456; 1234567; c= 12345; d=123=45") == ["123456", "1234567", "123=45"])
    }

    @Test func `a short secret of a URL isn't searched for in escapes`() {
        #expect(Redaction.url("https://h/a/b%2F1?c=%31&d=1", hiding: ["1"]) == "https://h/a/b%2F1?c=%31&d=<redacted>")
    }

    @Test func `endless nested escapes take no longer than others`() {
        let text =
            String(repeating: "%25", count: 2_000) + String(repeating: "&amp;", count: 2_000)
            + String(repeating: #"\u005c"#, count: 2_000)
        #expect(Redaction.hide(["%&abc", "\\abc", "abcd"], in: text) == text)
    }
}
