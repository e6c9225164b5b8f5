import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Scalars that are read as they were written, in every place, in both directions, with every coding.
@Suite("Scalars in every place", .timeLimit(.minutes(1))) struct ScalarIdentityTests {
    private struct DateStyle: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let dates: Coding.DateStyle
        var data = Coding.DataStyle.base64
    }

    private static let dateStyles = [
        DateStyle(testDescription: "ISO 8601", dates: .iso8601),
        DateStyle(testDescription: "seconds", dates: .fractionalSecondsSince1970),
        DateStyle(testDescription: "milliseconds", dates: .millisecondsSince1970),
        DateStyle(
            testDescription: "custom",
            dates: .custom(
                encode: { "d\($0.timeIntervalSince1970)" },
                decode: { text in
                    guard let seconds = Double(text.dropFirst()) else { throw CocoaError(.formatting) }
                    return Date(timeIntervalSince1970: seconds)
                })),
        DateStyle(
            testDescription: "data in decimals", dates: .iso8601,
            data: .custom(
                encode: { "b" + $0.map(String.init).joined(separator: "-") },
                decode: { Data($0.dropFirst().split(separator: "-").compactMap { UInt8($0) }) })),
    ]

    private struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var keys = Coding.KeyStyle.verbatim
        var arrays = Coding.ArrayStyle.repeated
        var nesting = Coding.NestingStyle.brackets
        var booleans = Coding.BooleanStyle.literal
        var nils = Coding.NilStyle.omitted

        func coding(_ style: DateStyle) -> Coding {
            Coding(
                keys: keys, dates: style.dates, data: style.data, arrays: arrays, nesting: nesting, booleans: booleans,
                nils: nils)
        }
    }

    private static let shapes = [
        Shape(testDescription: "standard"), Shape(testDescription: "snake case", keys: .snakeCase),
        Shape(testDescription: "brackets and numbers", arrays: .brackets, booleans: .numeric),
        Shape(testDescription: "indices and dots", keys: .snakeCase, arrays: .indices, nesting: .dots),
        Shape(testDescription: "commas", arrays: .commaSeparated),
        Shape(testDescription: "empty nils", nils: .empty), Shape(testDescription: "flags", nils: .flag),
    ]

    @Test(arguments: dateStyles, shapes) private func `a server reads what a client writes`(
        style: DateStyle, shape: Shape
    ) async throws {
        let api = ScalarAPI(coding: shape.coding(style))
        for scalars in Scalars.all {
            let input = ScalarInput(scalars)
            let received = Guarded<ScalarInput?>(nil)
            let routes = Routes(api).on(\.take) { input in received.withLock { $0 = input } }
            try await Loopback(routes).perform(api.request(\.take, input))
            #expect(received.withLock(\.self) == input)
        }
    }

    @Test(arguments: dateStyles, shapes) private func `a client reads what a server writes`(
        style: DateStyle, shape: Shape
    ) async throws {
        let api = ScalarAPI(coding: shape.coding(style))
        for scalars in Scalars.all {
            let output = ScalarOutput(scalars)
            for endpoint in [\ScalarAPI.give, \.giveForm] {
                let routes = Routes(api).on(endpoint) { output }
                #expect(try await Loopback(routes).perform(api.request(endpoint)) == output)
            }
        }
    }
}

private struct ScalarAPI: RequestProviding {
    var baseURL = URL("https://scalars.example")
    var coding: Coding

    @GET("/take/{moment}/{bytes}/{count}/{amount}/{page}/{kind}") var take: Endpoint<ScalarInput, Void>
    @GET("/give") var give: Endpoint<Void, ScalarOutput>
    let giveForm = Endpoint<Void, ScalarOutput>(.get, "/give/form").response(.form)

    init(coding: Coding) { self.coding = coding }
}

private enum Kind: String, Codable, Sendable { case plain, twoWords = "two words" }

/// The values of one row, one for each type of scalar.
private struct Scalars: Sendable {
    let moment: Date
    let bytes: Data
    let count: Int128
    let amount: Decimal
    let page: URL
    let kind: Kind

    static let all = [
        Scalars(
            moment: Date(timeIntervalSince1970: 784_111_777), bytes: Data([1, 2]), count: .max, amount: Decimal(12.5),
            page: URL("https://page.example/a?b=c&d=e"), kind: .plain),
        Scalars(
            moment: Date(timeIntervalSince1970: -86_400.125), bytes: Data([0xFF, 0xFE, 0xFB, 0]), count: .min,
            amount: Decimal(-1) / 8, page: URL("https://page.example/%20#f"), kind: .twoWords),
        Scalars(
            moment: Date(timeIntervalSince1970: 4_000_000_000.875), bytes: Data(repeating: 62, count: 40), count: 0,
            amount: Decimal(sign: .plus, exponent: 20, significand: 123), page: URL("mailto:a@page.example"),
            kind: .plain),
    ]
}

