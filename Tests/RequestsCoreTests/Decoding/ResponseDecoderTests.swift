import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct User: Codable, Sendable, Equatable {
    struct Name: Codable, Sendable, Equatable { var first: String }
    enum Role: String, Codable, Sendable { case admin }

    var name: Name
    var roles: [Role]
}

private struct Page: Decodable, Sendable { var items: [Int] }

private let head = ResponseHead(status: .ok, urlText: "https://h/n")

/// Decoders of responses, each used alone, without a request.
struct ResponseDecoderTests {
    private struct Refusal: Error {}

    @Test func `none ignores the body, and data returns it unchanged`() throws {
        try ResponseDecoder.none.decode(head, Data([0xFF]))
        #expect(try ResponseDecoder.data.decode(head, Data([0xFF])) == Data([0xFF]))
        #expect(try ResponseDecoder.data.decode(head, Data()).isEmpty)
    }

    @Test(arguments: [
        (#"{"name":{"first":"Ada"},"roles":["admin"]}"#, "Ada"),
        ("\u{FEFF}" + #"{"name":{"first":"é"},"roles":[]}"#, "é"),
    ])
    func `json decodes, even after a byte order mark`(text: String, name: String) throws {
        #expect(try ResponseDecoder.json(User.self).decode(head, Data(text.utf8)).name.first == name)
    }

    @Test func `an empty body and null are nil for an optional`() throws {
        let decoder = ResponseDecoder.json(User?.self)
        #expect(try decoder.decode(head, Data()) == nil)
        #expect(try decoder.decode(head, Data("null".utf8)) == nil)
        #expect(try decoder.decode(head, Data(#"{"name":{"first":"A"},"roles":[]}"#.utf8))?.name.first == "A")
    }

    @Test(arguments: [" ", "\n", "\r\n", " \t\r\n "]) func `white space is an empty body in JSON`(_ text: String) throws
    {
        let body = Data(text.utf8)
        #expect(try ResponseDecoder.json(User?.self).decode(head, body) == nil)
        #expect(try ResponseDecoder.json(Page?.self, as: { $0?.items ?? [] }).decode(head, body) == [])
        #expect(try ResponseDecoder.decoded(User?.self, from: .json).decode(head, body) == nil)
        let error = #expect(throws: TransportError.self) { try ResponseDecoder.json(User.self).decode(head, body) }
        #expect(error?.code == .emptyBody)
    }

    @Test func `white space stays a value in other formats`() throws {
        let space = Data(" ".utf8)
        #expect(try ResponseDecoder.text.decode(head, space) == " ")
        #expect(try ResponseDecoder.data.decode(head, space) == space)
        #expect(try ResponseDecoder.decoded([String: String].self, from: .form).decode(head, space) == [" ": ""])
        let bytes = BodyFormat(name: "bytes", mediaType: "application/x-bytes") { _, _ in
            Data()
        } decode: { body in
            try body.read(from: KeyValueDecoder(ofQuery: "a=\(body.data.count)", coding: body.coding))
        }
        #expect(try ResponseDecoder.decoded([String: Int]?.self, from: bytes).decode(head, space) == ["a": 1])
    }

    @Test func `an empty body throws a specific error for a required type`() throws {
        let error = #expect(throws: TransportError.self) { try ResponseDecoder.json(User.self).decode(head, Data()) }
        #expect(error?.code == .emptyBody)
        #expect(error?.message == "the body is empty, but JSON for User is expected: use User? to allow an empty body")
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (#"{"name":{}}"#, "`name.first` is missing"), ("{}", "`name` is missing"),
            (#"{"name":{"first":1},"roles":[]}"#, "`name.first` is not String, but a number"),
            (#"{"name":{"first":null},"roles":[]}"#, "`name.first` is null, but String is expected"),
            (#"{"name":{"first":"A"},"roles":["admin","SECRET"]}"#, "`roles[1]` is not a valid raw value of Role"),
            (#"{"name":{"first":"A"},"roles":{}}"#, "`roles` is not an array, but an object"),
            ("null", "the value as a whole is null, but an object is expected"),
            ("[]", "the value as a whole is not an object, but an array"),
            (#"{"name":{"first":"A"#, "the data is not valid JSON: it ends too early, after 19 bytes"),
            ("SECRET", "the data is not valid JSON: at byte 0"),
            (" [", "the data is not valid JSON: it ends too early, after 2 bytes"),
            ("\u{FFFD}", "the data is not valid JSON: at byte 0"),
        ])
    func `a body that doesn't fit is an error with the position`(text: String, message: String) async throws {
        let request = AnonymousProvider("https://h").get(.json(User.self), from: "/u")
        let error = try #require(
            await #expect(throws: TransportError.self) { try await FixedResponse(body: text).perform(request) }
        )
        #expect(error.code == .decodingFailed)
        #expect(error.message == "the response to GET https://h/u could not be decoded as User: \(message)")
        #expect(error.underlyingError is DecodingError)
        #expect(error.body == Data(text.utf8))
        #expect(!Shown.texts(of: error).contains("SECRET"))
    }

    @Test func `invalid UTF-8 can't be decoded as JSON`() {
        #expect(throws: DecodingError.self) {
            try ResponseDecoder.json(String.self).decode(head, Data([0x22, 0xC3, 0x22]))
        }
    }

    @Test(.timeLimit(.minutes(1))) func `the error hides the value of a whole body`() async throws {
        let request = AnonymousProvider("https://h").get(.json(User.Role.self), from: "/r")
        let error = try #require(
            await #expect(throws: TransportError.self) {
                try await FixedResponse(body: "\"SECRET\"").perform(request)
            }
        )
        #expect(
            error.message.hasSuffix(
                "could not be decoded as Role: the value as a whole is not a valid raw value of Role"))
        #expect(!Shown.texts(of: error).contains("SECRET"))
    }

    @Test func `json transforms, also with a key path`() throws {
        let data = Data(#"{"items":[1,2]}"#.utf8)
        #expect(try ResponseDecoder.json(Page.self, as: \.items).decode(head, data) == [1, 2])
        #expect(try ResponseDecoder.json(Page.self, as: { $0.items.count }).decode(head, data) == 2)
        #expect(try ResponseDecoder.json(Page?.self, as: { $0?.items ?? [] }).decode(head, Data()) == [])
        let refusing = ResponseDecoder<Int>.json(Page.self, as: { _ in throw Refusal() })
        #expect(throws: Refusal.self) { try refusing.decode(head, data) }
    }

    @Test func `a decoder that is passed to json overrides the coding of the API`() throws {
        let seconds = JSONDecoder()
        seconds.dateDecodingStrategy = .secondsSince1970
        #expect(
            try ResponseDecoder.json(Date.self, decoder: seconds).decode(head, Data("0".utf8)).timeIntervalSince1970
                == 0)
        let iso = try ResponseDecoder.json(Date.self).decode(head, Data(#""1970-01-01T00:00:00.5Z""#.utf8))
        #expect(iso.timeIntervalSince1970 == 0.5)
    }

    @Test func `a function of Foundation's response can be a decoder`() throws {
        let decoder = ResponseDecoder<String> { response, data in
            "\(response.statusCode) \(response.value(forHTTPHeaderField: "x-a") ?? "") \(data.count)"
        }
        let head = ResponseHead(status: .created, header: ["X-A": "1", "x-a": "2"], urlText: "https://h/n")
        #expect(try decoder.decode(head, Data([1])) == "201 1, 2 1")
        #expect(throws: TransportError.self) { try decoder.decode(ResponseHead(status: .ok), Data()) }
    }

    @Test func `a decoder sets Accept only if the request has none`() throws {
        let api = AnonymousProvider("https://h")
        #expect(try api.get(.json(User.self), from: "").resolve().header["Accept"] == "application/json")
        let given = api.get(.json(User.self), from: "").adding(headerField: "ACCEPT", "text/csv")
        #expect(try given.resolve().header.map(\.description) == ["ACCEPT: text/csv"])
        for request in [api.get(.text, from: "").receiving(.none), api.get(.data, from: "").receiving(.none)] {
            #expect(try request.resolve().header.isEmpty)
        }
        let own = ResponseDecoder(accept: .xml) { _, data, _ in data }
        #expect(try api.get(own, from: "").resolve().header["Accept"] == "application/xml")
    }

    @Test(arguments: [
        (StatusSet.success, [200, 204, 299]), (.any, [99, 100, 199, 200, 204, 299, 300, 304, 404, 500, 599]),
        (.codes(200, 304), [200, 304]), (.range(200..<400), [200, 204, 299, 300, 304]),
        (StatusSet { $0 == .notFound }, [404]),
    ])
    func `each set of statuses contains its codes`(status: StatusSet, codes: [Int]) {
        let all = [99, 100, 199, 200, 204, 299, 300, 304, 404, 500, 599]
        #expect(all.filter { status.contains(HTTPStatus($0)) } == codes)
    }
}
