import Foundation
import Requests
import Testing

/// The URLs of messages and heads, and the texts that they are made from.
struct MessageURLTests {
    @Test(arguments: [
        "https://h", "HTTP://H:8080/a%2Fb?c=%20d#e", "https://h/a/../b", "https://[fe80::1%25en0]:80/",
        "https://u:p@h/",
        "http+unix://%2Frun%2Fa.sock/v1?x=%2F", "https://h/?q=a+b&c=%C3%A9",
    ])
    func `a URL keeps its text`(_ text: String) throws {
        let url = try #require(URL(string: text))
        var message = OutgoingRequest(url: url)
        #expect(message.urlText == text)
        #expect(message.url == url)
        message.url = message.url
        #expect(message.urlText == text)
        let head = ResponseHead(status: .ok, url: url)
        #expect(head.urlText == text)
        #expect(head.url == url)
    }

    @Test func `a relative URL is stored with its base URL`() {
        let url = URL(string: "c?d=1", relativeTo: URL("https://h/a/b"))
        var message = OutgoingRequest(url: URL("https://h"))
        message.url = url ?? message.url
        #expect(message.urlText == "https://h/a/c?d=1")
        #expect(ResponseHead(status: .ok, url: url).urlText == "https://h/a/c?d=1")
    }

    @Test func `a new URL of a validated message is validated again`() throws {
        var message = try AnonymousProvider("https://h").get(from: "/a").resolve()
        message.url.append(path: "b")
        #expect(message.urlText == "https://h/a/b")
        try message.validate()
        message.url = URL("ftp://h/a")
        let error = #expect(throws: TransportError.self) { try message.validate() }
        #expect(error?.code == .invalidURL)
    }

    @Test(arguments: [
        ("https://h/a b|c", "https://h/a%20b%7Cc"), ("https://h/?q=[1]&n=%", "https://h/?q=%5B1%5D&n=%25"),
        ("http://[", "about:invalid"), ("", "about:invalid"),
    ])
    func `text that isn't a URL is escaped or replaced`(_ text: String, _ url: String) {
        var message = OutgoingRequest(urlText: text)
        #expect(message.url.absoluteString == url)
        #expect(message.urlText == text)
        message.url = message.url
        let isReplaced = url == "about:invalid"
        #expect((try? message.validate()) == nil || !isReplaced)
        #expect(ResponseHead(status: .ok, urlText: text).url?.absoluteString == (isReplaced ? nil : url))
    }

    @Test(arguments: [
        "https://h/a%@?b%@", "https://h%@/", "https://%@h:1/", "https://[::1%@]/", "http+unix://%2Fa%@/b",
    ])
    func `the URL of a valid message has the text that is sent`(_ pattern: String) {
        for scalar in (0...0xFF).compactMap(Unicode.Scalar.init) {
            let message = OutgoingRequest(urlText: pattern.replacing("%@", with: String(scalar)))
            guard (try? message.validate()) != nil else { continue }
            #expect(message.url.absoluteString == message.urlText)
        }
    }

    @Test func `a head without a URL returns no URL`() throws {
        #expect(ResponseHead(status: .ok).url == nil)
        let url = URL("https://h/a%2Fb")
        let response = try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil))
        #expect(ResponseHead(response).url == url)
    }
}
