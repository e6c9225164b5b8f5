import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct Item: Codable, Equatable { var itemName: String }

private struct ShopError: LocalizedError, Equatable {
    var message: String
    var errorDescription: String? { message }
}

private struct Status: Decodable {
    var isFine: Bool
    var message: String?
}

private struct Shop: RequestProviding {
    typealias Failure = ProblemDetails
    var baseURL = URL("https://h")
    var coding: Coding { .snakeCase }
    var envelope: Envelope {
        Envelope(Status.self, content: "resultData") { status in
            if !status.isFine { throw ShopError(message: status.message ?? "It failed.") }
        }
    }
}

/// An API whose failures have the status 200, and whose content is nested.
private struct Cloud: RequestProviding {
    struct Failure: Error, Codable, Equatable {
        var statuscode: Int
        var message: String?
    }

    struct Outer: Decodable {
        struct Inner: Decodable { var meta: Failure }
        var ocs: Inner
    }

    var baseURL = URL("https://h")
    var envelope: Envelope {
        Envelope(Outer.self, content: "ocs.data") { if $0.ocs.meta.statuscode != 100 { throw $0.ocs.meta } }
    }
}

private struct Deep: RequestProviding {
    var baseURL = URL("https://h")
    var coding: Coding { .snakeCase }
    var envelope: Envelope { Envelope(content: "a.bC.d") }
}

private enum Found: Equatable { case item(Item), done, text(String) }

/// An API that wraps its responses.
@Suite("Envelopes", .timeLimit(.minutes(1)))
struct EnvelopeTests {
    private static let item = #"{"is_fine":true,"result_data":{"item_name":"tea"},"more":[1]}"#
    private static let failed = #"{"message":"Out of stock.","is_fine":false}"#
    private static let get = Shop().get(.json(Item.self), from: "/items/1")

    @Test func `JSON is the content of the envelope, in the coding of the API`() async throws {
        let transport = FixedResponse(body: Self.item)
        #expect(try await transport.perform(Self.get) == Item(itemName: "tea"))
        #expect(try await transport.response(for: Self.get).resource == Item(itemName: "tea"))
        #expect(try await transport.perform(Self.get.receiving(.json(Item?.self)))?.itemName == "tea")
        #expect(try await transport.perform(Self.get.receiving(.json(Item.self, as: \.itemName))) == "tea")
        let byStatus = Self.get.receiving(.byStatus(.on(200, .json(Item.self), as: Found.item)))
        #expect(try await transport.perform(byStatus) == .item(Item(itemName: "tea")))
        #expect(try Self.get.resource(from: ResponseHead(status: 200), Data(Self.item.utf8)).itemName == "tea")
    }

