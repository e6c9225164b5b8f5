import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

/// Endpoints with an array style that differs from their API's style.
private struct Tags: RequestProviding {
    var baseURL = URL("https://tags.example")

    let joined = Endpoint<Input, [String]>(.get, "/joined").arrays(.commaSeparated)
    let repeated = Endpoint<Input, [String]>(.get, "/repeated")
    let form = Endpoint<Input, [String]>(.post, "/form").body(.form).arrays(.brackets)

    let mixed = Endpoint<Mixed, String>(.get, "/mixed").arrays(.commaSeparated).arrays(.brackets, of: "ids", "days")
        .arrays(.indices, of: "words")
    let wrong = Endpoint<Mixed, Void>(.post, "/wrong").arrays(.brackets, of: "tags", "nothing")

    struct Input: Codable, Equatable { var tags: [String] }

    struct Mixed: Codable, Equatable {
        var tags: [String]
        var ids: [Int]
        @QueryValue var days: [Int]?
        var words: [String]?
        var more: [String]
    }

    var routes: Routes<Self> {
        Routes(self).on(\.joined) { $0.tags }.on(\.repeated) { $0.tags }.on(\.form) { $0.tags }
            .on(\.mixed) { "\($0)" }
    }
}

/// A type per request whose declaration has an array style.
private struct Command: EndpointRequest {
    static let declaration = Endpoint<Self, String>(.get, "/commands").arrays(.commaSeparated)

    var baseURL = URL("https://tags.example")
    var tags: [String]
}

@Suite("Array styles of endpoints") struct ArrayStyleTests {
    private static let input = Tags.Input(tags: ["a", "b"])

    @Test func `the style applies to the query and the form of one endpoint`() throws {
        let api = Tags()
        #expect(try api.request(\.joined, Self.input).resolve().urlText == "https://tags.example/joined?tags=a,b")
        #expect(
            try api.request(\.repeated, Self.input).resolve().urlText == "https://tags.example/repeated?tags=a&tags=b")
        guard case .data(let form) = try api.request(\.form, Self.input).resolve().body else {
            return #expect(Bool(false), "the form is no data")
        }
        #expect(String(decoding: form, as: UTF8.self) == "tags%5B%5D=a&tags%5B%5D=b")
        #expect(try Command(tags: ["a", "b"]).resolve().urlText == "https://tags.example/commands?tags=a,b")
    }

    @Test func `a server reads the style of the endpoint`() async throws {
        let (api, transport) = (Tags(), Loopback(Tags().routes))
        for request in [
            api.request(\.joined, Self.input), api.request(\.repeated, Self.input), api.request(\.form, Self.input),
        ] {
            #expect(try await transport.perform(request) == ["a", "b"])
        }
        let mistakes = [
            "`arrays(_:of:)` contains `nothing`, but `nothing` isn't an array in the query",
            "`arrays(_:of:)` contains `tags`, but `tags` isn't an array in the query",
        ]
        #expect(throws: Never.self) { try api.check(\.joined, \.repeated, \.form, \.mixed) }
        #expect(checkedFindings { try api.check(\.wrong) } == mistakes.map { "`wrong` (\(api.wrong)): \($0)" })
    }

    // An empty list is omitted (RFC 6570, section 2.3).
    @Test(arguments: [("tags=", #"[""]"#), ("tags=,", #"["", ""]"#), ("tags=a", #"["a"]"#), ("", "[]")])
    func `a name without a value is a list with an empty text`(_ query: String, _ list: String) async throws {
        let url = try #require(URL(string: "https://tags.example/joined?\(query)"))
        let anyone = AnonymousProvider(baseURL: url)
        let response = try await Loopback(Tags().routes).perform(anyone.get(.text, from: ""))
        #expect(response == list.replacing(", ", with: ","))
    }

    @Test(arguments: [
        Tags.Mixed(tags: ["a", "b"], ids: [1, 2], days: [3, 4], words: ["x", "y"], more: ["c", "d"]),
        Tags.Mixed(tags: [], ids: [], days: nil, words: nil, more: ["c"]),
    ])
    private func `a property can have another style`(_ input: Tags.Mixed) async throws {
        let request = Tags().request(\.mixed, input)
        let query = try URL(string: request.resolve().urlText)?.query(percentEncoded: false)
        let full = "tags=a,b&ids[]=1&ids[]=2&days[]=3&days[]=4&words[0]=x&words[1]=y&more=c,d"
        #expect(query == (input.tags.isEmpty ? "more=c" : full))
        #expect(try await Loopback(Tags().routes).perform(request) == "\(input)")
    }
}
