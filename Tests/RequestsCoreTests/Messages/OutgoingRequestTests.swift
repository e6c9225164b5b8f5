import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// The representations of a message: on one line, and as it is sent over the wire.
struct OutgoingRequestTests {
    private static let api = AnonymousProvider("https://api.example.com/v1")

    private static let full = api.post(.json(["title": "ä"]), to: "/issues").adding(query: "notify", true)
        .adding(query: "access_token", "SECRET").adding(headerField: "X-Empty", "")
        .adding(headerField: "X-Mine", "SECRET", isSensitive: true)
        .authenticated(with: .bearerToken("SECRET"))

    @Test func `a description shows the whole message, with secrets and body hidden`() throws {
        #expect(
            try Self.full.resolve().wireFormat() == """
                POST /v1/issues?notify=true&access_token=<redacted> HTTP/1.1
                Host: api.example.com
                X-Empty: \("")
                X-Mine: <redacted>
                Content-Type: application/json
                Authorization: <redacted>
                Content-Length: 14

                (14 bytes)
                """
        )
    }

    @Test func `the whole message can be shown with secrets and body`() throws {
        #expect(
            try Self.full.resolve().wireFormat(revealingSecrets: true, showingBody: true) == """
                POST /v1/issues?notify=true&access_token=SECRET HTTP/1.1
                Host: api.example.com
                X-Empty: \("")
                X-Mine: SECRET
                Content-Type: application/json
                Authorization: Bearer SECRET
                Content-Length: 14

                {"title":"ä"}
                """
        )
    }

    @Test(arguments: [
        ("https://h", "GET / HTTP/1.1\nHost: h\n\n"), ("https://h?a=1", "GET /?a=1 HTTP/1.1\nHost: h\n\n"),
        ("http://h:8080/", "GET / HTTP/1.1\nHost: h:8080\n\n"),
        ("https://[::1]:1/a/b?c/d?e", "GET /a/b?c/d?e HTTP/1.1\nHost: [::1]:1\n\n"),
    ])
    func `request line and Host come from the URL`(url: String, wire: String) {
        #expect(OutgoingRequest(urlText: url).wireFormat() == wire)
    }

    @Test(arguments: [
        (RequestBody.none, ""), (.data(Data()), "Content-Length: 0\n\n(0 bytes)"),
        (.data(Data([0x61])), "Content-Length: 1\n\n(1 byte)"),
        (.data(Data([0xFF, 0xFE])), "Content-Length: 2\n\n(2 bytes)"),
        (.stream(length: 3) { InputStream(data: Data()) }, "Content-Length: 3\n\n(a stream of 3 bytes)"),
        (.stream(length: nil) { InputStream(data: Data()) }, "Transfer-Encoding: chunked\n\n(a stream)"),
    ])
    func `a body is shown by kind and size`(body: RequestBody, rest: String) {
        let message = OutgoingRequest(method: .put, urlText: "https://h/", body: body)
        #expect(message.wireFormat() == "PUT / HTTP/1.1\nHost: h\n\(rest.isEmpty ? "\n" : rest)")
    }

    @Test func `a body that isn't text is never shown`() {
        let message = OutgoingRequest(method: .put, urlText: "https://h/", body: .data(Data([0xFF])))
        #expect(message.wireFormat(showingBody: true).hasSuffix("\n\n(1 byte)"))
    }

    @Test func `a message is described by method and URL`() throws {
        let line = "POST https://api.example.com/v1/issues?notify=true&access_token=<redacted>"
        #expect(Self.full.description == line)
        #expect(Self.full.debugDescription == line)
        #expect(try Self.full.resolve().description == line)
        #expect(try Self.full.resolve().debugDescription == line)
    }

    @Test func `the description of a request that can't be resolved states the error`() {
        let request = Self.api.head("/users/{id}")
        #expect(
            request.description
                == "HEAD /users/%7Bid%7D (unfilledPlaceholder: the placeholder {id} in the path has no value: "
                + "interpolate a value (in /users/%7Bid%7D))"
        )
    }

    @Test func `describing a request has no side effect`() throws {
        let calls = Counter()
        let streams = Counter()
        let request = Self.api.put(
            BodyProvider { _, _ in
                calls.next()
                return .stream(length: nil) {
                    streams.next()
                    return InputStream(data: Data())
                }
            },
            to: "/n"
        )
        .authenticated(with: AuthenticationProvider { _ in calls.next() })
        .adapting { _ in calls.next() }
        _ = Shown.texts(of: request)
        _ = Shown.texts(of: request.receiving(.text))
        #expect(calls.count == 0)

        let message = try request.resolve()
        #expect(calls.count == 3)
        _ = Shown.texts(of: message)
        _ =
            message.wireFormat(revealingSecrets: true, showingBody: true)
            + message.cURL(revealingSecrets: true, showingBody: true)
        #expect(calls.count == 3)
        #expect(streams.count == 0)
    }

    @Test(arguments: [
        ("https://h/n", "https://h/n?k=v%20w"), ("https://h/n?a=1", "https://h/n?a=1&k=v%20w"),
        ("https://h/n?", "https://h/n?k=v%20w"), ("https://h/n?a=1#f", "https://h/n?a=1&k=v%20w#f"),
        ("https://h/n#f?x", "https://h/n?k=v%20w#f?x"),
    ])
    func `a query item is added to the URL`(url: String, result: String) throws {
        var message = OutgoingRequest(urlText: url)
        try message.add(QueryItem("k", "v w"))
        #expect(message.urlText == result)
    }

    @Test func `a message made by hand is checked on request`() throws {
        try OutgoingRequest(urlText: "https://h/n?a=%20").validate()
        let bad = OutgoingRequest(urlText: "https://h/n", header: ["A": "x\ny"])
        #expect(throws: TransportError.self) { try bad.validate() }
        let error = #expect(throws: TransportError.self) {
            try OutgoingRequest(urlText: "https://h/%zz").toURLRequest()
        }
        #expect(error?.code == .invalidURL)
    }
}
