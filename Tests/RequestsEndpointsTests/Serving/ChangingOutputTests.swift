import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// An output that decides for each value whether it has a header field.
private struct ChangingOutput: Codable, Equatable, Sendable {
    var name: String
    var tag: String?

    enum CodingKeys: String, CodingKey { case name, tag = "X-Tag" }

    init(name: String, tag: String? = nil) {
        self.name = name
        self.tag = tag
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        if name == "tagged" { tag = try container.decode(HeaderValue<String>.self, forKey: .tag).wrappedValue }
        // An error that is caught must not hide the wrapper.
        if name == "maybe" { tag = (try? container.decode(HeaderValue<String?>.self, forKey: .tag))?.wrappedValue }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        if let tag { try container.encode(HeaderValue(wrappedValue: tag), forKey: .tag) }
        if name == "maybe", tag == nil { try container.encode(HeaderValue<String?>(wrappedValue: nil), forKey: .tag) }
    }
}

/// Once an endpoint has met an output without wrappers, it codes such outputs directly.
@Suite("Outputs that change") struct ChangingOutputTests {
    private struct API: RequestProviding {
        var baseURL = URL("https://changing.example")
        var envelope = Envelope.none

        @GET("/outputs/{index}") var output: Endpoint<Int, ChangingOutput>
        @GET("/members/{index}") var member: Endpoint<Int, Member>
        @GET("/optionals/{index}") var optional: Endpoint<Int, ChangingOutput?>
    }

    private struct Member: Codable, Equatable, Sendable {
        var name: String
        @HeaderValue var tag: String?
    }

    private static let outputs = [
        ChangingOutput(name: "plain"), ChangingOutput(name: "plain"), ChangingOutput(name: "tagged", tag: "a"),
        ChangingOutput(name: "plain"), ChangingOutput(name: "plain"), ChangingOutput(name: "maybe", tag: "b"),
        ChangingOutput(name: "plain"), ChangingOutput(name: "maybe"), ChangingOutput(name: "tagged", tag: "c"),
    ]

    private func routes(_ api: API = API()) -> Routes<API> {
        Routes(api).on(\.output) { Self.outputs[$0] }
            .on(\.member) { Member(name: "n", tag: $0.isMultiple(of: 2) ? nil : "t\($0)") }
            .on(\.optional) { $0 == 0 ? nil : Self.outputs[$0] }
    }

    @Test func `an output after plain ones has its field in the header, not in the body`() async throws {
        let routes = routes()
        for (index, output) in Self.outputs.enumerated() {
            let response = await routes.respond(to: IncomingRequest(method: .get, target: "/outputs/\(index)"))
            #expect(response.head.header["X-Tag"] == output.tag, "\(index)")
            let body = try await response.body.collect(upTo: 100)
            #expect(String(decoding: body, as: UTF8.self) == #"{"name":"\#(output.name)"}"#, "\(index)")
            #expect(response.head.contentType == .json)
        }
    }

    @Test func `a response after plain ones is read with its field`() async throws {
        let (api, transport) = (API(), Loopback(routes()))
        for (index, output) in Self.outputs.enumerated() {
            #expect(try await transport.perform(api.request(\.output, index)) == output, "\(index)")
            #expect(
                try await transport.perform(api.request(\.member, index)).tag == (index % 2 == 0 ? nil : "t\(index)"))
        }
    }

    @Test func `an optional is nil between values`() async throws {
        let (api, transport) = (API(), Loopback(routes()))
        for index in [1, 0, 1, 0] {
            let output = try await transport.perform(api.request(\.optional, index))
            #expect(output == (index == 0 ? nil : Self.outputs[index]))
        }
    }

    @Test func `an unreadable body fails after plain ones as it does at first`() async throws {
        let broken = #"{"name":1}"#
        func failure(after count: Int) async throws -> String {
            let api = API()
            let transport = Loopback { request in
                let body = request.target == "/outputs/9" ? broken : #"{"name":"plain"}"#
                return TransportResponse(
                    head: ResponseHead(status: .ok, header: [.contentType(.json)]), body: MessageBody(Data(body.utf8)))
            }
            for _ in 0..<count { _ = try await transport.perform(api.request(\.output, 0)) }
            let error = await #expect(throws: RequestError<Never>.self) {
                try await transport.perform(api.request(\.output, 9))
            }
            return error?.message ?? ""
        }
        let first = try await failure(after: 0)
        #expect(try await failure(after: 2) == first)
        #expect(first.contains("name"))
    }

    @Test func `a decoder that read a plain response also reads an envelope`() async throws {
        let decoder = ResponseDecoder<ChangingOutput>.declared()
        let head = ResponseHead(status: .ok, header: [.contentType(.json)])
        let plain = Data(#"{"name":"plain"}"#.utf8)
        for _ in 0..<2 { #expect(try decoder.decode(head, plain).name == "plain") }
        let failed = ResponseHead(status: .notFound, header: [.contentType(.json)])
        #expect(throws: (any Error).self) { try decoder.decode(failed, plain) }
        #expect(throws: (any Error).self) { try decoder.decode(head, Data()) }
        let transport = Loopback { _ in
            TransportResponse(
                head: head, body: MessageBody(Data(#"{"data":{"name":"wrapped"}}"#.utf8)))
        }
        let api = API(envelope: Envelope(content: "data"))
        let request = api.get(decoder, from: "/any")
        #expect(try await transport.perform(request).name == "wrapped")
    }
}
