import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct Store: RequestProviding {
    let baseURL = URL("https://etcd.test/v3")
    var coding: Coding { Coding(keys: .snakeCase, integers: .text) }
    var envelope = Envelope.none

    @POST("/kv/{lease}/range") var range: Endpoint<RangeInput, RangeOutput>
    @POST("/echo") var echo: Endpoint<[String: Int64], [UInt64]>
}

private struct RangeInput: Codable, Sendable, Equatable {
    var lease: Int64
    var minRevision: Int64
    var limit: Int?
    @QueryValue var page: Int64
    @HeaderValue var token: UInt64
}

private struct RangeOutput: Codable, Sendable, Equatable {
    var maxRevision: UInt64
    @HeaderValue var revision: Int64
}

/// Integers as text in messages, in both directions.
@Suite("Integers as text in messages", .timeLimit(.minutes(1)))
struct IntegerStyleMessageTests {
    @Test func `requests and responses of an endpoint have strings in their bodies only`() async throws {
        let api = Store()
        let input = RangeInput(lease: 7, minRevision: 9_007_199_254_740_993, limit: 5, page: 3, token: .max)
        let sent = try api.request(\.range, input).resolve()
        #expect(sent.urlText == "https://etcd.test/v3/kv/7/range?page=3")
        #expect(sent.header["Token"] == "18446744073709551615")
        #expect(sent.wireFormat(showingBody: true).hasSuffix(#"{"limit":5,"min_revision":"9007199254740993"}"#))
        let routes = Routes(api)
            .on(\.range) { received in
                #expect(received == input)
                return RangeOutput(maxRevision: .max, revision: 1)
            }
            .on(\.echo) { received in [UInt64(received["a_b"] ?? 0)] }
        let output = try await Loopback(routes).perform(api.request(\.range, input))
        #expect(output == RangeOutput(maxRevision: .max, revision: 1))
        let response = await routes.respond(
            to: IncomingRequest(
                method: .post, target: "/v3/echo", header: ["Content-Type": "application/json"],
                body: MessageBody(Data(#"{"a_b":"9007199254740993"}"#.utf8))))
        #expect(response.head.status == .ok)
        #expect(try await response.body.collect(upTo: 1_000) == Data(#"["9007199254740993"]"#.utf8))
    }

    @Test func `an envelope and its content have strings`() async throws {
        struct Status: Codable, Sendable { let code: Int64 }
        var api = Store()
        api.envelope = Envelope(Status.self, content: "data", writing: Status(code: 1)) { status in
            #expect(status.code == 1)
        }
        let routes = Routes(api).on(\.echo) { received in received.values.map { UInt64($0) } }
        let response = await routes.respond(
            to: IncomingRequest(
                method: .post, target: "/v3/echo", header: ["Content-Type": "application/json"],
                body: MessageBody(Data(#"{"a":5}"#.utf8))))
        #expect(try await response.body.collect(upTo: 1_000) == Data(#"{"code":"1","data":["5"]}"#.utf8))
        #expect(try await Loopback(routes).perform(api.request(\.echo, ["a": 5])) == [5])
    }
}
