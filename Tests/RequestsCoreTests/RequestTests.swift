import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private enum Color: String, Encodable { case red }

private struct Filter: Encodable {
    var state: String
    var labels: [String]
}

private let start = AnonymousProvider("https://h").post(.none, to: "/n")
    .adding(headerField: "X-A", "1").adding(headerField: "X-A", "2").adding(query: "a", 1)

/// The effect of every modifier on the message, as it is sent over the wire.
struct RequestTests {
    @Test(arguments: [
        (Change("using(method:)") { $0.using(method: .put) }, "PUT /n?a=1", "X-A: 1\nX-A: 2"),
        (Change("with(header:)") { $0.with(header: [.accept(.json)]) }, "POST /n?a=1", "Accept: application/json"),
        (Change("with(header:), literal") { $0.with(header: ["B": "1", "B": "2"]) }, "POST /n?a=1", "B: 1\nB: 2"),
        (Change("with(header:), none") { $0.with(header: []) }, "POST /n?a=1", ""),
        (
            Change("adding(headerField:)") { $0.adding(headerField: .accept(.json, .html)) }, "POST /n?a=1",
            "X-A: 1\nX-A: 2\nAccept: application/json, text/html"
        ),
        (
            Change("adding(headerField:), same name") { $0.adding(headerField: HeaderField("x-a", "3")) },
            "POST /n?a=1",
            "X-A: 1\nX-A: 2\nx-a: 3"
        ),
        (
            Change("adding(headerField:_:), Int") { $0.adding(headerField: "N", 7) }, "POST /n?a=1",
            "X-A: 1\nX-A: 2\nN: 7"
        ),
        (
            Change("adding(headerField:_:), Bool") { $0.adding(headerField: "N", true) }, "POST /n?a=1",
            "X-A: 1\nX-A: 2\nN: true"
        ),
        (
            Change("adding(headerField:_:), enum") { $0.adding(headerField: "N", Color.red) }, "POST /n?a=1",
            "X-A: 1\nX-A: 2\nN: red"
        ),
        (
            Change("adding(headerField:_:), Date") { $0.adding(headerField: "N", Date(timeIntervalSince1970: 0)) },
            "POST /n?a=1", "X-A: 1\nX-A: 2\nN: Thu, 01 Jan 1970 00:00:00 GMT"
        ),
        (
            Change("adding(headerField:_:), empty") { $0.adding(headerField: "N", "") }, "POST /n?a=1",
            "X-A: 1\nX-A: 2\nN: "
        ),
        (
            Change("adding(headerField:_:), nil") { $0.adding(headerField: "N", Int?.none) }, "POST /n?a=1",
            "X-A: 1\nX-A: 2"
        ),
        (
            Change("adding(headerFields:)") {
                $0.adding(headerFields: [HeaderField("B", "1"), HeaderField("X-A", 3)])
            },
            "POST /n?a=1", "X-A: 1\nX-A: 2\nB: 1\nX-A: 3"
        ),
        (
            Change("adding(headerFields:), some") {
                $0.adding(headerFields: [HeaderField("B", "1"), HeaderField("X-A", 3)])
            },
            "POST /n?a=1", "X-A: 1\nX-A: 2\nB: 1\nX-A: 3"
        ),
        (Change("setting(headerField:)") { $0.setting(headerField: HeaderField("x-a", "3")) }, "POST /n?a=1", "x-a: 3"),
        (Change("setting(headerField:_:)") { $0.setting(headerField: "X-A", 3) }, "POST /n?a=1", "X-A: 3"),
        (
            Change("setting(headerField:_:), new") { $0.setting(headerField: "B", 3) }, "POST /n?a=1",
            "X-A: 1\nX-A: 2\nB: 3"
        ),
        (Change("setting(headerField:_:), nil") { $0.setting(headerField: "x-A", Int?.none) }, "POST /n?a=1", ""),
        (Change("removing(headerField:)") { $0.removing(headerField: "x-A") }, "POST /n?a=1", ""),
    ])
    func `each modifier of the header has its effect`(change: Change, line: String, fields: String) throws {
        try expect(change, gives: "\(line) HTTP/1.1\nHost: h\n\(fields.isEmpty ? "" : fields + "\n")\n")
    }

