import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Outputs that may be without a value.
@Suite("Optional outputs", .timeLimit(.minutes(1))) struct OptionalOutputTests {
    private static let routes = Routes(MaybeAPI())
        .on(\.note) { nil }.on(\.number) { nil }.on(\.list) { nil }.on(\.map) { nil }.on(\.text) { nil }
        .on(\.bytes) { nil }.on(\.part) { MaybePart(part: nil) }.on(\.form) { nil }
        .on(\.gone) { nil }

    @Test(arguments: ["/note", "/number", "/list", "/map", "/part"])
    func `a missing value is written as null, as the document of the API says`(path: String) async throws {
        let response = await Self.routes.respond(to: IncomingRequest(method: .get, target: path))
        #expect(response.head.status == .ok)
        #expect(response.head.contentType == .json)
        #expect(try await response.body.collect(upTo: 100) == Data("null".utf8))
    }

    @Test(arguments: ["/text", "/bytes", "/form", "/gone"])
    func `without a value, text, bytes, a form and a status without content have no body`(path: String) async throws {
        let response = await Self.routes.respond(to: IncomingRequest(method: .get, target: path))
        #expect(response.head.status == (path == "/gone" ? .noContent : .ok))
        #expect(response.head.contentType == nil)
        #expect(try await response.body.collect(upTo: 100).isEmpty)
    }

    @Test(arguments: ["null", ""]) func `a client reads null and an empty body as no value`(body: String) async throws {
        let api = MaybeAPI()
        let transport = FixedResponse(header: body.isEmpty ? [] : [.contentType(.json)], body: body)
        #expect(try await transport.perform(api.request(\.note)) == nil)
        #expect(try await transport.perform(api.request(\.number)) == nil)
        #expect(try await transport.perform(api.request(\.list)) == nil)
        #expect(try await transport.perform(api.request(\.map)) == nil)
        #expect(try await transport.perform(api.request(\.part)).part == nil)
    }

    @Test func `a missing value arrives as a missing value`() async throws {
        let (api, transport) = (MaybeAPI(), Loopback(Self.routes))
        #expect(try await transport.perform(api.request(\.note)) == nil)
        #expect(try await transport.perform(api.request(\.bytes)) == nil)
        #expect(try await transport.perform(api.request(\.part)).part == nil)
        #expect(try await transport.perform(api.request(\.gone)) == nil)
    }
}

private struct MaybeNote: Codable, Sendable, Equatable { var title: String }
private struct MaybePart: Codable, Sendable { @BodyValue var part: MaybeNote? }

private struct MaybeAPI: RequestProviding {
    let baseURL = URL("https://maybe.example")

    @GET("/note") var note: Endpoint<Void, MaybeNote?>
    @GET("/number") var number: Endpoint<Void, Int?>
    @GET("/list") var list: Endpoint<Void, [Int]?>
    @GET("/map") var map: Endpoint<Void, [String: Int]?>
    @GET("/text") var text: Endpoint<Void, String?>
    @GET("/bytes") var bytes: Endpoint<Void, Data?>
    @GET("/part") var part: Endpoint<Void, MaybePart>
    let form = Endpoint<Void, MaybeNote?>(.get, "/form").response(.form)
    let gone = Endpoint<Void, MaybeNote?>(.get, "/gone").status(.noContent)
}
