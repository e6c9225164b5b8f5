import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Inputs and outputs whose names are data.
///
/// An invalid dictionary is never read as an empty one.
@Suite("Dictionaries as a whole", .timeLimit(.minutes(1))) struct WholeDictionaryTests {
    private static let broken = ["nonsense", #"{"a":1"#, "[1]", "null", "", #"{"a":"b"}"#, "1", "{\u{0}}"]

    private func status(
        _ method: HTTPMethod, _ target: String, _ type: String?, _ body: String
    ) async -> (status: HTTPStatus, received: [String: Int]?) {
        let received = Guarded<[String: Int]?>(nil)
        let routes = Routes(DictionaryAPI())
            .on(\.json) { input in received.withLock { $0 = input } }
            .on(\.form) { input in received.withLock { $0 = input } }
            .on(\.multipart) { input in received.withLock { $0 = input } }
            .on(\.wrapped) { input in received.withLock { $0 = input.counts } }
            .on(\.query) { input in received.withLock { $0 = input } }
            .on(\.grouped) { input in received.withLock { $0 = input.counts } }
            .on(\.maybeGrouped) { input in received.withLock { $0 = input.counts } }
        let header = type.map { HeaderFields([HeaderField(.contentType, $0)]) } ?? []
        let response = await routes.respond(
            to: IncomingRequest(
                method: method, target: target, header: header, body: MessageBody(Data(body.utf8))))
        return (response.head.status, received.withLock(\.self))
    }

    @Test(arguments: broken) func `a broken body never reaches the handler`(body: String) async {
        // Without a body, an optional group is `nil`.
        for path in ["/json", "/wrapped", "/grouped"] + (body.isEmpty ? [] : ["/maybeGrouped"]) {
            let response = await status(.put, path, nil, body)
            #expect(response.status == .badRequest, "\(path)")
            #expect(response.received == nil, "\(path)")
            #expect(await status(.put, path, "text/csv", body).received == nil, "\(path)")
        }
    }

    @Test(arguments: [
        "", "--x", "--x--", "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n",
        "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x",
    ])
    func `a multipart form that breaks off never reaches the handler`(body: String) async {
        let response = await status(.put, "/multipart", "multipart/form-data; boundary=x", body)
        // A form that ends at once is complete, and has no parts.
        #expect(response.status == (body == "--x--" ? .noContent : .badRequest))
        #expect(response.received == (body == "--x--" ? [:] : nil))
        let whole = "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--"
        #expect(await status(.put, "/multipart", "multipart/form-data; boundary=x", whole).received == ["a": 1])
    }

    @Test(arguments: ["a=b", "%FF=1", "a=1&a=2", "a=1&a[b]=2", "a[b]=1", "a=%FF"])
    func `a broken form or query never reaches the handler`(text: String) async {
        #expect(await status(.put, "/form", nil, text).status == .badRequest)
        #expect(await status(.get, "/query?\(text)", nil, "").status == .badRequest)
        #expect(await status(.put, "/form", nil, "").received == [:])
        #expect(await status(.get, "/query?b=2&a=1", nil, "").received == ["a": 1, "b": 2])
    }

    private static let inputs: [[String: Int]] = [
        [:], ["a": 1], ["user_name": 1, "userName": 2, "User-Name": 3, "URL": 4, "_a_b_": 5],
    ]

    @Test(arguments: inputs)
    func `names are data, whatever the key style, and may be empty`(input: [String: Int]) async throws {
        for coding in [Coding.standard, .snakeCase] {
            let api = DictionaryAPI(coding: coding)
            let routes = Routes(api).on(\.echo) { $0 }.on(\.formEcho) { $0 }.on(\.queryEcho) { $0 }
            let loopback = Loopback(routes)
            #expect(try await loopback.perform(api.request(\.echo, input)) == input)
            #expect(try await loopback.perform(api.request(\.formEcho, input)) == input)
            #expect(try await loopback.perform(api.request(\.queryEcho, input)) == input)
        }
    }

    @Test func `an optional input that is nil arrives as nil`() async throws {
        let api = DictionaryAPI()
        let loopback = Loopback(Routes(api).on(\.maybe) { "\($0 as Any)" })
        #expect(try await loopback.perform(api.request(\.maybe, nil)) == "nil")
        #expect(try await loopback.perform(api.request(\.maybe, ["a": 1])) == #"Optional(["a": 1])"#)
    }

    @Test(arguments: broken) func `a broken response is an error for the client`(body: String) async throws {
        let response = FixedResponse(header: [.contentType(.json)], body: body)
        let api = DictionaryAPI()
        let error = await #expect(throws: TransportError.self) { try await response.perform(api.request(\.output)) }
        #expect(error?.code == (body.isEmpty ? .emptyBody : .decodingFailed))
        let declared = await #expect(throws: TransportError.self) {
            try await response.perform(AnonymousProvider("http://h").get(.declared(Counted.self), from: ""))
        }
        #expect(declared?.code == (body.isEmpty ? .emptyBody : .decodingFailed))
    }

    @Test func `an optional group is nil if there is no body`() async throws {
        struct Response: Decodable, Sendable { @ResponseGroup var counts: [String: Int]? }
        let request = AnonymousProvider("http://h").get(.declared(Response.self), from: "")
        #expect(try await FixedResponse().perform(request).counts == nil)
        #expect(try await FixedResponse(body: #"{"a":1}"#).perform(request).counts == ["a": 1])
        await #expect(throws: TransportError.self) { try await FixedResponse(body: "[]").perform(request) }
    }

    @Test func `a type that checks whether a name is present gets the error of a broken body`() async throws {
        struct Asking: Decodable, Sendable {
            var name = "none"
            enum CodingKeys: CodingKey { case name }
            init(from decoder: any Decoder) throws {
                let fields = try decoder.container(keyedBy: CodingKeys.self)
                if fields.contains(.name) { name = try fields.decode(String.self, forKey: .name) }
            }
        }
        let request = AnonymousProvider("http://h").get(.declared(Asking.self), from: "")
        #expect(try await FixedResponse(body: "{}").perform(request).name == "none")
        await #expect(throws: TransportError.self) { try await FixedResponse(body: "[]").perform(request) }
    }
}

