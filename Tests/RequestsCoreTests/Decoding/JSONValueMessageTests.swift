import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@testable import RequestsCore

private struct Shop: RequestProviding {
    typealias Failure = JSONValue
    let baseURL = URL("https://shop.test")

    @POST("/echo") var echo: Endpoint<JSONValue, JSONValue>
    @PUT("/orders/{id}") var order: Endpoint<OrderInput, OrderOutput>
    @GET("/broken") var broken: Endpoint<Void, JSONValue>
}

private struct OrderInput: Codable, Sendable {
    let id: Int
    let price: JSONValue
}

private struct OrderOutput: Codable, Sendable {
    let price: JSONValue
    @HeaderValue var etag: String
}

/// JSON values in messages, in both directions.
@Suite("JSON values in messages")
struct JSONValueMessageTests {
    private static let exact = #"{"z":1.10,"a":[1e400,{"b_c":123456789012345678901234567890}],"n":null}"#

    @Test func `a body is sent as it was received`() async throws {
        let routes = Routes(Shop()).on(\.echo) { value in value }
        let value = try JSONValue(parsing: Data(Self.exact.utf8))
        let request = Shop().request(\.echo, value)
        let sent = try request.resolve()
        #expect(sent.header["Content-Type"] == "application/json")
        guard case .data(let data) = sent.body else { throw CancellationError() }
        #expect(String(decoding: data, as: UTF8.self) == Self.exact)
        #expect(try await Loopback(routes).perform(request).description == Self.exact)
    }

    @Test func `a property of an input or output is exact when read`() async throws {
        let routes = Routes(Shop()).on(\.order) { input in
            OrderOutput(price: input.price, etag: input.price.description)
        }
        let output = try await Loopback(routes).perform(Shop().request(\.order, OrderInput(id: 1, price: ["x": 1.5])))
        #expect(output.price == ["x": 1.5])
        #expect(output.etag == #"{"x":1.5}"#)
        struct Served: Transport {
            func send(_ request: OutgoingRequest) async throws -> TransportResponse {
                TransportResponse(
                    head: ResponseHead(status: 200, header: ["ETag": "a"]),
                    body: MessageBody(Data(#"{"price":1.10}"#.utf8)))
            }
        }
        for _ in 0..<2 {
            let output = try await Served().perform(Shop().request(\.order, OrderInput(id: 1, price: 1)))
            #expect(output.price.description == "1.10")
        }
    }

    @Test func `the body of a failure can be any JSON`() async throws {
        let error = try #require(
            await FixedResponse(status: 409, body: Self.exact).failure(of: Shop().request(\.broken)))
        #expect(error.code == .unacceptableStatus)
        #expect(error.failure?["z"]?.description == "1.10")
        #expect(try error.decodeBody(.json(JSONValue.self))["a"]?[0]?.description == "1e400")
    }

    @Test func `a failure without JSON keeps the code of the status`() async {
        let error = await FixedResponse(status: 409, body: "oops").failure(of: Shop().request(\.broken))
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.failure == nil)
    }

    @Test func `only an optional is nil for an empty body`() throws {
        let head = ResponseHead(status: 200)
        #expect(try ResponseDecoder<JSONValue?>.json().decode(head, Data()) == nil)
        #expect(throws: TransportError.self) { try ResponseDecoder<JSONValue>.json().decode(head, Data()) }
        #expect(try ResponseDecoder<JSONValue>.json().decode(head, Data("null".utf8)) == .null)
    }
}
