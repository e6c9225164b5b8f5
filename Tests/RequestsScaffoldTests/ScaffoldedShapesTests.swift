import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsOpenAPI
import RequestsTesting
import Testing

/// The requests and outputs of a scaffolded client, beside the schemas that they come from.
@Suite("Scaffolded shapes", .timeLimit(.minutes(1))) struct ScaffoldedShapesTests {
    @Test(arguments: ["3.0.3", "3.1.1", "3.2.0"])
    func `the declarations differ from the document as their comments say`(_ version: String) throws {
        #expect(try Shapes().check(isServed: false).count == 6)
        var content = try JSONValue(parsing: Data(contentsOf: Fixture.shapes.file))
        content["openapi"] = .string(version)
        let document = try OpenAPI(checking: content)
        let error = #expect(throws: OpenAPIDifferences.self) { try Shapes().check(against: document) }
        #expect(
            error?.changes.map(\.location) == ["header parameter X-Options", "cookie parameter groups"])
    }

    private func exchange<Output: Sendable>(
        _ response: String = "", _ request: @Sendable (Shapes) -> Request<Shapes, Output>
    ) async throws -> (received: RawRequest, output: Output) {
        try await RequestsScaffoldTests.exchange({ Shapes(baseURL: $0) }, response, request)
    }

    // MARK: - Outputs

    private static let members = #"""
        "object":"channel","size":5,"quota":18446744073709551615,"identity":{"name":"n"},
        "shape":{"color":"red","radius":1.5,"unit":"cm"}
        """#

    @Test func `a channel is read completely`() async throws {
        let text = #"""
            [{"kind":2,"level":1,"ratio":0.5,"priority":9,"pet":{"petType":"Dog","bark":"wuff"},
            "animal":{"type":"Lion","mane":true},"parent":null,\#(Self.members)}]
            """#
        let channel = try await exchange(text) { $0.request(\.channels.listChannels) }.output.first
        #expect(
            channel
                == Shapes.Channel(
                    kind: .guildVoice, size: 5, quota: .max, level: .integer(1), ratio: .value05, priority: .high,
                    identity: .channelIdentityObject(.init(name: "n")), pet: .dog(.init(petType: "Dog", bark: "wuff")),
                    animal: .lion(.init(type: "Lion", mane: true)),
                    shape: .init(color: "red", radius: 1.5, unit: "cm")))
    }

    @Test func `values that the document doesn't know are kept`() async throws {
        let text = #"""
            [{"kind":77,"level":1.5,"ratio":0.75,"priority":3,"pet":{"petType":"Emu"},"animal":{"type":"Auk"},
            \#(Self.members)}]
            """#
        let channel = try #require(try await exchange(text) { $0.request(\.channels.listChannels) }.output.first)
        #expect(channel.kind.rawValue == 77)
        #expect(channel.level == .other(1.5))
        #expect(channel.ratio?.rawValue == 0.75)
        #expect(channel.priority?.rawValue == 3)
        #expect(channel.pet == .other(["petType": "Emu"]))
        #expect(channel.animal == .other(["type": "Auk"]))
    }

    @Test func `a property without a schema is only required in requests`() async throws {
        let book = try await exchange(#"{"title":"Emma"}"#) { $0.request(\.books.bookByISBN, "978-1") }
        #expect(book.output.title == "Emma")
        #expect(book.received.target == "/books/978-1")
    }

    // MARK: - Requests

    @Test func `constants are sent, and so are properties without a schema`() async throws {
        let input = Shapes.AddChannelInput(kind: .voice, quality: .value05, secret: "s")
        let request = try await exchange { $0.request(\.channels.addChannel, input) }.received
        #expect(request.bodyText == #"{"active":true,"kind":2,"quality":0.5,"revision":3,"secret":"s"}"#)
    }

    @Test func `lists in the path and in a field are separated by commas`() async throws {
        let input = Shapes.ListMessagesInput(ids: [1, 2], xLabels: ["a", "b"])
        let request = try await exchange { $0.request(\.channels.listMessages, input) }.received
        #expect(request.target == "/channels/1%2C2/messages")
        #expect(request["X-Labels"] == ["a, b"])
    }

    @Test func `two paths may differ only in the names of their placeholders`() async throws {
        #expect(try await exchange { $0.request(\.books.bookByID, 5) }.received.target == "/books/5")
    }
}
