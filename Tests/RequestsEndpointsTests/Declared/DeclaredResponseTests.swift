import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct User: Codable, Sendable, Equatable {
    var name: String
}

private struct Failing: Decodable, Sendable, Equatable { var message: String }

/// Responses that are decoded property by property.
@Suite("Declared responses")
struct DeclaredResponseTests {
    private static func decode<Response: Decodable & Sendable>(
        _ type: Response.Type, _ status: HTTPStatus = .ok, _ header: HeaderFields = [], _ body: String = "",
        coding: Coding = .standard
    ) throws -> Response {
        let head = ResponseHead(status: status, header: header, urlText: "https://h/dir/page")
        return try ResponseDecoder.declared(type).decode(head, Data(body.utf8), coding: coding)
    }

    // MARK: Fields

    private struct Fields: Decodable, Sendable {
        enum Kind: String, Decodable { case full, part }

        @HeaderValue var rateLimitRemaining: Int
        @HeaderValue var lastModified: Date
        @HeaderValue var location: URL
        @HeaderValue var kind: Kind
        @HeaderValue var isFresh: Bool
        @HeaderValue var allow: [String]
        @HeaderValue var requestID: String
        @HeaderValue var missing: String?
        @HeaderValue var ratio: Double?

        enum CodingKeys: String, CodingKey {
            case rateLimitRemaining, lastModified, location, kind, isFresh, allow, missing, ratio
            case requestID = "X-Request-ID"
        }
    }

    private static let fields: HeaderFields = [
        HeaderField("rate-limit-remaining", "42"), HeaderField("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
        HeaderField("Location", "../other?q=1"), HeaderField("Kind", "part"), HeaderField("Is-Fresh", "true"),
        HeaderField("Allow", "GET, HEAD"), HeaderField("Allow", "\"a, b\",, PUT"), HeaderField("x-request-id", "r"),
        HeaderField("Ratio", "0.5"),
    ]

    @Test func `fields are typed, named as the property or its coding key`() throws {
        let response = try Self.decode(Fields.self, .ok, Self.fields)
        #expect(response.rateLimitRemaining == 42)
        #expect(response.lastModified == Date(timeIntervalSince1970: 784_111_777))
        #expect(response.location.absoluteString == "https://h/other?q=1")
        #expect(response.kind == .part)
        #expect(response.isFresh)
        #expect(response.allow == ["GET", "HEAD", "\"a, b\"", "PUT"])
        #expect(response.requestID == "r")
        #expect(response.missing == nil)
        #expect(response.ratio == 0.5)
    }

    private struct Number: Decodable, Sendable { @HeaderValue var count: UInt8? }

    @Test(arguments: ["256", "-1", "1.5", "", "x", "1, 2"])
    func `a field that doesn't fit is an error that names the field without its value`(_ text: String) throws {
        let error = #expect(throws: TransportError.self) {
            try Self.decode(Number.self, .ok, [HeaderField("Count", text)])
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "the header field Count of the response can't be decoded as UInt8")
    }

    private struct Kinds: Decodable, Sendable {
        @HeaderValue var kind: Fields.Kind?
        @HeaderValue var kinds: [Fields.Kind]?
    }

