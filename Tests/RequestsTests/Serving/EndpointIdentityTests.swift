import Foundation
import Requests
import Testing

/// What is written by an endpoint is read by the same one as an equal value, or it is refused.
@Suite("Inputs over loopback", .timeLimit(.minutes(1))) struct EndpointIdentityTests {
    private static let codings: [Coding] = [
        .standard, .snakeCase, Coding(dates: .millisecondsSince1970, arrays: .brackets, booleans: .numeric),
        Coding(keys: .snakeCase, arrays: .indices, nesting: .dots, spaces: .plus), Coding(arrays: .commaSeparated),
        Coding(nils: .empty), Coding(nils: .flag),
    ]

    @Test(arguments: Array(codings.indices)) func `whatever arrives is equal`(index: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(index) + 1)
        let api = EverywhereAPI(coding: Self.codings[index])
        var arrivedCount = 0
        for _ in 0..<300 {
            let input = EverywhereInput.random(&generator)
            for endpoint in [\EverywhereAPI.query, \.json, \.form] {
                let routes = Routes(api).on(endpoint) { received in
                    if received != input { throw ServingError(.conflict, "\(received)") }
                }
                do {
                    try await Loopback(routes).perform(api.request(endpoint, input))
                    arrivedCount += 1
                } catch {
                    // What can't be told apart is refused before it is sent.
                    let codes: [RequestErrorCode] = [
                        .invalidPath, .queryEncodingFailed, .bodyEncodingFailed, .invalidHeaderValue,
                    ]
                    let body = String(decoding: error.body, as: UTF8.self)
                    #expect(codes.contains(error.code), "\(error) \(body), of \(input)")
                }
            }
        }
        #expect(arrivedCount > 100)
    }
}

private struct EverywhereAPI: RequestProviding {
    var baseURL = URL("https://everywhere.example/base")
    var coding: Coding

    @GET("/a/{name}/{kindOfIt}.txt") var query: Endpoint<EverywhereInput, Void>
    @POST("/a/:name/{kindOfIt}") var json: Endpoint<EverywhereInput, Void>
    let form = Endpoint<EverywhereInput, Void>(.put, "/{name}-{kindOfIt}/b").body(.form)

    init(coding: Coding) { self.coding = coding }
}

private struct EverywhereInput: Codable, Hashable, Sendable {
    enum Kind: String, Codable { case one, two, three }
    struct Inner: Codable, Hashable { var text: String, number: Int? }

    var name: String
    var kindOfIt: Kind
    @HeaderValue var traceID: String?
    @HeaderValue var levels: [Int]
    @HeaderValue var sinceDate: Date?
    @CookieValue var sessionToken: String?
    @QueryValue var isLoud: Bool
    var text: String
    var flag: Bool?
    var numbers: [Int]
    var ratio: Double
    var date: Date
    var inner: Inner?
    var list: [Inner]
    var data: Data
    var uuid: UUID
    var map: [String: Int]

    static func random(_ generator: inout SeededGenerator) -> EverywhereInput {
        func text() -> String {
            let pieces = [
                "a", "Z9", " ", "/", "%2F", "+", "&=", "ä", "🙂", ".", "-", ",", "\"", "\\", "#?", "[0]", "\u{0}",
            ]
            let few = Array(pieces.prefix(Bool.random(using: &generator) ? 5 : pieces.count))
            return (0..<Int.random(in: 0...4, using: &generator)).map { _ in few.randomElement(using: &generator) ?? ""
            }
            .joined()
        }
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
        func date() -> Date {
            Date(
                timeIntervalSince1970: Double(Int.random(in: -10_000_000_000...10_000_000_000_000, using: &generator))
                    / 1_000)
        }
        func number() -> Int { .random(in: .min ... .max, using: &generator) }
        func many<Value>(_ value: () -> Value) -> [Value] {
            (0..<Int.random(in: 0...3, using: &generator)).map { _ in value() }
        }
        func inner() -> Inner { Inner(text: text(), number: maybe(number())) }
        let kinds: [Kind] = [.one, .two, .three]
        return EverywhereInput(
            name: "n" + text(), kindOfIt: kinds.randomElement(using: &generator) ?? .one, traceID: maybe(text()),
            levels: many(number), sinceDate: maybe(date()), sessionToken: maybe("t" + text()),
            isLoud: .random(using: &generator), text: text(), flag: maybe(.random(using: &generator)),
            numbers: many(number), ratio: .random(in: -1e6...1e6, using: &generator), date: date(),
            inner: maybe(inner()), list: many(inner), data: Data(many { UInt8.random(in: 0...255, using: &generator) }),
            uuid: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, .random(in: 0...9, using: &generator))),
            map: Dictionary(many { ("k\(Int.random(in: 0...9, using: &generator))", number()) }) { first, _ in first })
    }
}
