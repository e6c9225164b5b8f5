import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import TestSupport
import Testing

/// Values of fields and cookies, which have the same style in both directions: a client can read what its server
/// writes.
@Suite("Styles of fields and cookies", .timeLimit(.minutes(1))) struct FieldStyleTests {
    private static let moment = Date(timeIntervalSince1970: 784_111_777)
    private static let text = "Sun, 06 Nov 1994 08:49:37 GMT"

    private struct Style: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let coding: Coding
        /// The moment and the bytes 1 and 2, written in the style.
        let date: String
        var data = "AQI="
    }

    private static let styles = [
        Style(testDescription: "ISO 8601", coding: .standard, date: "1994-11-06T08:49:37Z"),
        Style(testDescription: "snake case", coding: .snakeCase, date: "1994-11-06T08:49:37Z"),
        Style(testDescription: "seconds", coding: Coding(dates: .secondsSince1970), date: "784111777"),
        Style(testDescription: "milliseconds", coding: Coding(dates: .millisecondsSince1970), date: "784111777000"),
        Style(
            testDescription: "custom",
            coding: Coding(
                dates: .custom(
                    encode: { "d\(Int($0.timeIntervalSince1970))" },
                    decode: { text in
                        guard let seconds = Double(text.dropFirst()) else { throw CocoaError(.formatting) }
                        return Date(timeIntervalSince1970: seconds)
                    }),
                data: .custom(
                    encode: { $0.map(String.init).joined(separator: "-") },
                    decode: { Data($0.split(separator: "-").compactMap { UInt8($0) }) })),
            date: "d784111777", data: "1-2"),
    ]

    @Test(arguments: styles) private func `a client reads what its server writes`(style: Style) async throws {
        let api = FieldedAPI(coding: style.coding)
        let output = FieldedOutput.of(Self.moment)
        let received = Guarded<FieldedInput?>(nil)
        let routes = Routes(api).on(\.fields) { input in
            received.withLock { $0 = input }
            return output
        }
        let input = FieldedInput.of(Self.moment)
        #expect(try await Loopback(routes).perform(api.request(\.fields, input)) == output)
        #expect(received.withLock(\.self) == input)
    }

    @Test(arguments: styles)
    private func `an HTTP date field uses the HTTP format, and any other field that of the API`(
        style: Style
    ) async throws {
        let api = FieldedAPI(coding: style.coding)
        let sent = try api.request(\.fields, .of(Self.moment)).resolve().header
        for name in ["If-Modified-Since", "If-Unmodified-Since", "If-Range"] { #expect(sent[.init(name)] == Self.text) }
        #expect(sent["Since"] == style.date)
        #expect(sent["Key"] == style.data)
        #expect(sent["Cookie"]?.hasSuffix("=\(style.date)") == true)

        let routes = Routes(api).on(\.fields) { _ in .of(Self.moment) }
        let request = IncomingRequest(method: .get, target: "/fields", header: sent)
        let response = await routes.respond(to: request).head
        #expect(response.status == .ok)
        for name in ["Date", "Last-Modified", "Expires", "Sunset", "Retry-After"] {
            #expect(response.header[.init(name)] == Self.text, "\(name)")
        }
        #expect(response.header["Changed"] == style.date)
        #expect(response.header["Hash"] == style.data)
        #expect(response.header["Set-Cookie"]?.hasSuffix("=\(style.date)") == true)
    }

    @Test(arguments: styles)
    private func `every form of an HTTP date is read, and a condition with another text is ignored`(style: Style)
        async throws
    {
        let api = FieldedAPI(coding: style.coding)
        let received = Guarded<Date?>(nil)
        let routes = Routes(api).on(\.fields) { input in
            received.withLock { $0 = input.ifModifiedSince }
            return .of(Self.moment)
        }
        var header = try api.request(\.fields, .of(Self.moment)).resolve().header
        for text in [Self.text, "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            received.withLock { $0 = nil }
            header.set(HeaderField(.ifModifiedSince, text))
            _ = await routes.respond(to: IncomingRequest(method: .get, target: "/fields", header: header))
            #expect(received.withLock(\.self) == Self.moment, "\(text)")
        }
        for text in ["1994-11-06T08:49:37Z", "784111777", "Mon, 06 Nov 1994 08:49:37 GMT", "", "d784111777"] {
            header.set(HeaderField(.ifModifiedSince, text))
            received.withLock { $0 = Self.moment }
            let response = await routes.respond(to: IncomingRequest(method: .get, target: "/fields", header: header))
            #expect(response.head.status == .ok, "\(text)")
            #expect(received.withLock(\.self) == nil, "\(text)")
        }
        header.set(HeaderField("If-Range", "0"))
        let response = await routes.respond(to: IncomingRequest(method: .get, target: "/fields", header: header))
        #expect(response.head.status == .badRequest)
        let message = String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self)
        #expect(message == #"{"message":"header value `if-range` is not an HTTP date"}"#)
    }

    @Test(arguments: ["0", "-1", "", "1994-11-06T08:49:37Z", "Mon, 06 Nov 1994 08:49:37 GMT"])
    func `an Expires without a valid date is in the past`(text: String) throws {
        struct Response: Decodable, Sendable { @HeaderValue var expires: Date? }
        let head = ResponseHead(status: .ok, header: ["Expires": text])
        for coding in Self.styles.map(\.coding) {
            let response = try ResponseDecoder.declared(Response.self).decode(head, Data(), coding: coding)
            #expect(response.expires == .distantPast)
        }
    }

    @Test func `a server of another kind may write HTTP or ISO 8601 dates in any field`() async throws {
        struct Response: Decodable, Sendable {
            @HeaderValue var lastModified: Date
            @HeaderValue var changed: Date
            @CookieValue var seen: Date
        }
        for coding in Self.styles.map(\.coding) {
            for text in [Self.text, "1994-11-06T08:49:37Z", "Sun Nov  6 08:49:37 1994"] {
                let head = ResponseHead(
                    status: .ok, header: ["Last-Modified": text, "Changed": text, "Set-Cookie": "seen=\(text)"])
                let response = try ResponseDecoder.declared(Response.self).decode(head, Data(), coding: coding)
                #expect(
                    [response.lastModified, response.changed, response.seen] == [Self.moment, Self.moment, Self.moment])
            }
        }
    }

    @Test(arguments: ["1x", "1\u{0}x", "nan", "0x1", "1e999", "inf", "1 ", "6F9619FF-8B86-D011-B42D-00C04FC964FFx", ""])
    func `a number in a response is read to its end`(text: String) {
        struct Response<Value: Decodable & Sendable>: Decodable, Sendable { @HeaderValue var value: Value }
        func check<Value: Decodable & Sendable>(_ type: Value.Type) {
            let head = ResponseHead(status: .ok, header: ["Value": text])
            #expect(throws: TransportError.self, "\(type)") {
                try ResponseDecoder.declared(Response<Value>.self).decode(head, Data())
            }
        }
        check(Int.self)
        check(Int128.self)
        check(Double.self)
        check(Float.self)
        check(Decimal.self)
        check(UUID.self)
    }

    @Test func `a coding key with an underscore is the name of the field`() async throws {
        let input = UnderscoredInput(otherText: "1", both: "2", plain: "3")
        for coding in [Coding.standard, .snakeCase] {
            var api = UnderscoredAPI(coding: coding)
            let heads = Guarded<[String]>([])
            try await withRawServer(responding: { request in
                heads.withLock { $0.append(request.headText) }
                return RawServer.ok("", fields: [("out_field", "4"), ("Out-Field", "5")])
            }) { server in
                api.baseURL = server.baseURL
                let output = try await URLSession.shared.perform(api.request(\.fields, input))
                #expect(output.outField == "4")
            }
            let lines = Set(heads.withLock(\.self).joined().split(separator: "\r\n").map(String.init))
            #expect(lines.isSuperset(of: ["other_text: 1", "both_Of-them: 2", "Plain-Name: 3"]), "\(lines)")
            let routes = Routes(api).on(\.fields) { received in
                if received != input { throw ServingError(.conflict, "\(received)") }
                return UnderscoredOutput(outField: "4")
            }
            #expect(try await Loopback(routes).perform(api.request(\.fields, input)).outField == "4")
        }
    }
}

