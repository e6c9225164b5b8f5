import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("Envelopes on a server", .timeLimit(.minutes(1))) struct ServedEnvelopeTests {
    private static let named = Envelope(WrapStatus.self, content: "theData", writing: WrapStatus(isFine: true)) {
        if !$0.isFine { throw ServingError(.conflict, "not fine") }
    }
    private static let beside = Envelope(WrapStatus.self, writing: WrapStatus(isFine: true)) { _ in }
    private static let form = Envelope(WrapStatus.self, in: .form, writing: WrapStatus(isFine: true)) { _ in }
    private static let content = Envelope(content: "theData")
    private static let nested = Envelope(
        NestedStatus.self, content: "ocs.theRest.theData", writing: NestedStatus(ocs: .init(isFine: true))
    ) { _ in }
    private static let custom = Envelope(
        NestedByHand.self, content: "ocs.theData", writing: NestedByHand(isFine: true)
    ) { _ in }

    private static func routes(_ api: WrapAPI) -> Routes<WrapAPI> {
        Routes(api)
            .on(\.item) { WrapItem(itemID: $0, name: "tea") }
            .on(\.items) { [WrapItem(itemID: 1, name: "a")] }
            .on(\.maybe) { $0 == 0 ? nil : WrapItem(itemID: $0, name: "b") }
            .on(\.date) { Date(timeIntervalSince1970: 10) }
            .on(\.text) { "plain" }
            .on(\.data) { Data([1, 2]) }
            .on(\.nothing) {}
            .on(\.declared) {
                WrapDeclared(etag: "\"1\"", status: $0 ? .accepted : .notFound, item: nil, problem: $0 ? nil : "gone")
            }
            .on(\.lines) { ElementStream(["a", "b"]) }
            .on(\.asForm) { WrapItem(itemID: $0, name: "c&d") }
    }

    /// Returns the body of a response as a server sends it.
    private static func body(_ target: String, _ envelope: Envelope) async throws -> String {
        let response = await routes(WrapAPI(envelope: envelope))
            .respond(to: IncomingRequest(method: .get, target: target))
        return String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
    }

    @Test(arguments: [
        ("/items/1", #"{"is_fine":true,"the_data":{"item_id":1,"name":"tea"}}"#),
        ("/items", #"{"is_fine":true,"the_data":[{"item_id":1,"name":"a"}]}"#),
        ("/maybe/0", #"{"is_fine":true,"the_data":null}"#),
        ("/maybe/1", #"{"is_fine":true,"the_data":{"item_id":1,"name":"b"}}"#),
        ("/date", #"{"is_fine":true,"the_data":"1970-01-01T00:00:10Z"}"#),
        ("/text", "plain"), ("/nothing", ""), ("/lines", "a\nb\n"),
        ("/declared/true", #"{"is_fine":true,"the_data":{}}"#), ("/declared/false", "gone"),
        ("/form/1", "item_id=1&name=c%26d"),
    ])
    func `an envelope wraps successful responses in its format`(target: String, text: String) async throws {
        #expect(try await Self.body(target, Self.named) == text)
    }

    @Test func `the content of an envelope has a name, has members beside it, or is alone`() async throws {
        #expect(try await Self.body("/items/1", Self.beside) == #"{"is_fine":true,"item_id":1,"name":"tea"}"#)
        #expect(try await Self.body("/maybe/1", Self.beside) == #"{"is_fine":true,"item_id":1,"name":"b"}"#)
        #expect(try await Self.body("/maybe/0", Self.beside) == #"{"is_fine":true}"#)
        #expect(try await Self.body("/items/1", Self.content) == #"{"the_data":{"item_id":1,"name":"tea"}}"#)
        let nested = #"{"ocs":{"is_fine":true,"the_rest":{"the_data":{"item_id":1,"name":"tea"}}},"version":1}"#
        #expect(try await Self.body("/items/1", Self.nested) == nested)
        #expect(
            try await Self.body("/maybe/0", Self.nested)
                == #"{"ocs":{"is_fine":true,"the_rest":{"the_data":null}},"version":1}"#)
        #expect(
            try await Self.body("/date", Self.custom) == #"{"ocs":{"is_fine":true,"the_data":"1970-01-01T00:00:10Z"}}"#)
        #expect(
            try await Self.body("/date", Envelope(content: "a.b.c")) == #"{"a":{"b":{"c":"1970-01-01T00:00:10Z"}}}"#)
        #expect(try await Self.body("/form/1", Self.form) == "is_fine=true&item_id=1&name=c%26d")
        #expect(try await Self.body("/items/1", Self.form) == #"{"item_id":1,"name":"tea"}"#)
    }

    @Test(arguments: [named, content, nested, custom, form, .none])
    func `a client of the same API removes the envelope`(envelope: Envelope) async throws {
        let api = WrapAPI(envelope: envelope)
        let loopback = Loopback(Self.routes(api))
        #expect(try await loopback.perform(api.request(\.item, 7)) == WrapItem(itemID: 7, name: "tea"))
        #expect(try await loopback.perform(api.request(\.items)) == [WrapItem(itemID: 1, name: "a")])
        #expect(try await loopback.perform(api.request(\.maybe, 0)) == nil)
        #expect(try await loopback.perform(api.request(\.maybe, 2))?.itemID == 2)
        #expect(try await loopback.perform(api.request(\.date)) == Date(timeIntervalSince1970: 10))
        #expect(try await loopback.perform(api.request(\.text)) == "plain")
        #expect(try await loopback.perform(api.request(\.data)) == Data([1, 2]))
        try await loopback.perform(api.request(\.nothing))
        #expect(try await loopback.perform(api.request(\.declared, true)).etag == "\"1\"")
        #expect(try await loopback.perform(api.request(\.declared, false)).problem == "gone")
        #expect(try await loopback.perform(api.request(\.asForm, 3)) == WrapItem(itemID: 3, name: "c&d"))
    }

    @Test func `errors aren't wrapped in the envelope`() async throws {
        let api = WrapAPI(envelope: Self.named)
        let routes = Routes(api).on(\.item) { _ in throw ServingError(.conflict, "no") }
        let error = await Loopback(routes).failure(of: api.request(\.item, 1))
        #expect(error.map { String(decoding: $0.body, as: UTF8.self) } == #"{"message":"no"}"#)
    }

    @Test(arguments: [
        (
            Envelope(WrapStatus.self, content: "theData") { _ in }, "/items/1",
            "the API's envelope defines how responses are read, but not how a success is written: "
                + "use Envelope(Status.self, writing: Status(…)) { … }"
        ),
        (
            Envelope([Int].self, content: "theData", writing: [1]) { _ in }, "/items/1",
            "the API's envelope needs a `writing:` value with properties, but Array<Int> has no properties"
        ),
        (
            Envelope([String: Int].self, content: "a.b", writing: ["a": 1]) { _ in }, "/items/1",
            "the API's envelope writes `a` as Int, but `a` must be an object that can contain the content"
        ),
        (
            beside, "/items",
            "the API's envelope has no key for the content, so the content must be an object, but Array<WrapItem> has no properties"
        ),
        (
            beside, "/date",
            "the API's envelope has no key for the content, so the content must be an object, but Date has no properties"
        ),
    ])
    func `an envelope that can't be written is a server error`(
        envelope: Envelope, target: String, message: String
    ) async throws {
        let seen = Guarded<[String]>([])
        let routes = Self.routes(WrapAPI(envelope: envelope)).onUnexpectedError { error, _ in
            seen.withLock { $0.append((error as? TransportError)?.message ?? "\(error)") }
        }
        let response = await routes.respond(to: IncomingRequest(method: .get, target: target))
        #expect(response.head.status == .internalServerError)
        #expect(seen.withLock { $0 } == [message])
    }
}

private struct WrapAPI: RequestProviding {
    var baseURL = URL("https://wrap.example")
    var coding: Coding { .snakeCase }
    var envelope: Envelope

    @GET("/items/{id}") var item: Endpoint<Int, WrapItem>
    @GET("/items") var items: Endpoint<Void, [WrapItem]>
    @GET("/maybe/{id}") var maybe: Endpoint<Int, WrapItem?>
    @GET("/date") var date: Endpoint<Void, Date>
    @GET("/text") var text: Endpoint<Void, String>
    @GET("/data") var data: Endpoint<Void, Data>
    @GET("/nothing") var nothing: Endpoint<Void, Void>
    @GET("/declared/{ok}") var declared: Endpoint<Bool, WrapDeclared>
    @GET("/lines") var lines: Endpoint<Void, ElementStream<String>>
    let asForm = Endpoint<Int, WrapItem>(.get, "/form/{id}").response(.form)

    init(envelope: Envelope) { self.envelope = envelope }
}

private struct WrapStatus: Codable, Sendable { var isFine: Bool }

private struct NestedStatus: Codable, Sendable {
    struct Inner: Codable, Sendable { var isFine: Bool }
    var ocs: Inner
    var version = 1
}

/// The status of an envelope, whose code opens the nested container by hand.
private struct NestedByHand: Codable, Sendable {
    enum CodingKeys: CodingKey { case ocs }
    enum InnerKeys: CodingKey { case isFine }

    var isFine: Bool

    init(isFine: Bool) { self.isFine = isFine }

    init(from decoder: any Decoder) throws {
        let inner = try decoder.container(keyedBy: CodingKeys.self).nestedContainer(
            keyedBy: InnerKeys.self, forKey: .ocs)
        isFine = try inner.decode(Bool.self, forKey: .isFine)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var inner = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .ocs)
        try inner.encode(isFine, forKey: .isFine)
    }
}

private struct WrapItem: Codable, Hashable, Sendable {
    var itemID: Int
    var name: String

    enum CodingKeys: String, CodingKey { case itemID = "itemId", name }
}

private struct WrapDeclared: Codable, Hashable, Sendable {
    @HeaderValue var etag: String?
    @ResponseStatus var status: HTTPStatus
    var item: WrapItem?
    @ErrorBody var problem: String?
}