private struct DictionaryAPI: RequestProviding {
    var baseURL = URL("https://dictionary.example")
    var coding = Coding.standard

    @PUT("/json") var json: Endpoint<[String: Int], Void>
    @PUT("/wrapped") var wrapped: Endpoint<Counted, Void>
    @PUT("/grouped") var grouped: Endpoint<GroupedCounts, Void>
    @PUT("/maybeGrouped") var maybeGrouped: Endpoint<MaybeGroupedCounts, Void>
    let form = Endpoint<[String: Int], Void>(.put, "/form").body(.form)
    let multipart = Endpoint<[String: Int], Void>(.put, "/multipart").body(.multipart)
    @GET("/query") var query: Endpoint<[String: Int], Void>

    @PUT("/echo") var echo: Endpoint<[String: Int], [String: Int]>
    let formEcho = Endpoint<[String: Int], [String: Int]>(.put, "/formEcho").body(.form).response(.form)
    @GET("/queryEcho") var queryEcho: Endpoint<[String: Int], [String: Int]>
    @PUT("/maybe") var maybe: Endpoint<[String: Int]?, String>
    @GET("/output") var output: Endpoint<Void, [String: Int]>
}

/// A type that decodes a dictionary name by name.
private struct Counted: Codable, Sendable {
    var counts: [String: Int] = [:]

    struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Name.self)
        for name in fields.allKeys { counts[name.stringValue] = try fields.decode(Int.self, forKey: name) }
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Name.self)
        for (name, count) in counts { try fields.encode(count, forKey: Name(stringValue: name)) }
    }
}

private struct GroupedCounts: Codable, Sendable { @ResponseGroup var counts: [String: Int] }
private struct MaybeGroupedCounts: Codable, Sendable { @ResponseGroup var counts: [String: Int]? }