    @Test(arguments: [
        (Change("with(query:)") { $0.with(query: [QueryItem("b", 2), QueryItem("flag")]) }, "/n?b=2&flag"),
        (
            Change("with(query:), one name twice") {
                $0.with(query: [QueryItem("b", 2), QueryItem("c"), QueryItem("b", "x")])
            },
            "/n?b=2&c&b=x"
        ),
        (Change("with(query:), none") { $0.with(query: []) }, "/n"),
        (Change("setting(query:_:)") { $0.setting(query: "a", 3) }, "/n?a=3"),
        (Change("setting(query:_:), new") { $0.setting(query: "b", 3) }, "/n?a=1&b=3"),
        (Change("setting(query:_:), nil") { $0.setting(query: "a", nil as Int?) }, "/n"),
        (Change("adding(queryItems:), one") { $0.adding(queryItems: [QueryItem("a", "2")]) }, "/n?a=1&a=2"),
        (
            Change("adding(queryItems:), Foundation's") {
                $0.adding(queryItems: [QueryItem("q", "a+b")])
            },
            "/n?a=1&q=a%2Bb"
        ),
        (
            Change("adding(queryItems:)") { $0.adding(queryItems: [QueryItem("b", 2), QueryItem("c", true)]) },
            "/n?a=1&b=2&c=true"
        ),
        (
            Change("adding(queryItems:), a flag") { $0.adding(queryItems: [QueryItem("b", 2), QueryItem("c")]) },
            "/n?a=1&b=2&c"
        ),
        (
            Change("adding(queryItems:), kinds of values") {
                $0.adding(queryItems: [
                    QueryItem("page", 2), QueryItem("w", 0.5), QueryItem("s", "é"), QueryItem("t", ["x", "y"]),
                ])
            },
            "/n?a=1&page=2&w=0.5&s=%C3%A9&t=x&t=y"
        ),
        (Change("adding(query:_:)") { $0.adding(query: "c", Color.red) }, "/n?a=1&c=red"),
        (Change("adding(query:_:), nil") { $0.adding(query: "c", String?.none) }, "/n?a=1"),
        (Change("adding(query:_:), empty") { $0.adding(query: "c", "") }, "/n?a=1&c="),
        (Change("adding(query:), flag") { $0.adding(query: "debug") }, "/n?a=1&debug"),
        (
            Change("adding(query:), value") { $0.adding(query: Filter(state: "open", labels: ["b", "c d"])) },
            "/n?a=1&state=open&labels=b&labels=c%20d"
        ),
        (Change("adding(query:), dictionary") { $0.adding(query: ["z": 1, "y": 2]) }, "/n?a=1&y=2&z=1"),
    ])
    func `each modifier of the query has its effect`(change: Change, target: String) throws {
        try expect(change, gives: "POST \(target) HTTP/1.1\nHost: h\nX-A: 1\nX-A: 2\n\n")
    }

    @Test(arguments: [
        (
            Change("sending(_:)") { $0.sending(.text("hi")) },
            "Content-Type: text/plain; charset=utf-8\nContent-Length: 2\n\nhi"
        ),
        (
            Change("sending(_:), twice") { $0.sending(.text("hi")).sending(.data(Data("x".utf8))) },
            "Content-Type: application/octet-stream\nContent-Length: 1\n\nx"
        ),
        (Change("sending(.none)") { $0.sending(.text("hi")).sending(.none) }, "\n"),
        (Change("authenticated(with:)") { $0.authenticated(with: .bearerToken("t")) }, "Authorization: Bearer t\n\n"),
        (
            Change("authenticated(with:), twice") {
                $0.authenticated(with: .bearerToken("t")).authenticated(with: .apiKey("k", inHeader: "K"))
            },
            "K: k\n\n"
        ),
        (
            Change("authenticated(with: .none)") {
                $0.authenticated(with: .bearerToken("t")).authenticated(with: .none)
            }, "\n"
        ),
        (
            Change("adapting(_:)") { $0.adapting { $0.header["B"] = "1" }.adapting { $0.header["B"]? += "2" } },
            "B: 12\n\n"
        ),
    ])
    func `each modifier of the rest has its effect`(change: Change, rest: String) throws {
        try expect(change, gives: "POST /n?a=1 HTTP/1.1\nHost: h\nX-A: 1\nX-A: 2\n\(rest)")
    }

