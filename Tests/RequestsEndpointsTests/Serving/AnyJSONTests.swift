import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// JSON of any shape in requests and responses.
@Suite("Any JSON on a server", .timeLimit(.minutes(1))) struct AnyJSONTests {
    private static let values = [
        "1e400", "1e999", "-0.0", String(repeating: "7", count: 50), "0.1000000000000000055511151231257827",
        #"{"z":1.10,"a":[1.0,{"b_c":1e400,"aB":null}]}"#, "[]", "{}", "null", #""text""#,
        String(repeating: "[", count: 70) + String(repeating: "]", count: 70),
        String(repeating: #"{"a":"#, count: 300) + "1e400" + String(repeating: "}", count: 300),
    ]

    @Test(arguments: values) func `a server writes the JSON that it reads`(value: String) async throws {
        for api in [AnyAPI(), AnyAPI(coding: .snakeCase), AnyAPI(coding: Coding(integers: .text))] {
            let routes = Routes(api).on(\.holder) { $0 }.on(\.whole) { $0 }.on(\.maybe) { $0 }.on(\.list) { $0 }
            let bodies = [
                ("/holder", #"{"any":\#(value)}"#), ("/whole", value), ("/maybe", value), ("/list", "[\(value)]"),
            ]
            for (path, body) in bodies {
                let request = IncomingRequest(
                    method: .post, target: path, header: [.contentType(.json)], body: MessageBody(Data(body.utf8)))
                let response = await routes.respond(to: request)
                #expect(response.head.status == .ok, "\(path)")
                #expect(String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self) == body)
            }
        }
    }

    @Test(arguments: values) func `with a custom encoder, a server writes JSON with the same value as it reads`(
        value: String
    ) async throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let pretty = JSONEncoder()
        pretty.outputFormatting = [.prettyPrinted, .sortedKeys]
        for coding in [Coding(jsonEncoder: encoder), Coding(jsonEncoder: pretty)] {
            let routes = Routes(AnyAPI(coding: coding)).on(\.holder) { $0 }.on(\.whole) { $0 }.on(\.list) { $0 }
            for (path, body) in [("/holder", #"{"any":\#(value)}"#), ("/whole", value), ("/list", "[\(value)]")] {
                let request = IncomingRequest(
                    method: .post, target: path, header: [.contentType(.json)], body: MessageBody(Data(body.utf8)))
                let response = await routes.respond(to: request)
                #expect(response.head.status == .ok, "\(path)")
                let sent = try Coding.standard.value(
                    JSONValue.self, fromJSON: try await response.body.collect(upTo: 1_000_000))
                #expect(try sent == Coding.standard.value(JSONValue.self, fromJSON: Data(body.utf8)), "\(path)")
            }
        }
    }

    @Test(arguments: values) func `with a custom decoder, a server responds with a 400 to JSON that it can't read`(
        value: String
    ) async throws {
        let coding = Coding(jsonEncoder: JSONEncoder(), jsonDecoder: JSONDecoder())
        let routes = Routes(AnyAPI(coding: coding)).on(\.holder) { $0 }
        let request = IncomingRequest(
            method: .post, target: "/holder", header: [.contentType(.json)],
            body: MessageBody(Data(#"{"any":\#(value)}"#.utf8)))
        #expect([.ok, .badRequest].contains(await routes.respond(to: request).head.status))
    }

    @Test func `any JSON arrives unchanged in both directions`() async throws {
        let api = AnyAPI()
        let routes = Routes(api).on(\.holder) { $0 }.on(\.whole) { $0 }.on(\.maybe) { $0 }.on(\.list) { $0 }
        let transport = Loopback(routes)
        for text in Self.values.dropLast() {
            let value = try Coding.standard.value(JSONValue.self, fromJSON: Data(text.utf8))
            let holder = try await transport.perform(api.request(\.holder, AnyHolder(any: value)))
            #expect(holder.any.description == text)
            #expect(try await transport.perform(api.request(\.whole, value)).description == text)
            #expect(try await transport.perform(api.request(\.maybe, value))?.description ?? "null" == text)
            #expect(try await transport.perform(api.request(\.list, [value])).first?.description == text)
        }
    }
}

private struct AnyHolder: Codable, Sendable { var any: JSONValue }

private struct AnyAPI: RequestProviding {
    let baseURL = URL("https://any.example")
    var coding = Coding.standard

    @POST("/holder") var holder: Endpoint<AnyHolder, AnyHolder>
    @POST("/whole") var whole: Endpoint<JSONValue, JSONValue>
    @POST("/maybe") var maybe: Endpoint<JSONValue?, JSONValue?>
    @POST("/list") var list: Endpoint<[JSONValue], [JSONValue]>
}
