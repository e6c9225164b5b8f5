import Foundation
import Requests
import TestSupport
import Testing

private struct Item: Codable, Equatable, Sendable { var itemName: String }

extension BodyFormat {
    fileprivate static let propertyList = BodyFormat(name: "a property list", mediaType: "application/x-plist") {
        value, _ in
        try PropertyListEncoder().encode(value)
    } decode: { body in
        _ = try PropertyListDecoder().decode(Reading.self, from: body.data, configuration: body)
    }
}

private struct Reading: DecodableWithConfiguration {
    init(from decoder: any Decoder, configuration body: BodyReading) throws { try body.read(from: decoder) }
}

@Suite("Formats of bodies", .timeLimit(.minutes(1))) struct BodyFormatTests {
    private static let api = AnonymousProvider("https://h", coding: .snakeCase)

    @Test func `a custom format is sent and read like the others`() async throws {
        let request = Self.api.post(.encoded(Item(itemName: "a"), as: .propertyList), to: "/i")
            .receiving(.decoded(Item.self, from: .propertyList))
        let message = try request.resolve()
        #expect(message.header[.contentType] == "application/x-plist")
        #expect(message.header[.accept] == "application/x-plist")
        guard case .data(let data) = message.body else { return }
        let head = ResponseHead(status: 200)
        #expect(try request.resource(from: head, data) == Item(itemName: "a"))
        let name = ResponseDecoder<String>.decoded(Item.self, from: .propertyList, as: \.itemName)
        #expect(try name.decode(head, data) == "a")
        #expect(try ResponseDecoder.decoded(Item?.self, from: .propertyList).decode(head, Data()) == nil)
        let error = await FixedResponse(header: [HeaderField(.contentType, "text/html")], body: "<html>")
            .failure(of: request)
        #expect(
            error?.message
                == #"the response is text/html, but a property list for Item is expected: the body starts with "<html>""#
        )
    }

    @Test func `a format that doesn't read the value is an error that names the format`() throws {
        let format = BodyFormat(
            name: "a riddle", mediaType: "text/x-riddle", encode: { _, _ in Data() }, decode: { _ in })
        let error = #expect(throws: TransportError.self) {
            try ResponseDecoder.decoded(Item.self, from: format).decode(ResponseHead(status: 200), Data("?".utf8))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains("the decode function for a riddle did not call read(from:)") == true)
    }

    @Test(arguments: [BodyFormat.json, .form])
    func `the formats of the library follow the coding`(format: BodyFormat) throws {
        let data = try format.data(from: Item(itemName: "a"), coding: .snakeCase)
        #expect(String(decoding: data, as: UTF8.self).contains("item_name"))
        #expect(try format.value(Item.self, from: data, coding: .snakeCase) == Item(itemName: "a"))
        #expect(try format.value([String: String].self, from: data, coding: .snakeCase) == ["item_name": "a"])
    }

    @Test(
        arguments: [
            ("<!DOCTYPE html>\n<p a=1&b=2>", nil, "the response looks like a web page"),
            ("<html>", "text/html", "the response is text/html"),
            ("<a/>", "text/plain", "the response is text/plain"),
        ] as [(String, String?, String)])
    func `a web page in place of a form is an error, even if all properties are optional`(
        body: String, type: String?, subject: String
    ) async throws {
        struct Loose: Decodable, Sendable { var name: String? }
        let response = FixedResponse(header: type.map { [HeaderField(.contentType, $0)] } ?? [], body: body)
        let error = await response.failure(of: Self.api.get(.decoded(Loose.self, from: .form), from: ""))
        #expect(error?.code == .decodingFailed)
        #expect(
            error?.message.hasPrefix("\(subject), but a form for Loose is expected: the body starts with \"<") == true)
    }

    @Test func `a form is read under another media type`() async throws {
        for type in ["text/plain", "text/html"] {
            let response = FixedResponse(header: [HeaderField(.contentType, type)], body: "item_name=a")
            #expect(
                try await response.perform(Self.api.get(.decoded(Item.self, from: .form), from: "")).itemName == "a")
        }
        let wrong = FixedResponse(header: [HeaderField(.contentType, "text/plain")], body: "x=a")
        #expect(
            await wrong.failure(of: Self.api.get(.decoded(Item.self, from: .form), from: ""))?.message
                == "the response is text/plain, but a form for Item is expected: `itemName` is missing")
    }
}
