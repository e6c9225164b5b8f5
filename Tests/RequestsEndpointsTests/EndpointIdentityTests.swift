import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Values that an endpoint writes: the same endpoint reads an equal value, or writing is refused.
@Suite("Inputs over loopback", .timeLimit(.minutes(1))) struct EndpointIdentityTests {
    private static let codings: [Coding] = [
        .standard, .snakeCase, Coding(dates: .millisecondsSince1970, arrays: .brackets, booleans: .numeric),
        Coding(keys: .snakeCase, arrays: .indices, nesting: .dots, spacesAsPlus: true), Coding(arrays: .commaSeparated),
        Coding(nils: .empty), Coding(nils: .flag),
    ]

    /// The error codes of ambiguous values that are refused.
    private static let refusals: [RequestErrorCode] = [
        .invalidPath, .queryEncodingFailed, .bodyEncodingFailed, .invalidHeaderValue,
    ]

    /// Calls an endpoint, and returns whether its input was sent.
    private func isSent(
        _ endpoint: KeyPath<EverywhereAPI, Endpoint<EverywhereInput, Void>>, _ input: EverywhereInput,
        of api: EverywhereAPI
    ) async -> Bool {
        let routes = Routes(api).on(endpoint) { received in
            if received != input { throw ServingError(.conflict, "\(received)") }
        }
        do {
            try await Loopback(routes).perform(api.request(endpoint, input))
            return true
        } catch {
            let body = String(decoding: error.body, as: UTF8.self)
            #expect(Self.refusals.contains(error.code), "\(error) \(body), of \(input)")
            return false
        }
    }

    @Test(arguments: Array(codings.indices)) func `every input arrives equal to the sent one`(index: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(index) + 1)
        let api = EverywhereAPI(coding: Self.codings[index])
        let endpoints = [
            \EverywhereAPI.query, \.colonQuery, \.json, \.form, \.colonForm, \.multipart, \.colonMultipart,
        ]
        var sentCounts = endpoints.map { _ in 0 }
        for _ in 0..<150 {
            let input = EverywhereInput.random(&generator)
            for (number, endpoint) in endpoints.enumerated() where await isSent(endpoint, input, of: api) {
                sentCounts[number] += 1
            }
        }
        // Some codings can't tell an empty text from an empty array, so they refuse many inputs.
        for (number, count) in sentCounts.enumerated() { #expect(count > 0, "\(endpoints[number])") }
        #expect(sentCounts.reduce(0, +) > 50)
    }

    @Test(arguments: Array(codings.indices)) func `every output arrives equal to the returned one`(index: Int)
        async throws
    {
        var generator = SeededGenerator(seed: UInt64(index) + 101)
        let api = EverywhereAPI(coding: Self.codings[index])
        var arrivedCount = 0
        for _ in 0..<100 {
            let output = EverywhereOutput.random(&generator)
            for endpoint in [\EverywhereAPI.jsonOutput, \.formOutput, \.multipartOutput] {
                let refusal = Guarded<RequestErrorCode?>(nil)
                let routes = Routes(api).on(endpoint) { output }.onUnexpectedError { error, _ in
                    refusal.withLock { $0 = (error as? TransportError)?.code }
                }
                do {
                    let received = try await Loopback(routes).perform(api.request(endpoint))
                    #expect(received == output)
                    arrivedCount += 1
                } catch {
                    let code = refusal.withLock { $0 }
                    #expect(code.map(Self.refusals.contains) == true, "\(error), of \(output)")
                }
            }
        }
        #expect(arrivedCount > 50)
    }

    @Test func `texts and bytes are the whole body, unchanged`() async throws {
        var generator = SeededGenerator(seed: 7)
        let api = EverywhereAPI(coding: .standard)
        let routes = Routes(api).on(\.text) { $0 }.on(\.bytes) { $0 }.on(\.textProperty) { $0.text }
            .on(\.bytesProperty) { $0.bytes }
        let loopback = Loopback(routes)
        for _ in 0..<300 {
            let text = EverywhereInput.randomText(&generator)
            #expect(try await loopback.perform(api.request(\.text, text)) == text)
            let input = EverywhereText(name: "a/" + text, text: text)
            #expect(try await loopback.perform(api.request(\.textProperty, input)) == text)
            let bytes = Data(
                (0..<Int.random(in: 0...9, using: &generator)).map { _ in .random(in: 0...255, using: &generator) })
            #expect(try await loopback.perform(api.request(\.bytes, bytes)) == bytes)
            #expect(
                try await loopback.perform(api.request(\.bytesProperty, EverywhereBytes(name: "b", bytes: bytes)))
                    == bytes)
        }
    }
}

