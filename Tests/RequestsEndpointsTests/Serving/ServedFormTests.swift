import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Forms and queries of endpoints.
@Suite("Forms on a server", .timeLimit(.minutes(1))) struct ServedFormTests {
    private static let dots = Coding(keys: .snakeCase, arrays: .indices, nesting: .dots)
    private static let brackets = Coding(keys: .snakeCase, arrays: .brackets)
    private static let indices = Coding(keys: .snakeCase, arrays: .indices)

    private static let ambiguous: [(Coding, String)] = [
        (dots, "v.2"), (dots, "."), (dots, "a."), (.standard, "1["), (.standard, "a]"), (.standard, "a[b]"),
        (.standard, "a[]"), (indices, "a[0]"), (Coding(arrays: .brackets, nesting: .dots), "a[]"),
    ]

    @Test(arguments: ambiguous) func `a key that would be read as another key is refused`(
        coding: Coding, key: String
    ) throws {
        let api = FormAPI(coding: coding)
        for endpoint in [\FormAPI.lists, \.parts] {
            let error = #expect(throws: TransportError.self) { try api.request(endpoint, [key: ["x"]]).resolve() }
            #expect(error?.code == .bodyEncodingFailed)
        }
        let error = #expect(throws: TransportError.self) { try api.request(\.texts, [key: "x"]).resolve() }
        #expect(error?.code == .bodyEncodingFailed)
    }

    @Test func `a response with such a key is a 500`() async throws {
        let routes = Routes(FormAPI()).on(\.texts) { _ in ["a[b]": "x"] }
        let request = IncomingRequest(method: .post, target: "/texts", header: [.contentType(.form)])
        #expect(await routes.respond(to: request).head.status == .internalServerError)
    }

    @Test func `every other key arrives unchanged`() async throws {
        let input = ["a b": ["1", "2"], "é&=": ["x"], "userName": [""], "user_name": ["y"], "-": ["."]]
        for coding in [Coding.standard, Self.dots, Self.brackets, Self.indices] {
            let api = FormAPI(coding: coding)
            let transport = Loopback(Routes(api).on(\.lists) { $0 }.on(\.parts) { $0 }.on(\.texts) { $0 })
            #expect(try await transport.perform(api.request(\.lists, input)) == input)
            #expect(try await transport.perform(api.request(\.parts, input)) == input)
            let texts = input.mapValues { $0[0] }
            #expect(try await transport.perform(api.request(\.texts, texts)) == texts)
        }
    }

    private func message(
        _ coding: Coding, _ method: HTTPMethod, _ target: String, _ form: String = ""
    ) async throws -> String {
        let routes = Routes(FormAPI(coding: coding)).on(\.search) { _ in }.on(\.searchForm) { _ in }.on(\.lists) { $0 }
        let request = IncomingRequest(
            method: method, target: target, header: form.isEmpty ? [] : [.contentType(.form)],
            body: MessageBody(Data(form.utf8)))
        let response = await routes.respond(to: request)
        let body = try await response.body.collect(upTo: 10_000)
        return "\(response.head.status.code) " + String(decoding: body, as: UTF8.self)
    }

    @Test func `a form has at most 1,000 fields`() async throws {
        let most = Array(repeating: "a=1", count: 1_000).joined(separator: "&")
        #expect(try await message(.standard, .post, "/lists", most).hasPrefix("200 "))
        let more = try await message(.standard, .post, "/lists", most + "&a=1")
        #expect(more == #"400 {"message":"the body exceeds the limit of 1000 fields"}"#)
    }

    @Test(arguments: [
        (Coding.snakeCase, "filter[min_price]=x", "filter[min_price]"), (.snakeCase, "map[aB]=x", "map[aB]"),
        (.snakeCase, "map[5]=x", "map[5]"), (.snakeCase, "ids=1&ids=x", "ids"), (brackets, "ids[]=1&ids[]=x", "ids[]"),
        (indices, "ids[0]=x", "ids[0]"), (indices, "filters[0][min_price]=x", "filters[0][min_price]"),
        (dots, "filter.min_price=x", "filter.min_price"), (dots, "ids.1=x", "ids.0"), (dots, "map.aB=x", "map.aB"),
    ])
    func `the message uses the name on the wire`(coding: Coding, pairs: String, name: String) async throws {
        let query = try await message(coding, .get, "/search?\(pairs)")
        #expect(query == #"400 {"message":"query value `\#(name)` is not an integer"}"#)
        let form = try await message(coding, .post, "/search", pairs)
        #expect(form == #"400 {"message":"body value `\#(name)` is not an integer"}"#)
    }
}

private struct FormSearch: Codable, Sendable {
    struct Filter: Codable, Sendable { var minPrice: Int? }

    var filter: Filter?
    var map: [String: Int]?
    var ids: [Int]?
    var filters: [Filter]?
}

private struct FormAPI: RequestProviding {
    let baseURL = URL("https://forms.example")
    var coding = Coding.standard

    let lists = Endpoint<[String: [String]], [String: [String]]>(.post, "/lists").body(.form)
    let parts = Endpoint<[String: [String]], [String: [String]]>(.post, "/parts").body(.multipart)
    let texts = Endpoint<[String: String], [String: String]>(.post, "/texts").body(.form).response(.form)
    @GET("/search") var search: Endpoint<FormSearch, Void>
    let searchForm = Endpoint<FormSearch, Void>(.post, "/search").body(.form)
}
