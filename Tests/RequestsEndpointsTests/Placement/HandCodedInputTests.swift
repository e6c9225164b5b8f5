import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

/// Inputs and outputs that are coded by hand, with every kind of container.
@Suite("Values that are coded by hand", .timeLimit(.minutes(1))) struct HandCodedInputTests {
    private struct API: RequestProviding {
        var baseURL = URL("https://hand.example")
        var coding = Coding(arrays: .indices, nils: .empty)

        let find = Endpoint<HandCoded, HandCoded>(.get, "/{single}")
        let whole = Endpoint<HandCoded, HandCoded>(.get, "/")
        let add = Endpoint<HandCoded, HandCoded>(.post, "/{single}")
        let form = Endpoint<HandCoded, HandCoded>(.put, "/{single}").body(.form)
        let store = Endpoint<HandCoded, HandCoded>(.put, "/")
        let number = Endpoint<WideInteger, WideCount>(.get, "/numbers/{number}")
        let count = Endpoint<WideCount, WideInteger>(.delete, "/counts/{count}")
        let send = Endpoint<WideCount, WideCount>(.post, "/counts")
    }

    private let api = API()

    @Test func `each container is written at the place of its property`() throws {
        let (least, most) = (Int128.min, UInt128.max)
        let query = """
            least=\(least)&most=\(most)&numbers[0]=\(least)&numbers[1]=\(most)&holes[0]=&holes[1]=1&point[x]=2&\
            rows[0][x]=3&rows[1][0]=4&rows[2]=-5&super[x]=6&base[x]=7&nothing=
            """
        func unescaped(_ text: String) -> String { text.replacing("%5B", with: "[").replacing("%5D", with: "]") }
        let found = try api.request(\.find, HandCoded()).resolve()
        #expect(unescaped(found.urlText) == "https://hand.example/\(least)?\(query)")
        let form = try api.request(\.form, HandCoded()).wire()
        #expect(unescaped(form).hasSuffix("\n\n" + query))
        #expect(form.hasPrefix("PUT /\(least) HTTP/1.1\n"))
        let added = try api.request(\.add, HandCoded()).wire()
        #expect(added.hasPrefix("POST /\(least) HTTP/1.1\n"))
        #expect(
            added.hasSuffix(
                """
                \n\n{"base":{"x":7},"holes":[null,1],"least":\(least),"most":\(most),"nothing":null,\
                "numbers":[\(least),\(most)],"point":{"x":2},"rows":[{"x":3},[4],-5],"super":{"x":6}}
                """))
    }

    @Test func `a server reads what a client writes, and the other way round`() async throws {
        let routes = Routes(api)
            .on(\.find) { $0 }.on(\.whole) { $0 }.on(\.add) { $0 }.on(\.form) { $0 }.on(\.store) { $0 }
        var input = HandCoded()
        input.point.x = 12
        input.holes = [1, nil, 3]
        for request in [
            api.request(\.find, input), api.request(\.whole, input), api.request(\.add, input),
            api.request(\.form, input), api.request(\.store, input),
        ] {
            #expect(try await Loopback(routes).perform(request) == input, "\(request)")
        }
    }

    @Test func `a single value of 128 bits fills a placeholder or is the whole body`() async throws {
        let (least, most) = (WideInteger(least: .min), WideCount(most: .max))
        #expect(try api.request(\.number, least).resolve().urlText == "https://hand.example/numbers/\(Int128.min)")
        #expect(try api.request(\.count, most).resolve().urlText == "https://hand.example/counts/\(UInt128.max)")
        #expect(try api.request(\.send, most).wire().hasSuffix("\n\n\(UInt128.max)"))
        let routes = Routes(api)
            .on(\.number) { received in
                #expect(received == least)
                return most
            }
            .on(\.count) { received in
                #expect(received == most)
                return least
            }
            .on(\.send) { $0 }
        #expect(try await Loopback(routes).perform(api.request(\.number, least)) == most)
        #expect(try await Loopback(routes).perform(api.request(\.count, most)) == least)
        #expect(try await Loopback(routes).perform(api.request(\.send, most)) == most)
    }

    @Test func `the check of an API accepts values that are coded by hand`() throws {
        #expect(try API().check() == ["find", "whole", "add", "form", "store", "number", "count", "send"])
    }

    // MARK: - Wrappers

    private struct Paged: Codable, Hashable, Sendable {
        var page: QueryValue<Int>?
        var name: String
    }

    private struct Listed: Codable, Hashable, Sendable {
        @HeaderValue var tags: [String]
    }

    private struct Refusing: Codable, Sendable {
        struct Refusal: Error {}
        func encode(to encoder: any Encoder) throws { throw Refusal() }
    }

    /// An input whose code throws an error after it has opened its container.
    private struct Broken: Codable, Sendable {
        var id = 1

        func encode(to encoder: any Encoder) throws {
            _ = encoder.container(keyedBy: CodingKeys.self)
            throw Refusing.Refusal()
        }
    }

    /// JSON values in header fields, which can contain only texts.
    private struct JSONTexts: Codable, Sendable {
        @HeaderValue var values: [JSONValue]
    }

    /// An input with the members of another value, and a part in the header.
    private struct Flattened: Encodable, Decodable, Sendable {
        struct Filter: Codable, Sendable { var tag: String }

        var page: Int
        @HeaderValue var mark: String
        var filter: Filter?

        enum CodingKeys: CodingKey { case page, mark }

        init(page: Int, mark: String, filter: Filter?) {
            self.page = page
            self.mark = mark
            self.filter = filter
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            page = try container.decode(Int.self, forKey: .page)
            _mark = try container.decode(HeaderValue<String>.self, forKey: .mark)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(page, forKey: .page)
            try container.encode(_mark, forKey: .mark)
            try filter.encode(to: encoder)
        }
    }

    /// An input that writes a tag if the encoder of the API asks for it.
    private struct Tagging: Codable, Sendable {
        var id: Int
        var name: String

        enum CodingKeys: CodingKey { case id, name, tag }

        init(id: Int, name: String) {
            self.id = id
            self.name = name
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            guard let key = HandCoded.tag, let tag = encoder.userInfo[key] as? String else { return }
            try container.encode(tag, forKey: .tag)
        }
    }

    private struct Wrappers: RequestProviding {
        var baseURL = URL("https://hand.example")

        let add = Endpoint<Paged, Paged>(.post, "/a")
        let list = Endpoint<Listed, Void>(.get, "/list")
        let refuse = Endpoint<Refusing, Void>(.post, "/refuse")
        let broken = Endpoint<Broken, Void>(.post, "/broken/{id}")
        let texts = Endpoint<JSONTexts, Void>(.get, "/texts")
        let find = Endpoint<Flattened, Void>(.get, "/find")
        let save = Endpoint<Flattened, Void>(.post, "/save")
        let tag = Endpoint<Tagging, Void>(.post, "/tags/{id}")
        var coding = Coding.standard
        let ratios = Endpoint<[String: Double], Void>(.get, "/ratios")
    }

    @Test func `an optional wrapper has the place of its wrapper`() async throws {
        let api = Wrappers()
        let routes = Routes(api).on(\.add) { received in
            #expect(received.page?.wrappedValue == 2)
            return Paged(page: nil, name: received.name)
        }
        let input = Paged(page: QueryValue(wrappedValue: 2), name: "tea")
        let message = try api.request(\.add, input).wire()
        #expect(message.hasPrefix("POST /a?page=2 HTTP/1.1\n"))
        #expect(message.hasSuffix("\n\n" + #"{"name":"tea"}"#))
        #expect(try await Loopback(routes).perform(api.request(\.add, input)).name == "tea")
    }

    @Test(arguments: ["a,b", "", " a", "\"a\""])
    func `an element that a list in a field can't hold is an error without its value`(element: String) throws {
        let api = Wrappers()
        #expect(try api.request(\.list, Listed(tags: ["x", "y z"])).resolve().header["Tags"] == "x, y z")
        let error = try #require(api.request(\.list, Listed(tags: ["x", element])).resolutionError())
        #expect(error.code == .invalidHeaderValue)
        let problem =
            "can't be a list element, because it is empty, contains a comma or a quotation mark, or starts or ends with white space"
        #expect(error.message == "the value of `tags.1` \(problem)")
    }

    @Test func `the error of an input's own code is the underlying error`() throws {
        let error = try #require(Wrappers().request(\.refuse, Refusing()).resolutionError())
        #expect(error.code == .bodyEncodingFailed)
        #expect(error.underlyingError is Refusing.Refusal)
    }

    @Test func `the error of an input's own code comes before that of its placeholder`() throws {
        let error = try #require(Wrappers().request(\.broken, Broken()).resolutionError())
        #expect(error.code == .bodyEncodingFailed)
        #expect(error.underlyingError is Refusing.Refusal)
    }

    @Test func `an element of JSON in a field is rejected unless it is a text`() throws {
        let api = Wrappers()
        #expect(try api.request(\.texts, JSONTexts(values: ["a"])).resolve().header["Values"] == "a")
        let error = try #require(api.request(\.texts, JSONTexts(values: ["a", 1])).resolutionError())
        #expect(error.message.hasPrefix("the value of `values.1` is a JSONValue that isn't a string"))
    }

    @Test func `an input has the members of the values that write to its encoder`() throws {
        let api = Wrappers()
        let filtered = Flattened(page: 1, mark: "m", filter: .init(tag: "tea"))
        let plain = Flattened(page: 1, mark: "m", filter: nil)
        #expect(try api.request(\.find, filtered).resolve().urlText == "https://hand.example/find?page=1&tag=tea")
        #expect(try api.request(\.find, plain).resolve().urlText == "https://hand.example/find?page=1")
        #expect(try api.request(\.save, filtered).wire().hasSuffix(#"{"page":1,"tag":"tea"}"#))
        #expect(try api.request(\.save, plain).wire().hasSuffix(#"{"page":1}"#))
    }

    @Test func `an input sees the information of the API's encoder`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let key = try #require(HandCoded.tag)
        encoder.userInfo[key] = "green"
        let api = Wrappers(coding: Coding(jsonEncoder: encoder))
        let message = try api.request(\.tag, Tagging(id: 3, name: "tea")).wire()
        #expect(message.hasPrefix("POST /tags/3 HTTP/1.1\n"))
        #expect(message.hasSuffix(#"{"name":"tea","tag":"green"}"#))
    }

    @Test func `a dictionary that a query can't express is an error with its key`() throws {
        let error = try #require(Wrappers().request(\.ratios, ["a": 1, "b": .nan]).resolutionError())
        #expect(error.code == .queryEncodingFailed)
        #expect(error.message.contains("the value of `b` is not a finite number"))
    }
}
