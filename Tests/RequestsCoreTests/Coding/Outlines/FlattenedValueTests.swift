import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Values that consist of other values, which all write to the same encoder.
@Suite("Values that write to one encoder") struct FlattenedValueTests {
    private struct Paging: Codable, Equatable, Sendable { var page = 2 }
    private struct Filter: Codable, Equatable, Sendable { var tag = "tea" }

    /// The members of both values, in the given order.
    private struct Both: Encodable, Sendable {
        var paging = Paging()
        var filter: Filter?
        var isFilterFirst = false

        func encode(to encoder: any Encoder) throws {
            if isFilterFirst { try filter.encode(to: encoder) }
            try paging.encode(to: encoder)
            if !isFilterFirst { try filter.encode(to: encoder) }
        }
    }

    private func form(_ value: some Encodable, _ coding: Coding = .standard) throws -> String {
        String(decoding: try coding.formData(from: value), as: UTF8.self)
    }

    @Test func `an optional half adds its members or none`() throws {
        #expect(try form(Both()) == "page=2")
        #expect(try form(Both(isFilterFirst: true)) == "page=2")
        #expect(try form(Both(filter: Filter())) == "page=2&tag=tea")
        #expect(try form(Both(filter: Filter(), isFilterFirst: true)) == "tag=tea&page=2")
    }

    @Test func `two optional halves add their members or none`() throws {
        struct Halves: Encodable {
            var paging: Paging?
            var filter: Filter?

            func encode(to encoder: any Encoder) throws {
                try paging.encode(to: encoder)
                try filter.encode(to: encoder)
            }
        }
        #expect(try form(["a": Halves(paging: Paging(), filter: Filter())]) == "a%5Bpage%5D=2&a%5Btag%5D=tea")
        #expect(try form(Halves(paging: Paging())) == "page=2")
        #expect(try form(Halves(filter: Filter())) == "tag=tea")
    }

    @Test func `members beside a text or a list are an error`() {
        struct Mixed: Encodable {
            let second: @Sendable (any Encoder) throws -> Void

            func encode(to encoder: any Encoder) throws {
                try Paging().encode(to: encoder)
                try second(encoder)
            }
        }
        let parts: [@Sendable (any Encoder) throws -> Void] = [
            { try "a".encode(to: $0) }, { try [1].encode(to: $0) }, { try Int?(1).encode(to: $0) },
            { try Int64(1).encode(to: $0) }, { try Float?(1).encode(to: $0) }, { try UUID().encode(to: $0) },
            { try Date().encode(to: $0) }, { try true.encode(to: $0) },
        ]
        for second in parts {
            #expect(throws: TransportError.self) { try Coding.standard.formData(from: Mixed(second: second)) }
            #expect(throws: (any Error).self) { try Outline(of: Mixed(second: second)) }
        }
    }

    @Test func `two parts of a value share a nested container`() throws {
        struct Shared: Encodable {
            func encode(to encoder: any Encoder) throws {
                var root = encoder.container(keyedBy: WireKey.self)
                var first = root.nestedContainer(keyedBy: WireKey.self, forKey: WireKey("attributes"))
                try first.encode(Int64(1), forKey: WireKey("a"))
                var second = root.nestedContainer(keyedBy: WireKey.self, forKey: WireKey("attributes"))
                try second.encode(2, forKey: WireKey("b"))
            }
        }
        #expect(try form(Shared(), Coding(nesting: .dots)) == "attributes.a=1&attributes.b=2")
        let json = try Coding(integers: .text).jsonData(from: Shared())
        #expect(String(decoding: json, as: UTF8.self) == #"{"attributes":{"a":"1","b":2}}"#)
    }

    @Test func `a file that other code wraps is a part of a form`() throws {
        struct Photo: Encodable {
            var file = FileValue(Data("x".utf8), fileName: "a.txt", contentType: .plainText)

            func encode(to encoder: any Encoder) throws { try file.encode(to: encoder) }
        }
        struct Upload: Encodable {
            var photo = Photo()

            func encode(to encoder: any Encoder) throws {
                var root = encoder.container(keyedBy: WireKey.self)
                try root.encode(photo, forKey: WireKey("photo"))
                try photo.file.encode(to: root.superEncoder(forKey: WireKey("other")))
            }
        }
        let body = try BodyFormat.multipart(boundary: "b").data(from: Upload())
        let text = String(decoding: body, as: UTF8.self)
        #expect(text.contains(#"name="photo"; filename="a.txt""#))
        #expect(text.contains(#"name="other"; filename="a.txt""#))
        #expect(!text.contains("contentType"))
    }

    @Test(arguments: [false, true])
    func `a file beside members is an error in a form`(isFirst: Bool) {
        struct Upload: Encodable {
            let isFirst: Bool
            let file = FileValue(Data("x".utf8), fileName: "a.txt", contentType: .plainText)

            func encode(to encoder: any Encoder) throws {
                if isFirst { try file.encode(to: encoder) }
                try Paging().encode(to: encoder)
                if !isFirst { try file.encode(to: encoder) }
            }
        }
        #expect(throws: (any Error).self) { try BodyFormat.multipart.data(from: Upload(isFirst: isFirst)) }
    }

    @Test func `a key that isn't read back keeps its name`() throws {
        struct Prefixed: CodingKey {
            let name: String
            var stringValue: String { "x_" + name }
            var intValue: Int? { nil }

            init(_ name: String) { self.name = name }
            init(stringValue: String) { name = stringValue }
            init?(intValue: Int) { nil }
        }
        struct Item: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Prefixed.self)
                try container.encode(Int64(1), forKey: Prefixed("a"))
            }
        }
        let json = try Coding(integers: .text).jsonData(from: Item())
        #expect(String(decoding: json, as: UTF8.self) == #"{"x_a":"1"}"#)
    }

    @Test func `an enum's case with an empty list is rejected in a query`() {
        enum Filter: Encodable, Sendable {
            case tags([Int])
            case name(String?)
        }
        let api = AnonymousProvider("https://example.com")
        #expect(throws: TransportError.self) { try api.get(from: "/").adding(query: "f", Filter.tags([])).resolve() }
        #expect(throws: Never.self) { try api.get(from: "/").adding(query: "f", Filter.name(nil)).resolve() }
    }
}