private struct ScalarInput: Codable, Hashable, Sendable {
    var moment: Date
    var bytes: Data
    var count: Int128
    var amount: Decimal
    var page: URL
    var kind: Kind

    @HeaderValue var headerMoment: Date
    @HeaderValue var ifModifiedSince: Date?
    @HeaderValue var headerBytes: Data
    @HeaderValue var headerCount: Int128?
    @HeaderValue var headerAmount: Decimal
    @HeaderValue var headerPage: URL
    @HeaderValue var headerKind: Kind?
    @HeaderValue var headerKinds: [Kind]
    @HeaderValue var headerMoments: [Date]
    @HeaderValue var isLast: Bool

    @CookieValue var cookieMoment: Date
    @CookieValue var cookieBytes: Data
    @CookieValue var cookieCount: Int128
    @CookieValue var cookieAmount: Decimal?
    @CookieValue var cookiePage: URL
    @CookieValue var cookieFlag: Bool?

    @QueryValue var queryMoment: Date
    @QueryValue var queryBytes: Data
    @QueryValue var queryCount: Int128?
    @QueryValue var queryAmount: Decimal
    @QueryValue var queryPage: URL
    @QueryValue var queryKinds: [Kind]

    init(_ scalars: Scalars) {
        moment = scalars.moment
        bytes = scalars.bytes
        count = scalars.count
        amount = scalars.amount
        page = scalars.page
        kind = scalars.kind
        headerMoment = scalars.moment
        ifModifiedSince = Date(timeIntervalSince1970: scalars.moment.timeIntervalSince1970.rounded())
        headerBytes = scalars.bytes
        headerCount = scalars.count
        headerAmount = scalars.amount
        headerPage = scalars.page
        headerKind = scalars.kind
        headerKinds = [.plain, scalars.kind]
        headerMoments = [scalars.moment, scalars.moment]
        isLast = scalars.kind == .plain
        cookieMoment = scalars.moment
        cookieBytes = scalars.bytes
        cookieCount = scalars.count
        cookieAmount = scalars.amount
        cookiePage = scalars.page
        cookieFlag = scalars.kind == .plain
        queryMoment = scalars.moment
        queryBytes = scalars.bytes
        queryCount = scalars.count
        queryAmount = scalars.amount
        queryPage = scalars.page
        queryKinds = [scalars.kind, .twoWords]
    }
}

private struct ScalarOutput: Codable, Hashable, Sendable {
    @HeaderValue var headerMoment: Date
    @HeaderValue var lastModified: Date?
    @HeaderValue var headerBytes: Data
    @HeaderValue var headerCount: Int128?
    @HeaderValue var headerAmount: Decimal
    @HeaderValue var headerPage: URL
    @HeaderValue var headerKind: Kind?
    @HeaderValue var headerKinds: [Kind]
    @HeaderValue var headerMoments: [Date]
    @HeaderValue var isLast: Bool

    @CookieValue var cookieMoment: Date
    @CookieValue var cookieBytes: Data
    @CookieValue var cookieCount: Int128
    @CookieValue var cookieAmount: Decimal?
    @CookieValue var cookiePage: URL
    @CookieValue var cookieFlag: Bool?

    var moment: Date
    var bytes: Data
    var page: URL?
    var kinds: [Kind]

    init(_ scalars: Scalars) {
        headerMoment = scalars.moment
        lastModified = Date(timeIntervalSince1970: scalars.moment.timeIntervalSince1970.rounded())
        headerBytes = scalars.bytes
        headerCount = scalars.count
        headerAmount = scalars.amount
        headerPage = scalars.page
        headerKind = scalars.kind
        headerKinds = [.plain, scalars.kind]
        headerMoments = [scalars.moment, scalars.moment]
        isLast = scalars.kind == .plain
        cookieMoment = scalars.moment
        cookieBytes = scalars.bytes
        cookieCount = scalars.count
        cookieAmount = scalars.amount
        cookiePage = scalars.page
        cookieFlag = scalars.kind == .plain
        moment = scalars.moment
        bytes = scalars.bytes
        page = scalars.page
        kinds = [scalars.kind]
    }
}