    @Test(arguments: [
        (#""1970-01-01T00:00:10Z""#, "1970"), ("[1,2]", "[1, 2]"), (#"{"a_b":1}"#, "a_b"), ("7", "7"),
    ])
    func `any type can be in an envelope`(content: String, text: String) async throws {
        let transport = FixedResponse(body: #"{"is_fine":true,"result_data":\#(content)}"#)
        let shown: String =
            switch text {
            case "1970": "\(try await transport.perform(Self.get.receiving(.json(Date.self))).timeIntervalSince1970)"
            case "a_b": "\(try await transport.perform(Self.get.receiving(.json([String: Int].self))))"
            case "7": "\(try await transport.perform(Self.get.receiving(.json(Int.self))))"
            default: "\(try await transport.perform(Self.get.receiving(.json([Int].self))))"
            }
        #expect(["10.0", "[1, 2]", #"["a_b": 1]"#, "7"].contains(shown))
    }

    @Test(arguments: [#"{"is_fine":true}"#, #"{"is_fine":true,"result_data":null}"#, ""])
    func `a missing content is nil for an optional`(body: String) async throws {
        #expect(try await FixedResponse(body: body).perform(Self.get.receiving(.json(Item?.self))) == nil)
    }

    @Test(arguments: [
        (#"{"is_fine":true}"#, "`result_data` is missing"),
        (#"{"is_fine":true,"result_data":null}"#, "`result_data` is null, but an object is expected"),
        (#"{"is_fine":true,"result_data":{"item_name":1}}"#, "`result_data.item_name` is not String, but a number"),
        (#"{"result_data":{}}"#, "`is_fine` is missing"),
        ("[]", "the value as a whole is not an object, but an array"),
        ("{", "the data is not valid JSON: it ends too early, after 1 byte"),
    ])
    func `content that doesn't fit is an error with its path`(body: String, message: String) async {
        let error = await FixedResponse(body: body).failure(of: Self.get)
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "the response to GET https://h/items/1 could not be decoded as Item: \(message)")
    }

    @Test func `a failed check is a typed error, whichever decoder is used`() async throws {
        let transport = FixedResponse(body: Self.failed)
        let errors = [
            await transport.failure(of: Self.get), await transport.failure(of: Self.get.receiving(.json(Item?.self))),
            await transport.failure(of: Self.get.receiving(.json(Item.self, as: \.itemName))),
            await transport.failure(of: Self.get.receiving(.byStatus(.on(200, .json(Item.self), as: Found.item)))),
            await transport.failure(of: Self.get.receiving(.byStatus(.on(.range(200..<300), as: Found.done)))),
            await transport.failure(of: Shop().delete("/items/1")),
            await transport.failure(of: Self.get.receiving(.json(Item.self, decoder: JSONDecoder.snakeCase))),
        ]
        for error in errors {
            let error = try #require(error)
            #expect(error.code == .validationFailed)
            #expect(error.underlyingError as? ShopError == ShopError(message: "Out of stock."))
            #expect(error.body == Data(Self.failed.utf8))
            #expect(error.head?.status == 200)
            #expect(error.request != nil)
            #expect(error.localizedDescription == "Out of stock.")
        }
        #expect(
            errors[0]?.message
                == #"a check of the response's envelope failed: ShopError(message: "Out of stock.")"#)
    }

    @Test(arguments: [
        ("", nil), (item, "application/json"), ("<html>", nil), ("<ok/>", "application/xml"),
        (failed, "application/xml"), (failed, "text/plain"), ("{}", "application/json"), ("{", "application/json"),
    ])
    func `a call that ignores its body succeeds without the envelope`(body: String, contentType: String?)
        async throws
    {
        let response = FixedResponse(header: contentType.map { [.contentType: $0] } ?? [:], body: body)
        try await response.perform(Shop().delete("/items/1"))
        try await FixedResponse(status: 404, body: body).perform(Shop().delete("/items/1").accepting(.any))
    }

    @Test(arguments: ["application/json", "application/problem+json; charset=utf-8", nil])
    func `a failure in the envelope reaches a call that ignores its body`(contentType: String?) async throws {
        let response = FixedResponse(header: contentType.map { [.contentType: $0] } ?? [:], body: Self.failed)
        let error = await response.failure(of: Shop().delete("/items/1"))
        #expect(error?.code == .validationFailed)
        #expect(error?.underlyingError as? ShopError == ShopError(message: "Out of stock."))
        #expect(error?.failure == nil)
    }

    @Test func `a check can throw the API's failure`() async throws {
        let body = #"{"ocs":{"meta":{"statuscode":403,"message":"No quota."},"data":[]}}"#
        let request = Cloud().get(.json(Item.self), from: "/files/1")
        for error in [
            await FixedResponse(body: body).failure(of: request),
            await FixedResponse(body: body).failure(of: Cloud().delete("/files/1")),
            await FixedResponse(body: "{}").failure(
                of: request.validating { _, _ in throw Cloud.Failure(statuscode: 403, message: "No quota.") }),
        ] {
            #expect(error?.code == .validationFailed)
            #expect(error?.failure == Cloud.Failure(statuscode: 403, message: "No quota."))
            #expect(error?.underlyingError is Cloud.Failure)
            #expect(error?.head?.status == 200)
            #expect(error?.description.contains("failure: decoded as Failure") == true)
        }
    }

    @Test(arguments: [
        (#"{"ocs":{"meta":{"statuscode":100},"data":{"itemName":"tea"}}}"#, "tea"),
        (#"{"ocs":{"meta":{"statuscode":100},"data":null}}"#, nil), (#"{"ocs":{"meta":{"statuscode":100}}}"#, nil),
    ])
    func `content can be nested`(body: String, name: String?) async throws {
        let request = Cloud().get(.json(Item?.self), from: "/files/1")
        #expect(try await FixedResponse(body: body).perform(request)?.itemName == name)
    }

    @Test(arguments: [
        (#"{}"#, "`a` is missing"), (#"{"a":null}"#, "`a` is null, but an object is expected"),
        (#"{"a":[]}"#, "`a` is not an object, but an array"),
        (#"{"a":{"other":{}}}"#, "`a.b_c` is missing"), (#"{"a":{"b_c":{}}}"#, "`a.b_c.d` is missing"),
        (#"{"a":{"b_c":{"d":{"item_name":1}}}}"#, "`a.b_c.d.item_name` is not String, but a number"),
    ])
    func `missing content is an error with its path`(body: String, message: String) async throws {
        let request = Deep().get(.json(Item.self), from: "/files/1")
        let error = await FixedResponse(body: body).failure(of: request)
        #expect(error?.message == "the response to GET https://h/files/1 could not be decoded as Item: \(message)")
        let maybe = Deep().get(.json(Item?.self), from: "/files/1")
        let missing = ["{}", #"{"a":null}"#, #"{"a":{"other":{}}}"#, #"{"a":{"b_c":{}}}"#].contains(body)
        #expect(await FixedResponse(body: body).failure(of: maybe)?.code == (missing ? nil : .decodingFailed))
    }

    @Test func `texts, data and the body of a failed response stay unchanged`() async throws {
        let transport = FixedResponse(body: Self.failed)
        #expect(try await transport.perform(Self.get.receiving(.text)) == Self.failed)
        #expect(try await transport.perform(Self.get.receiving(.data)) == Data(Self.failed.utf8))
        let error = await FixedResponse(status: 400, body: #"{"title":"T","is_fine":true}"#).failure(of: Self.get)
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.failure?.title == "T")
    }

    @Test func `one response can opt out of the envelope`() async throws {
        let plain = FixedResponse(body: #"{"item_name":"raw"}"#)
        #expect(try await plain.perform(Shop().get(.json(Item.self).withoutEnvelope, from: "/i")).itemName == "raw")
        let byStatus = Self.get.receiving(.byStatus(.on(200, .json(Item.self).withoutEnvelope, as: Found.item)))
        #expect(try await plain.perform(byStatus) == .item(Item(itemName: "raw")))
        try await FixedResponse(body: "<html>").perform(Shop().get(.none.withoutEnvelope, from: "/i"))
        let asked = try Shop().get(.json(Item.self).withoutEnvelope, from: "/i").resolve().header[.accept]
        #expect(asked == "application/json")
    }

    @Test func `the whole body can be the content, and the check can be left out`() async throws {
        struct Chat: RequestProviding {
            var baseURL = URL("https://h")
            var envelope: Envelope
        }
        struct Response: Decodable { var ok: Bool }
        struct Failed: Error {}
        let flat = Chat(envelope: Envelope(Response.self) { if !$0.ok { throw Failed() } })
        let request = flat.get(.json(Item.self), from: "")
        #expect(try await FixedResponse(body: #"{"ok":true,"itemName":"a"}"#).perform(request).itemName == "a")
        let error = await FixedResponse(body: #"{"ok":false}"#).failure(of: request)
        #expect(error?.code == .validationFailed)
        #expect(error?.localizedDescription.hasPrefix("The request was not successful.") == true)
        let unchecked = Chat(envelope: Envelope(content: "data"))
        let item = try await FixedResponse(body: #"{"data":{"itemName":"b"}}"#)
            .perform(unchecked.get(.json(Item.self), from: ""))
        #expect(item.itemName == "b")
        try await FixedResponse(body: "<html>").perform(unchecked.delete(""))
    }

    @Test func `a RequestError of the check keeps its code`() async {
        struct Locked: RequestProviding {
            var baseURL = URL("https://h")
            var envelope: Envelope {
                Envelope(Status.self) { _ in
                    throw TransportError(code: .offline, message: "closed", userText: "Closed.")
                }
            }
        }
        let error = await FixedResponse(body: #"{"isFine":true}"#).failure(of: Locked().delete(""))
        #expect(error?.code == .offline)
        #expect(error?.message == "closed")
        #expect(error?.localizedDescription == "Closed.")
        #expect(error?.head?.status == 200)
    }

    @Test func `a given decoder reads the content`() throws {
        var coding = Coding.standard
        coding.envelope = Envelope(content: "data")
        let body = Data(#"{"data":{"item_name":"tea"}}"#.utf8)
        let head = ResponseHead(status: .ok)
        let item = try ResponseDecoder.json(Item.self, decoder: .snakeCase).decode(head, body, coding: coding)
        #expect(item.itemName == "tea")
        #expect(throws: DecodingError.self) { try ResponseDecoder.json(Item.self).decode(head, body, coding: coding) }
    }

    @Test func `a type per request has an envelope, too`() async throws {
        struct GetItem: RequestConvertible {
            typealias Resource = Item
            var baseURL: URL { URL("https://h") }
            var endpoint: URLPath { "/items/1" }
            var method: HTTPMethod { .get }
            var coding: Coding { .snakeCase }
            var envelope: Envelope { Shop().envelope }
        }
        #expect(try await FixedResponse(body: Self.item).perform(GetItem()).itemName == "tea")
        #expect(await FixedResponse(body: Self.failed).failure(of: GetItem())?.code == .validationFailed)
    }
}

extension JSONDecoder {
    fileprivate static var snakeCase: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}