    /// A request of a type that wraps another request.
    private struct Traced: RequestConvertible {
        typealias Resource = Void
        let base: Request<AnonymousProvider, Void>

        var baseURL: URL { base.baseURL }
        var endpoint: URLPath { base.endpoint }
        var method: HTTPMethod { base.method }

        func adapt(_ request: inout OutgoingRequest) throws {
            request.header["Trace"] = "1"
            try base.adapt(&request)
        }
    }

    @Test func `a type that wraps a request runs its hooks, in their order`() throws {
        let base = AnonymousProvider("https://h").get(from: "/n")
            .adapting { $0.header["Trace"]? += "2" }.adapting { $0.header["Trace"]? += "3" }
        #expect(try Traced(base: base).resolve().header["Trace"] == "123")
        struct Refusal: Error {}
        let refused = Traced(base: base.adapting { _ in throw Refusal() }).resolutionError()
        #expect(refused?.underlyingError is Refusal)
    }

    /// Expects that the changed request has the message, and that the original request is unchanged.
    private func expect(_ change: Change, gives wire: String) throws {
        let changed = change.apply(start)
        #expect(try changed.wire() == wire)
        #expect(try start.wire() == "POST /n?a=1 HTTP/1.1\nHost: h\nX-A: 1\nX-A: 2\n\n")
    }

    @Test func `timeout, cache policy, accepted statuses and options reach the message`() throws {
        let changed = start.timeout(after: .seconds(3)).with(cachePolicy: .reloadIgnoringLocalCacheData)
            .setting(\.policy.responseSizeLimit, 10).accepting(.codes(404))
        let message = try changed.resolve()
        #expect(message.timeoutInterval == 3)
        #expect(message.cachePolicy == .reloadIgnoringLocalCacheData)
        #expect(message.options.policy.responseSizeLimit == 10)
        #expect(changed.acceptableStatus.contains(.notFound) && !changed.acceptableStatus.contains(.ok))

        let unchanged = try start.resolve()
        #expect(unchanged.timeoutInterval == 60)
        #expect(unchanged.cachePolicy == .useProtocolCachePolicy)
        #expect(unchanged.options.policy.responseSizeLimit == 64 * 1_024 * 1_024)
        #expect(!start.acceptableStatus.contains(.notFound) && start.acceptableStatus.contains(.ok))
    }

    @Test func `receiving keeps everything else, credentials included`() throws {
        let full = start.using(method: .get).sending(.text("hi")).allowingBody()
            .authenticated(with: .basic(user: "u", password: "p")).timeout(after: .seconds(3))
            .with(cachePolicy: .returnCacheDataDontLoad).setting(\.policy.responseSizeLimit, 10).accepting(.any)
            .adapting { $0.header["X-Hook"] = "ran" }
        let received = full.receiving(.data).receiving(.text)
        #expect(try received.wire() == full.wire())
        #expect(try received.wire().contains("Authorization: Basic dTpw\n"))
        #expect(try received.wire().contains("X-Hook: ran\n"))
        let message = try received.resolve()
        #expect(message.timeoutInterval == 3)
        #expect(message.cachePolicy == .returnCacheDataDontLoad)
        #expect(message.options.policy.responseSizeLimit == 10)
        #expect(message.options.allowsBody)
        #expect(received.acceptableStatus.contains(.internalServerError))
        #expect(received.api.baseURL == URL("https://h"))
    }

    @Test func `receiving keeps the failure type of the API and changes that of the resource`() throws {
        let request = start.receiving(.json([String].self))
        let decoded = try request.responseDecoder.decode(ResponseHead(status: .ok), Data(#"["a"]"#.utf8))
        #expect(decoded == ["a"])
        #expect(type(of: request) == Request<AnonymousProvider, [String]>.self)
    }
}