private struct EverywhereAPI: RequestProviding {
    var baseURL = URL("https://everywhere.example/base")
    var coding: Coding

    @GET("/a/{name}/{kindOfIt}.txt") var query: Endpoint<EverywhereInput, Void>
    @DELETE("/:name/q/:kindOfIt") var colonQuery: Endpoint<EverywhereInput, Void>
    @POST("/a/:name/{kindOfIt}") var json: Endpoint<EverywhereInput, Void>
    let form = Endpoint<EverywhereInput, Void>(.put, "/{name}-{kindOfIt}/b").body(.form)
    let colonForm = Endpoint<EverywhereInput, Void>(.put, "/:name/f/:kindOfIt").body(.form)
    let multipart = Endpoint<EverywhereInput, Void>(.post, "/{name}/m/{kindOfIt}").body(.multipart)
    let colonMultipart = Endpoint<EverywhereInput, Void>(.patch, "/c/:name/:kindOfIt").body(.multipart)

    @GET("/json") var jsonOutput: Endpoint<Void, EverywhereOutput>
    let formOutput = Endpoint<Void, EverywhereOutput>(.get, "/form").response(.form)
    let multipartOutput = Endpoint<Void, EverywhereOutput>(.get, "/multipart").response(.multipart)

    @POST("/text") var text: Endpoint<String, String>
    @POST("/bytes") var bytes: Endpoint<Data, Data>
    @PUT("/text/{name}") var textProperty: Endpoint<EverywhereText, String>
    @PUT("/bytes/:name") var bytesProperty: Endpoint<EverywhereBytes, Data>

    init(coding: Coding) { self.coding = coding }
}

private struct EverywhereText: Codable, Hashable, Sendable {
    var name: String
    @BodyValue var text: String
}

private struct EverywhereBytes: Codable, Hashable, Sendable {
    var name: String
    @BodyValue var bytes: Data
}

private struct EverywhereOutput: Codable, Hashable, Sendable {
    @HeaderValue var traceID: String?
    @HeaderValue var levels: [Int]
    @ResponseStatus var status: HTTPStatus?
    var text: String
    var maybeText: String?
    var numbers: [Int]?
    var date: Date
    var inner: EverywhereInput.Inner?
    var file: FileValue?
    var data: Data?

    static func random(_ generator: inout SeededGenerator) -> EverywhereOutput {
        let input = EverywhereInput.random(&generator)
        return EverywhereOutput(
            traceID: input.traceID, levels: input.levels,
            status: Bool.random(using: &generator) ? .ok : .created, text: input.text, maybeText: input.traceID,
            numbers: input.numbers.isEmpty ? nil : input.numbers, date: input.date, inner: input.inner,
            file: input.file, data: input.flag == nil ? nil : input.data)
    }
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
    var file: FileValue?
    var files: [FileValue]?

    static func randomText(_ generator: inout SeededGenerator) -> String {
        let pieces = [
            "a", "Z9", " ", "/", "%2F", "+", "&=", "ä", "🙂", ".", "-", ",", "\"", "\\", "#?", "[0]", "\u{0}", "\r\n",
        ]
        let few = Array(pieces.prefix(Bool.random(using: &generator) ? 5 : pieces.count))
        return (0..<Int.random(in: 0...4, using: &generator)).map { _ in few.randomElement(using: &generator) ?? "" }
            .joined()
    }

    static func random(_ generator: inout SeededGenerator) -> EverywhereInput {
        func text() -> String { randomText(&generator) }
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
        func bytes() -> Data { Data(many { UInt8.random(in: 0...255, using: &generator) }) }
        func file() -> FileValue {
            let types: [MediaType] = [.png, "text/plain; charset=utf-8", "a/b; c=\"d;e\"", .plainText]
            return FileValue(bytes(), fileName: maybe(text()), contentType: types.randomElement(using: &generator))
        }
        func inner() -> Inner { Inner(text: text(), number: maybe(number())) }
        let kinds: [Kind] = [.one, .two, .three]
        return EverywhereInput(
            name: "n" + text(), kindOfIt: kinds.randomElement(using: &generator) ?? .one, traceID: maybe(text()),
            levels: many(number), sinceDate: maybe(date()), sessionToken: maybe("t" + text()),
            isLoud: .random(using: &generator), text: text(), flag: maybe(.random(using: &generator)),
            numbers: many(number), ratio: .random(in: -1e6...1e6, using: &generator), date: date(),
            inner: maybe(inner()), list: many(inner), data: bytes(),
            uuid: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, .random(in: 0...9, using: &generator))),
            map: Dictionary(many { ("k\(Int.random(in: 0...9, using: &generator))", number()) }) { first, _ in first },
            file: maybe(file()), files: maybe([file(), file()]))
    }
}
