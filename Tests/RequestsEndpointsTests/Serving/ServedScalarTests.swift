import Foundation
import Requests
import RequestsEndpoints
import Testing

/// The texts of integers, booleans and dates, which a server reads in one way in every place.
@Suite("Numbers, booleans and dates on a server", .timeLimit(.minutes(1))) struct ServedScalarTests {
    private static let integers: [(String, Int64?)] = [
        ("7", 7), ("+7", 7), ("-7", -7), ("007", 7), ("-0", 0), ("9223372036854775807", .max),
        ("-9223372036854775808", .min), ("9223372036854775808", nil), ("9999999999999999999", nil), ("1.0", nil),
        ("1e3", nil), ("0x1", nil), ("1_000", nil), ("++1", nil), ("+", nil), ("1,000", nil), ("true", nil), ("٣", nil),
    ]
    private static let booleans: [(String, Bool?)] = [
        ("true", true), ("false", false), ("1", true), ("0", false), ("True", nil), ("yes", nil), ("on", nil),
        ("2", nil), ("+1", nil), ("01", nil),
    ]
    private static let dates: [(String, Int64?)] = [
        ("1970-01-01T00:01:00Z", 60), ("1970-01-01T00:01Z", 60), ("1970-01-01T01:01:00+01", 60),
        ("1970-01-01T01:01+0100", 60), ("1970-01-01t00:01:00z", 60), ("1970-01-01 00:01:00Z", 60),
        ("1970-01-01T00:01:00,0Z", 60), ("1970-01-01T00:01:00", nil), ("1970-01-01", nil), ("1970-01-01T00Z", nil),
        ("1970-02-30T00:00:00Z", nil), ("60", nil), ("Thu, 01 Jan 1970 00:01:00 GMT", nil),
    ]

    @Test(arguments: Place.allCases, integers)
    fileprivate func `an integer is written the same in every place`(place: Place, text: (String, Int64?)) async {
        await expect(place, text.0, text.1)
    }

    @Test(arguments: Place.allCases, booleans)
    fileprivate func `a boolean is written the same in every place`(place: Place, text: (String, Bool?)) async {
        await expect(place, text.0, text.1)
    }

    @Test(arguments: Place.allCases, dates)
    fileprivate func `a date is written the same in every place`(place: Place, text: (String, Int64?)) async {
        await expect(place, text.0, text.1.map { Date(timeIntervalSince1970: Double($0)) })
    }

    /// Expects that a server reads the value, or, without a value, responds with a 400.
    private func expect<Value: Codable & Hashable & Sendable>(_ place: Place, _ text: String, _ value: Value?) async {
        let check: @Sendable (Value) throws -> Void = { if $0 != value { throw ServingError(.conflict, "") } }
        let routes = Routes(ScalarAPI<Value>())
            .on(\.path) { try check($0.value) }.on(\.query) { try check($0.value) }.on(\.field) { try check($0.value) }
            .on(\.cookie) { try check($0.value) }.on(\.form) { try check($0.value) }.on(\.parts) { try check($0.value) }
        #expect(await routes.respond(to: place.request(text)).head.status == (value == nil ? .badRequest : .noContent))
    }
}

private enum Place: CaseIterable {
    case path, query, field, cookie, form, parts

    func request(_ text: String) -> IncomingRequest {
        let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        switch self {
        case .path: return IncomingRequest(method: .get, target: "/path/\(escaped)")
        case .query: return IncomingRequest(method: .get, target: "/query?value=\(escaped)")
        case .field: return IncomingRequest(method: .get, target: "/field", header: ["Value": "\(text)"])
        case .cookie: return IncomingRequest(method: .get, target: "/cookie", header: ["Cookie": "value=\(text)"])
        case .form: return post("/form", "application/x-www-form-urlencoded", "value=\(escaped)")
        case .parts:
            let part = "--b\r\nContent-Disposition: form-data; name=\"value\"\r\n\r\n\(text)\r\n--b--\r\n"
            return post("/parts", "multipart/form-data; boundary=b", part)
        }
    }

    private func post(_ target: String, _ type: String, _ body: String) -> IncomingRequest {
        IncomingRequest(
            method: .post, target: target, header: ["Content-Type": "\(type)"], body: MessageBody(Data(body.utf8)))
    }
}

private struct ScalarAPI<Value: Codable & Sendable>: RequestProviding {
    struct InPath: Codable, Sendable { @PathValue var value: Value }
    struct InField: Codable, Sendable { @HeaderValue var value: Value }
    struct InCookie: Codable, Sendable { @CookieValue var value: Value }
    struct Plain: Codable, Sendable { var value: Value }

    let baseURL = URL("https://scalar.example")
    let path = Endpoint<InPath, Void>(.get, "/path/{value}")
    let query = Endpoint<Plain, Void>(.get, "/query")
    let field = Endpoint<InField, Void>(.get, "/field")
    let cookie = Endpoint<InCookie, Void>(.get, "/cookie")
    let form = Endpoint<Plain, Void>(.post, "/form").body(.form)
    let parts = Endpoint<Plain, Void>(.post, "/parts").body(.multipart)
}
