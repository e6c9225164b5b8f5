import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@testable import RequestsCore

private struct Row: Decodable, Sendable {
    struct Part: Decodable, Sendable {
        var small: Int8
        var firstName: String?
    }

    var count: Int?
    var parts: [Part]?
    var names: [String: UInt8]?
    var kind: Kind?
    var when: Date?
}

private enum Kind: Int, Decodable { case big = 500 }

/// Errors about JSON that doesn't fit.
@Suite("Faults of JSON")
struct JSONErrorTests {
    /// Returns the first fault in a text; `nil` if it is JSON.
    private func fault(_ data: Data) -> String? {
        do throws(DecodingError) {
            _ = try JSONValue.repairing(data)
            return nil
        } catch {
            return error.jsonIssue
        }
    }

    private func message<Value: Decodable & Sendable>(_ type: Value.Type, _ text: String, _ coding: Coding = .standard)
        -> String
    {
        do {
            _ = try coding.value(type, fromJSON: Data(text.utf8))
            return "no error"
        } catch {
            return ErrorText.developerText(of: error)
        }
    }

    @Test(arguments: [
        (#"{"count":7.5}"#, "`count` is a number that can't be represented as Int"),
        (#"{"count":99999999999999999999}"#, "`count` is a number that can't be represented as Int"),
        (
            #"{"kind":500,"parts":[{"small":1},{"small":300}]}"#,
            "`parts[1].small` is a number that can't be represented as Int8"
        ),
        (#"{"count":1,"names":{"a":1,"b":-1}}"#, "`names.b` is a number that can't be represented as UInt8"),
        (#"{"count":"SECRET"}"#, "`count` is not Int, but a string"),
        (#"{"count":true}"#, "`count` is not Int, but a boolean"),
        (#"{"parts":7}"#, "`parts` is not an array, but a number"),
        (#"{"kind":3}"#, "`kind` is not a valid raw value of Kind"),
    ]) func `a number that does not fit is named by its path and type`(text: String, expected: String) {
        #expect(message(Row.self, text) == expected)
    }

    private static let uuid = "6F9619FF-8B86-D011-B42D-00C04FC964FF"

    @Test(arguments: [
        (#"{"id":"UUID\u0000junk"}"#, "`id` is not UUID"), (#"{"ids":["UUID","UUID\u0000"]}"#, "`ids[1]` is not UUID"),
        (#"{"named":{"a_b":"UUID\u0000junk"}}"#, "`named.a_b` is not UUID"),
        (#"{"id":"UUIDjunk"}"#, "`id` is not valid"), (#"{"id":"UUID","text":"a\u0000b"}"#, "no error"),
        (#"{"id":"UUID","text":"a\\u0000b\\"}"#, "no error"), (#"{"text":"\u000"}"#, "at byte"),
    ]) func `a UUID with a NUL isn't read up to the NUL`(text: String, expected: String) {
        struct Row: Decodable, Sendable {
            var id: UUID?
            var ids: [UUID]?
            var named: [String: UUID]?
            var text: String?
        }
        let text = text.replacing("UUID", with: Self.uuid)
        #expect(message(Row.self, text).contains(expected), "\(message(Row.self, text))")
        #expect(message(UUID.self, "\"\(Self.uuid)\\u0000\"") == "the value as a whole is not UUID")
        #expect(message([UUID].self, "[\"\(Self.uuid)\"]") == "no error")
    }

    /// A string that can be read only once.
    private struct Ticket: Decodable {
        static let uses = CodingUserInfoKey(rawValue: "uses")

        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            text = try container.decode(String.self)
            let uses = Self.uses.flatMap { decoder.userInfo[$0] as? Counter }
            if uses?.next() != 1 {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "the ticket is used")
            }
        }
    }

    @Test func `the search for a NUL doesn't cause an error`() throws {
        let decoder = JSONDecoder()
        decoder.userInfo[try #require(Ticket.uses)] = Counter()
        let read = ResponseDecoder.json(Ticket.self, decoder: decoder)
        #expect(try read.decode(ResponseHead(status: .ok), Data(#""a\u0000b""#.utf8)).text == "a\0b")
        #expect(throws: DecodingError.self) { try read.decode(ResponseHead(status: .ok), Data(#""a""#.utf8)) }
    }

    @Test func `the number is reported as a whole value, as an element and with a custom decoder`() {
        #expect(message(Int.self, "7.5") == "the value as a whole is a number that can't be represented as Int")
        #expect(message([UInt8].self, "[1,256]") == "`[1]` is a number that can't be represented as UInt8")
        let decoder = JSONDecoder()
        let head = ResponseHead(status: .ok)
        let error = #expect(throws: DecodingError.self) {
            try ResponseDecoder.json(Row.self, decoder: decoder).decode(head, Data(#"{"count":0.5}"#.utf8))
        }
        #expect(error.map(ErrorText.developerText) == "`count` is a number that can't be represented as Int")
    }

    @Test func `an invalid escape in a text isn't reported as a number`() {
        #expect(message([String].self, #"["a","\ud800"]"#) == "`[1]` is not valid")
    }

    private struct Refusal: Decodable, Equatable, Sendable { var code: Int8 }

    private struct API: RequestProviding {
        typealias Failure = Refusal
        var baseURL = URL("https://h")
    }

    private struct Declared: Decodable, Sendable {
        @ResponseStatus var status: Int
        @BodyValue var refusal: Refusal
    }

    @Test(.timeLimit(.minutes(1))) func `a number is named in failures, envelopes and declared responses, too`()
        async throws
    {
        func message<Value>(_ status: HTTPStatus, _ body: String, _ decoder: ResponseDecoder<Value>) async -> String {
            let transport = FixedResponse(status: status, body: body)
            return await transport.failure(of: API().get(decoder, from: "/"))?.message ?? "no error"
        }
        let problem = "`code` is a number that can't be represented as Int8"
        #expect(
            await message(.notFound, #"{"code":300}"#, .none)
                == "GET https://h/ returned 404 Not Found; the response body could not be decoded as Refusal: "
                + problem)
        #expect(await message(.ok, #"{"code":300}"#, .declared(Declared.self)).hasSuffix(problem))
        var coding = Coding.standard
        coding.envelope = Envelope(content: "data")
        let error = #expect(throws: DecodingError.self) {
            try ResponseDecoder.json(Refusal.self)
                .decode(ResponseHead(status: .ok), Data(#"{"data":{"code":300}}"#.utf8), coding: coding)
        }
        #expect(error.map(ErrorText.developerText) == "`data.code` is a number that can't be represented as Int8")
    }

    private final class Node: Decodable, Sendable {
        let child: Node?
        let size: Int8?
    }

    @Test(.timeLimit(.minutes(1))) func `a number deep in a document is named, too`() async {
        let levels = 510
        let text =
            String(repeating: #"{"child":"#, count: levels) + #"{"size":300}"# + String(repeating: "}", count: levels)
        // The task runs on a thread of the pool, which has the smallest stack.
        let path = await Task.detached { message(Node.self, text) }.value
        let expected = String(repeating: "child.", count: levels) + "size"
        #expect(path == "`\(expected)` is a number that can't be represented as Int8")
    }

    @Test func `a missing camel-case property is named as on the wire, too`() {
        struct User: Decodable, Sendable { var firstName: String }
        #expect(message(User.self, "{}", .snakeCase) == "`first_name` is missing")
        #expect(message(User.self, "{}") == "`firstName` is missing")
        #expect(message([Int: Kind].self, "{}", .snakeCase) == "no error")
        struct Film: Decodable, Sendable { var posterURL: String }
        #expect(message(Film.self, #"{"poster_url":""}"#, .snakeCase) == "no error")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let custom = Coding(jsonDecoder: decoder)
        #expect(
            message(User.self, "{}", custom)
                == "`firstName` is missing; the expected name in the JSON is `first_name`")
        let text =
            "`posterURL` is missing; `poster_url` in the JSON is read as `posterUrl`: use `posterUrl` as the coding key"
        #expect(message(Film.self, #"{"poster_url":""}"#, custom) == text)
    }

    @Test(arguments: [
        ("", "it ends too early, after 0 bytes"), (#"{"a":[1,{"b":"#, "it ends too early, after 13 bytes"),
        (#"{"a":1"#, "it ends too early, after 6 bytes"), ("tru", "it ends too early, after 3 bytes"),
        ("trux", "at byte 3"), ("1D5", "at byte 1"), ("\"abcd\u{0}\"", "at byte 5"), ("1234\u{0}", "at byte 4"),
        (#"{"a":1}}"#, "at byte 7"),
        ("[1 2]", "at byte 3"), ("[1,]", "at byte 3"),
        (#"{"a" 1}"#, "at byte 5"), (#"{1:1}"#, "at byte 1"), ("01", "at byte 1"),
        ("-", "it ends too early, after 1 byte"),
        ("1.", "it ends too early, after 2 bytes"), (#""\x""#, "at byte 2"), (#""\u12g4""#, "at byte 5"),
        ("[[]", "it ends too early, after 3 bytes"), ("[}", "at byte 1"), ("\u{FEFF}x", "at byte 3"),
    ]) func `a fault is reported at its byte`(text: String, fault: String) {
        #expect(self.fault(Data(text.utf8)) == fault)
    }

    @Test(arguments: [
        "null", " [ ] ", #"{"a":{},"b":[[],{}],"c":"\\\"é\u00e9","d":-0.5e+10,"e":[true,false,null]}"#, "\u{FEFF}1",
        "0",
        "[1e5,2E-3]",
    ]) func `valid JSON has no fault`(text: String) throws {
        #expect(fault(Data(text.utf8)) == nil)
    }

    @Test func `bytes that aren't UTF-8, other encodings, and excessive nesting are told apart`() {
        #expect(fault(Data([0x22, 0xC3, 0x22])) == "it isn't valid UTF-8")
        #expect(!JSONValue.canParse(Data([0x5B, 0, 0x5D, 0])))
        #expect(!JSONValue.canParse(Data([0xFF, 0xFE, 0x5B, 0])))
        #expect(!JSONValue.canParse(Data([0xFE, 0xFF, 0x4E, 0x2D])))
        let deep = Data(repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(fault(deep) == "it is nested deeper than 512 levels")
    }

    @Test func `faults agree with Foundation on truncated and changed texts`() {
        var generator = SeededGenerator(seed: 41)
        let text = Array(#"{"a":[1,-2.5e3,"x\n\u00e9",{"b":null}],"c":true,"d":{"e":[[]],"f":false}}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: bytes.removeSubrange(index...)
                case 1: bytes.remove(at: index)
                default: bytes[index] = Array(#"[]{},:"\1e.-tn "#.utf8).randomElement(using: &generator) ?? 0
                }
                if bytes.isEmpty { bytes = text }
            }
            let data = Data(bytes)
            let isJSON = (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
            #expect((fault(data) == nil) == isJSON, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