    @Test(arguments: [("Kind", "SECRET", "Kind"), ("Kinds", "full, SECRET", "Kind")])
    func `a raw value without a case is an error that names the field`(name: String, value: String, type: String) {
        let error = #expect(throws: TransportError.self) {
            try Self.decode(Kinds.self, .ok, [HeaderField(HeaderField.Name(name), value)])
        }
        #expect(error?.message == "the header field \(name) of the response can't be decoded as \(type)")
    }

    private struct Needed: Decodable, Sendable { @HeaderValue var eTag: String }

    @Test func `a missing field is an error that names it`() throws {
        let error = #expect(throws: TransportError.self) { try Self.decode(Needed.self) }
        #expect(error?.message == "the response has no header field ETag")
    }

    // MARK: Status and cookies

    private struct Status: Decodable, Sendable {
        enum Known: Int, Decodable { case ok = 200, gone = 410 }

        @ResponseStatus var status: HTTPStatus
        @ResponseStatus var code: Int
        @ResponseStatus var known: Known
        @CookieValue var session: String?
        @CookieValue var visits: Int?
        @CookieValue var none: String?
    }

    @Test(arguments: [200, 410])
    func `a status can be read as a status, a number or an enum, and a failed one doesn't throw`(_ code: Int) throws {
        let header: HeaderFields = [
            HeaderField("Set-Cookie", "session=old"), HeaderField("Set-Cookie", "session=new; Path=/"),
            HeaderField("Set-Cookie", "visits=3; Expires=Sun, 06 Nov 2094 08:49:37 GMT"),
        ]
        let response = try Self.decode(Status.self, HTTPStatus(code), header)
        #expect(response.status == HTTPStatus(code))
        #expect(response.code == code)
        #expect(response.known.rawValue == code)
        #expect(response.session == "new")
        #expect(response.visits == 3)
        #expect(response.none == nil)
    }

    private struct Session: Decodable, Sendable { @CookieValue var sessionID: String }

    @Test func `a missing cookie is an error that names it`() throws {
        let header: HeaderFields = [HeaderField("Set-Cookie", "other=1")]
        let error = #expect(throws: TransportError.self) {
            try Self.decode(Session.self, .ok, header, coding: .snakeCase)
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "the response doesn't set the cookie \"session_id\"")
    }

    // MARK: Bodies

    private struct Plain: Decodable, Sendable {
        @HeaderValue var link: String?
        var firstName: String
        var when: Date?
        var tags: [String]?
        var inner: User?
    }

    @Test func `plain properties come from the body, in the styles of the API`() throws {
        let body = #"{"first_name":"Ada","when":784111777,"tags":["a"],"inner":{"name":"x"}}"#
        let coding = Coding(keys: .snakeCase, dates: .secondsSince1970)
        let response = try Self.decode(Plain.self, .ok, [HeaderField("Link", "l")], body, coding: coding)
        #expect(response.link == "l")
        #expect(response.firstName == "Ada")
        #expect(response.when == Date(timeIntervalSince1970: 784_111_777))
        #expect(response.tags == ["a"])
        #expect(response.inner == User(name: "x"))
    }

    @Test(arguments: [
        ("", "the body is empty, but `firstName` is expected: make `firstName` optional"),
        (" \n", "the body is empty, but `firstName` is expected: make `firstName` optional"),
        ("[]", "the value as a whole is not an object"), ("{}", "`firstName` is missing"),
        (#"{"firstName":1}"#, "`firstName` is not String"), ("{", "the data is not valid JSON"),
        (
            "<html>",
            #"the response looks like a web page, but JSON for Plain is expected: the body starts with "<html>""#
        ),
    ])
    func `a body that doesn't fit is an error with the position`(_ body: String, _ message: String) async throws {
        let error = await #expect(throws: TransportError.self) {
            try await FixedResponse(body: body).perform(
                AnonymousProvider("http://h").get(.declared(Plain.self), from: ""))
        }
        #expect(error?.code == (message.hasPrefix("the body is empty") ? .emptyBody : .decodingFailed))
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    private struct Whole<Body: Decodable & Sendable>: Decodable, Sendable {
        @HeaderValue var link: String?
        @BodyValue var body: Body
    }

    private struct Strict: Decodable, Sendable { @ErrorBody var failure: Failing }

    @Test func `a failure's body that isn't optional is an error that says so`() {
        let error = #expect(throws: TransportError.self) { try Self.decode(Strict.self) }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "`failure` must be optional, because a successful response has no failure body")
    }

    @Test func `a whole body can be any value, an array too`() throws {
        #expect(try Self.decode(Whole<[User]>.self, body: #"[{"name":"a"}]"#).body == [User(name: "a")])
        #expect(try Self.decode(Whole<User>.self, body: #"{"name":"a"}"#).body == User(name: "a"))
        #expect(try Self.decode(Whole<Int>.self, body: "7").body == 7)
        let date = try Self.decode(Whole<Date>.self, body: #""1994-11-06T08:49:37Z""#).body
        #expect(date == Date(timeIntervalSince1970: 784_111_777))
        #expect(try Self.decode(Whole<User?>.self, body: "").body == nil)
        #expect(try Self.decode(Whole<User?>.self, body: "null").body == nil)
    }

    private static func decode<Response: Decodable & Sendable>(_ type: Response.Type, body: String) throws -> Response {
        try decode(type, .ok, [], body)
    }

    @Test func `Data gets the bytes, and String gets the text unless the body is JSON`() throws {
        #expect(try Self.decode(Whole<Data>.self, body: "\u{1}").body == Data([1]))
        #expect(try Self.decode(Whole<String>.self, body: "plain").body == "plain")
        let json = HeaderField("Content-Type", "application/json")
        #expect(try Self.decode(Whole<String>.self, .ok, [json], #""quoted""#).body == "quoted")
    }

    private struct HeaderOnly: Decodable, Sendable { @HeaderValue var link: String }

    @Test(arguments: ["", "no json", "[1]"]) func `a body that no property reads may be anything`(_ body: String) throws
    {
        #expect(try Self.decode(HeaderOnly.self, .ok, [HeaderField("Link", "l")], body).link == "l")
    }

    // MARK: Failures

    private struct Either: Decodable, Sendable {
        @BodyValue var user: User?
        @ErrorBody var failure: Failing?
        var name: String?
    }

    @Test func `the body of a failure isn't decoded as that of a success`() throws {
        let success = try Self.decode(Either.self, .ok, [], #"{"name":"a","message":"m"}"#)
        #expect(success.user == User(name: "a") && success.failure == nil && success.name == "a")
        let failure = try Self.decode(Either.self, .notFound, [], #"{"name":"a","message":"m"}"#)
        #expect(failure.user == nil && failure.failure == Failing(message: "m") && failure.name == nil)
        let page = try Self.decode(Either.self, .badGateway, [], "<html>")
        #expect(page.user == nil && page.failure == nil && page.name == nil)
        #expect(try Self.decode(Either.self, .notFound).failure == nil)
    }

    @Test func `a failed response is the usual error if no property reads the status`() async throws {
        let error = await #expect(throws: TransportError.self) {
            let response = FixedResponse(status: .notFound, header: [HeaderField("Link", "l")], body: "gone")
            try await response.perform(AnonymousProvider("http://h").get(.declared(HeaderOnly.self), from: ""))
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.body.isEmpty == false)
        let either = try await FixedResponse(status: .notFound, body: #"{"message":"m"}"#)
            .perform(AnonymousProvider("http://h").get(.declared(Either.self), from: ""))
        #expect(either.failure?.message == "m")
    }

    @Test func `a failed response whose status is read must not require the body of a success`() async throws {
        struct Strict: Decodable, Sendable {
            @ResponseStatus var status: Int
            var name: String
        }
        let error = await #expect(throws: TransportError.self) {
            try await FixedResponse(status: .notFound, body: #"{"name":"a"}"#)
                .perform(AnonymousProvider("http://h").get(.declared(Strict.self), from: ""))
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(
            error?.message == """
                GET http://h returned 404 Not Found; the response could not be decoded as Strict: only successful \
                responses contain `name`, but the response status is 404 Not Found: make `name` optional
                """
        )
    }

    @Test func `the error of a failed response also names what is missing for a success`() async throws {
        struct Success: Decodable, Sendable {
            @HeaderValue var eTag: String
            @CookieValue var session: String
            var id: Int
        }
        let error = await #expect(throws: TransportError.self) {
            try await FixedResponse(status: .forbidden)
                .perform(AnonymousProvider("http://h").get(.declared(Success.self), from: ""))
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(
            error?.message == """
                GET http://h returned 403 Forbidden; the response could not be decoded as Success: the response has no header \
                field ETag
                """
        )
    }

    @Test func `the error of a failed response doesn't blame a type for successes alone`() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await FixedResponse(status: .forbidden, body: #"{"message":"m"}"#)
                .perform(AnonymousProvider("http://h").get(.declared(User.self), from: ""))
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.message == #"GET http://h returned 403 Forbidden; the server says "m""#)
    }

    @Test func `the error of a failed response says why its body isn't the failure`() async throws {
        let api = Shelf()
        let error = await #expect(throws: RequestError<Failing>.self) {
            try await FixedResponse(status: .conflict, body: #"{"code":7}"#)
                .perform(api.request(\.add, User(name: "Tea")))
        }
        #expect(
            error?.message == """
                POST https://h/books returned 409 Conflict; the response body could not be decoded as Failing: `message` is missing
                """
        )
    }

    private struct Shelf: RequestProviding {
        typealias Failure = Failing
        let baseURL = URL("https://h")
        let add = Endpoint<User, User>(.post, "/books")
    }

    @Test func `the error of a decoded failure names no missing part of a success`() async throws {
        let api = Shelf()
        let error = await #expect(throws: RequestError<Failing>.self) {
            try await FixedResponse(status: .conflict, body: #"{"message":"taken"}"#)
                .perform(api.request(\.add, User(name: "Tea")))
        }
        #expect(error?.failure == Failing(message: "taken"))
        #expect(error?.message == #"POST https://h/books returned 409 Conflict; the server says "taken""#)
    }

    private struct FieldFirst: Decodable, Sendable {
        @HeaderValue var eTag: String
        @ResponseStatus var status: Int
    }

    private struct StatusFirst: Decodable, Sendable {
        @ResponseStatus var status: Int
        @HeaderValue var eTag: String
    }

    @Test func `the error of a failed response doesn't depend on the order of the properties`() async throws {
        func error<Response: Decodable & Sendable>(_ type: Response.Type) async throws -> TransportError {
            try #require(
                await #expect(throws: TransportError.self) {
                    try await FixedResponse(status: .unauthorized)
                        .perform(AnonymousProvider("http://h").get(.declared(type), from: ""))
                })
        }
        for error in [try await error(FieldFirst.self), try await error(StatusFirst.self)] {
            #expect(error.code == .unacceptableStatus)
            #expect(
                error.message.hasPrefix("GET http://h returned 401 Unauthorized; the response could not be decoded as ")
            )
            #expect(error.message.hasSuffix(": the response has no header field ETag"))
        }
    }

    // MARK: Nested

    private struct RateLimit: Decodable, Sendable {
        @HeaderValue var remaining: Int?
        var name: String?
        enum CodingKeys: String, CodingKey {
            case remaining = "X-RateLimit-Remaining"
            case name
        }
    }

    private struct Outer: Decodable, Sendable {
        @ResponseGroup var rateLimit: RateLimit
        @BodyValue var user: User
    }

    @Test func `a nested response is read from the same one`() throws {
        let response = try Self.decode(
            Outer.self, .ok, [HeaderField("x-ratelimit-remaining", "9")], #"{"name":"a"}"#
        )
        #expect(response.rateLimit.remaining == 9)
        #expect(response.rateLimit.name == "a")
        #expect(response.user == User(name: "a"))
    }

    private struct Limit: Decodable, Sendable, Equatable {
        @HeaderValue var limit: Int
        @HeaderValue var used: Int
    }

    private struct Maybe: Decodable, Sendable {
        @ResponseGroup var limit: Limit?
        @ResponseGroup var named: User?
    }

    @Test func `an optional nested response is nil if a part of it is missing`() throws {
        let whole: HeaderFields = [HeaderField("Limit", "5"), HeaderField("Used", "1")]
        let response = try Self.decode(Maybe.self, .ok, whole, #"{"name":"a"}"#)
        #expect(response.limit?.limit == 5 && response.limit?.used == 1 && response.named == User(name: "a"))
        for body in ["{}", ""] {
            let none = try Self.decode(Maybe.self, .ok, [HeaderField("Limit", "5")], body)
            #expect(none.limit == nil && none.named == nil)
        }
        let error = #expect(throws: TransportError.self) {
            try Self.decode(Maybe.self, .ok, [HeaderField("Limit", "x"), HeaderField("Used", "1")], "{}")
        }
        #expect(error?.message == "the header field Limit of the response can't be decoded as Int")
    }

    // MARK: Descriptions

    @Test func `a wrapped property prints its value, except for a cookie`() throws {
        let header: HeaderFields = [
            HeaderField("Set-Cookie", "session=SECRET"), HeaderField("Set-Cookie", "visits=731"),
        ]
        let status = try Self.decode(Status.self, .ok, header)
        let shown = Shown.texts(of: status)
        #expect(!shown.contains("SECRET") && !shown.contains("731"))
        #expect("\(status)".contains("_session: <redacted>, _visits: <redacted>, _none: nil"))
        #expect("\(status)".contains("_code: 200"))
        let outer = try Self.decode(Outer.self, .ok, [HeaderField("x-ratelimit-remaining", "9")], #"{"name":"a"}"#)
        #expect("\(outer)".contains("9") && !"\(outer)".contains("wrappedValue"))
    }

    // MARK: Elsewhere

    @Test func `outside of a response, a wrapped property is a plain one`() throws {
        struct Stored: Decodable {
            @HeaderValue var eTag: String?
            @HeaderValue var link: String?
            @ResponseStatus var status: Int
            @CookieValue var session: String?
            @BodyValue var user: User
            @ErrorBody var failure: Failing?
        }
        let stored = try JSONDecoder().decode(
            Stored.self, from: Data(#"{"eTag":"e","status":200,"user":{"name":"a"}}"#.utf8)
        )
        #expect(stored.eTag == "e" && stored.link == nil && stored.status == 200 && stored.session == nil)
        #expect(stored.user == User(name: "a") && stored.failure == nil)
    }
}