private struct FieldedAPI: RequestProviding {
    var baseURL = URL("https://fielded.example")
    var coding: Coding

    @GET("/fields") var fields: Endpoint<FieldedInput, FieldedOutput>

    init(coding: Coding) { self.coding = coding }
}

private struct FieldedInput: Codable, Hashable, Sendable {
    @HeaderValue var ifModifiedSince: Date?
    @HeaderValue var ifUnmodifiedSince: Date?
    @HeaderValue var range: Date
    @HeaderValue var since: Date
    @HeaderValue var key: Data
    @CookieValue var lastSeen: Date

    enum CodingKeys: String, CodingKey {
        case ifModifiedSince, ifUnmodifiedSince, since, key, lastSeen
        case range = "if-range"
    }

    static func of(_ date: Date) -> FieldedInput {
        FieldedInput(
            ifModifiedSince: date, ifUnmodifiedSince: date, range: date, since: date, key: Data([1, 2]), lastSeen: date)
    }
}

private struct FieldedOutput: Codable, Hashable, Sendable {
    @HeaderValue var date: Date
    @HeaderValue var lastModified: Date
    @HeaderValue var expires: Date?
    @HeaderValue var sunset: Date
    @HeaderValue var retryAfter: Date
    @HeaderValue var changed: Date
    @HeaderValue var hash: Data
    @CookieValue var lastSeen: Date

    static func of(_ date: Date) -> FieldedOutput {
        FieldedOutput(
            date: date, lastModified: date, expires: date, sunset: date, retryAfter: date, changed: date,
            hash: Data([1, 2]), lastSeen: date)
    }
}

private struct UnderscoredAPI: RequestProviding {
    var baseURL = URL("https://underscored.example")
    var coding: Coding

    @GET("/fields") var fields: Endpoint<UnderscoredInput, UnderscoredOutput>

    init(coding: Coding) { self.coding = coding }
}

private struct UnderscoredInput: Codable, Hashable, Sendable {
    @HeaderValue var otherText: String
    @HeaderValue var both: String
    @HeaderValue var plain: String

    enum CodingKeys: String, CodingKey {
        case otherText = "other_text"
        case both = "both_Of-them"
        case plain = "plainName"
    }
}

private struct UnderscoredOutput: Codable, Hashable, Sendable {
    @HeaderValue var outField: String

    enum CodingKeys: String, CodingKey { case outField = "out_field" }
}
