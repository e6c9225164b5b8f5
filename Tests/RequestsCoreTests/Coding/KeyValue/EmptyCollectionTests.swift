import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("Empty collections in queries and forms", .timeLimit(.minutes(1))) struct EmptyCollectionTests {
    static let codings: [Coding] = [
        .standard, .snakeCase, Coding(arrays: .brackets), Coding(arrays: .indices, nesting: .dots),
        Coding(arrays: .commaSeparated), Coding(nils: .empty), Coding(nils: .flag),
    ]

    private static let filters = [
        EmptyFilter(), EmptyFilter(tagNames: ["a"], byName: ["b": 1]), EmptyFilter(ids: [1], matrix: [[2]]),
        EmptyFilter(maybe: ["a"]),
    ]

    @Test(arguments: codings) func `an empty collection is written as nothing, and a missing one is read as empty`(
        coding: Coding
    ) throws {
        #expect(try coding.formData(from: EmptyFilter()).isEmpty || coding.nils != .omitted)
        for filter in Self.filters {
            #expect(try coding.value(EmptyFilter.self, fromForm: coding.formData(from: filter)) == filter)
        }
    }

    @Test(arguments: codings) func `an empty collection arrives in each place of an endpoint`(coding: Coding)
        async throws
    {
        let api = EmptyFilterAPI(coding: coding)
        let routes = Routes(api).on(\.query) { $0 }.on(\.form) { $0 }.on(\.multipart) { $0 }.on(\.wrapped) { $0.tags }
        let loopback = Loopback(routes)
        for filter in Self.filters {
            #expect(try await loopback.perform(api.request(\.query, filter)) == filter)
            #expect(try await loopback.perform(api.request(\.form, filter)) == filter)
            #expect(try await loopback.perform(api.request(\.multipart, filter)) == filter)
        }
        for tags in [[], ["a", "b"]] {
            let wrapped = EmptyWrapped(title: "a", tags: tags)
            #expect(try await loopback.perform(api.request(\.wrapped, wrapped)) == tags)
        }
    }

    @Test func `a browser's form without a tick is read, and JSON still requires the member`() async {
        let routes = Routes(EmptyFilterAPI(coding: .standard)).on(\.form) { $0 }.on(\.json) { $0 }
        let header: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
        for header in [header, []] {
            let request = IncomingRequest(method: .post, target: "/form", header: header)
            #expect(await routes.respond(to: request).head.status == .ok)
        }
        let body = MessageBody(Data("{}".utf8))
        let json = IncomingRequest(
            method: .post, target: "/json", header: ["Content-Type": "application/json"], body: body)
        #expect(await routes.respond(to: json).head.status == .badRequest)
        #expect(await routes.respond(to: IncomingRequest(method: .post, target: "/json")).head.status == .badRequest)
    }

    @Test func `an empty value that can't be read back is refused`() {
        let values: [any Encodable & Sendable] = [
            EmptyFilter(maybe: []), EmptyFilter(matrix: [[]]), EmptyFilter(group: EmptyFilter.Group()), EmptyNames(),
            EmptyTags(),
        ]
        for value in values {
            let request = EmptyFilterAPI(coding: .standard).post(.form(value), to: "/form")
            #expect(request.resolutionError()?.code == .bodyEncodingFailed, "\(value)")
        }
    }
}

private struct EmptyFilter: Codable, Hashable, Sendable {
    struct Group: Codable, Hashable, Sendable { var words: [String] = [] }

    var tagNames: [String] = []
    var ids: Set<Int> = []
    var byName: [String: Int] = [:]
    var matrix: [[Int]] = []
    var maybe: [String]?
    var group: Group?
}

private struct EmptyWrapped: Codable, Hashable, Sendable {
    var title: String
    @QueryValue var tags: [String]
}

/// A type that encodes any names.
private struct EmptyNames: Encodable, Sendable {
    struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        try container.encode([Int](), forKey: Name(stringValue: "a"))
    }
}

/// A type that replaces an array.
private struct EmptyTags: Encodable, Sendable {
    struct Tags: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode([String]())
        }
    }
    var tags = Tags()
}

private struct EmptyFilterAPI: RequestProviding {
    var baseURL: URL { URL("https://filters.example") }
    let coding: Coding

    @GET("/query") var query: Endpoint<EmptyFilter, EmptyFilter>
    let form = Endpoint<EmptyFilter, EmptyFilter>(.post, "/form").body(.form)
    let multipart = Endpoint<EmptyFilter, EmptyFilter>(.post, "/multipart").body(.multipart)
    @POST("/json") var json: Endpoint<EmptyFilter, EmptyFilter>
    @POST("/wrapped") var wrapped: Endpoint<EmptyWrapped, [String]>

    init(coding: Coding) { self.coding = coding }
}
