import Foundation
import Requests
import Testing

/// The Location of a response (RFC 9110, section 10.2.2).
struct LocationTests {
    private func location(_ value: String?, of url: String = "https://h/users?page=1") -> String? {
        var header = HeaderFields()
        header[.location] = value
        return ResponseHead(status: .created, header: header, urlText: url).location?.absoluteString
    }

    @Test(arguments: [
        ("/users/7", "https://h/users/7"), ("7", "https://h/7"), ("?page=2", "https://h/users?page=2"),
        ("https://other:8080/a%2Fb?c#d", "https://other:8080/a%2Fb?c"), ("//other/a", "https://other/a"),
        ("/a b", "https://h/a%20b"), ("/gr\u{FC}n", "https://h/gr%C3%BCn"), ("/../a", "https://h/a"),
    ])
    func `a reference is resolved against the URL of the response`(value: String, target: String) {
        #expect(location(value) == target)
    }

    @Test(arguments: [nil, "mailto:ada@h", "https://", "https://u:p@h/", "https://h:99999/", "\u{1}"])
    func `any other value isn't a location`(value: String?) {
        #expect(location(value) == nil)
    }

    @Test func `without a URL of the response, only an absolute URL is resolved`() {
        #expect(location("/users/7", of: "") == nil)
        #expect(location("https://h/users/7", of: "") == "https://h/users/7")
    }
}
