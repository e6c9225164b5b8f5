import Requests
import Testing

@testable import RequestsCore

@Suite("URLReference")
struct URLReferenceTests {
    /// Uses the examples of RFC 3986, section 5.4, without other schemes and fragments.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
        ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("http:g", "http:g"), ("https://h/x", "https://h/x"), ("g:h", "g:h"),
    ])
    func `the examples of the standard resolve as stated`(_ text: String, _ url: String) {
        #expect(URLReference(text)?.resolved(against: "http://a/b/c/d;p?q") == url)
    }

    @Test(arguments: [
        ("http://h", "x", "http://h/x"), ("http://h?q", "x", "http://h/x"), ("http://h?q", "?r", "http://h?r"),
        ("https://h:1/a/", "//g:2/x", "https://g:2/x"), ("http://h/a", "b%2Fc%3f", "http://h/b%2Fc%3f"),
        ("http://h/a", "%2e%2E/b", "http://h/b"), ("http://h/a/b", "/x/%2e./y", "http://h/y"),
        ("http://h/a/b", "%2e/c", "http://h/a/c"), ("http://h/a/b", "%2E", "http://h/a/"),
        ("http://h/a", "b c", "http://h/b%20c"), ("http://h/a", "b|c\\d?e<f>", "http://h/b%7Cc%5Cd?e%3Cf%3E"),
        ("http://h/a", "é", "http://h/%C3%A9"), ("http://h/a", "100%", "http://h/100%25"),
        ("http://h/a", "%4", "http://h/%254"),
        ("http://h/a", "/\\evil.example", "http://h/%5Cevil.example"), ("http://h/a", "[x]", "http://h/%5Bx%5D"),
        ("http://h/a", "http://[::1]:8080/x", "http://[::1]:8080/x"), ("http://h/a", "a//b", "http://h/a//b"),
        ("http://h/a", "./1:2", "http://h/1:2"), ("http://h/a", "1:2", "http://h/1:2"),
    ])
    func `characters that the standard leaves open are encoded, never decoded`(
        _ base: String, _ text: String, _ url: String
    ) {
        #expect(URLReference(text)?.resolved(against: base) == url)
    }

    @Test(arguments: [
        ("[::]", true), ("[::1]", true), ("[1:2:3:4:5:6:7:8]", true), ("[1:2]", false), ("[12]", false), ("[]", false),
        ("[::g]", false), ("[fe80::1%25en0]", true), ("[fe80::1%25a]", true), ("[fe80:1%25en0]", false),
        ("[fe80::1%25]", false),
        ("[fe80::1%en0]", false), ("[::1", false),
    ])
    func `a host in brackets is an address with two colons`(host: String, isValid: Bool) {
        let result = URLText.parse(Array("http://\(host)/".utf8))
        #expect(((try? result.get()) != nil) == isValid)
    }

    @Test(arguments: [
        ("http://h/x", "h"), ("://h", "h"), ("://", ""), ("a/://h?b", "h"), ("http://u:p@h:1#a", "u:p@h:1"),
        ("x:a/b", nil), ("x:/a/b", nil), ("//h", nil), ("", nil), ("/", nil), (":/", nil),
    ])
    func `the authority is between two slashes and the path`(url: String, authority: String?) {
        #expect(URLText.authority(of: url).map(String.init) == authority)
    }

    @Test(arguments: ["a\u{0}", "\r\nb", "\u{7F}", "a\tb"]) func `a text with a control character isn't a URL`(
        _ text: String
    ) {
        #expect(URLReference(text) == nil)
    }
}
