#if XML
import Foundation
import Requests
import RequestsXML
import Testing
import XMLCoder

/// A value that writes its parts with a function.
private struct Custom: Encodable, Sendable {
    let write: @Sendable (any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws { try write(encoder) }
}

private enum Name: String, CodingKey {
    case a, b
    case evil = "a><evil/"
}

private class Animal: Encodable, @unchecked Sendable { var name = "Rex" }

private final class Dog: Animal, @unchecked Sendable {
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(1, forKey: .a)
        try super.encode(to: container.superEncoder())
    }
}

/// Values that choose the containers of their parts.
@Suite("Containers in XML") struct XMLContainerTests {
    private static func text(_ value: any Encodable & Sendable) throws -> String {
        let text = String(decoding: try BodyFormat.xml(root: "r").data(from: value), as: UTF8.self)
        return String(text.drop { $0 != "\n" }.dropFirst())
    }

    @Test func `nested containers are written`() throws {
        let value = Custom { encoder in
            var parts = encoder.container(keyedBy: Name.self)
            var object = parts.nestedContainer(keyedBy: Name.self, forKey: .a)
            try object.encode("x", forKey: .b)
            var list = parts.nestedUnkeyedContainer(forKey: .b)
            try list.encode(list.count)
            try list.encode(list.count)
        }
        #expect(try Self.text(value) == "<r><a><b>x</b></a><b>0</b><b>1</b></r>")
        let lists = Custom { encoder in
            var list = encoder.unkeyedContainer()
            var first = list.nestedContainer(keyedBy: Name.self)
            try first.encode(1, forKey: .a)
            var second = list.nestedUnkeyedContainer()
            try second.encode(2)
        }
        #expect(try Self.text(["l": lists]) == "<r><l><a>1</a></l><l><l>2</l></l></r>")
    }

    @Test func `the parts of a superclass are in a separate element`() throws {
        #expect(try Self.text(Dog()) == "<r><a>1</a><super><name>Rex</name></super></r>")
        let renamed = Custom { encoder in
            var container = encoder.container(keyedBy: Name.self)
            try Animal().encode(to: container.superEncoder(forKey: .b))
        }
        #expect(try Self.text(renamed) == "<r><b><name>Rex</name></b></r>")
    }

    @Test func `an empty list in an object is read as an empty one`() throws {
        let value = Custom { encoder in
            var container = encoder.container(keyedBy: Name.self)
            try container.encode(1, forKey: .a)
            _ = container.nestedUnkeyedContainer(forKey: .b)
        }
        #expect(try Self.text(value) == "<r><a>1</a></r>")
    }

    private static let null = "is nil, which would be read back as an empty string: leave the value out"
    private static let empty = "is an empty array or dictionary, which XML can't distinguish from a missing value"
    private static let evil = #"has a member whose name isn't valid in XML: "a><evil/""#

    private static let refused: [(write: @Sendable (any Encoder) throws -> Void, message: String)] = [
        (
            { encoder in
                var object = encoder.container(keyedBy: Name.self)
                try object.encodeNil(forKey: .a)
            }, "the value of `a` \(null)"
        ),
        (
            { encoder in
                var object = encoder.container(keyedBy: Name.self)
                var list = object.nestedUnkeyedContainer(forKey: .b)
                try list.encode(1)
                try list.encodeNil()
            }, "the value of `b.1` \(null)"
        ),
        (
            { encoder in
                var object = encoder.container(keyedBy: Name.self)
                var value = object.superEncoder(forKey: .a).singleValueContainer()
                try value.encodeNil()
            }, "the value of `a` \(null)"
        ),
        (
            { encoder in
                var list = encoder.unkeyedContainer()
                var value = list.superEncoder().singleValueContainer()
                try value.encodeNil()
            }, "the value of `0` \(null)"
        ),
        (
            { encoder in
                var list = encoder.unkeyedContainer()
                _ = list.nestedUnkeyedContainer()
            }, "the value of `0` \(empty)"
        ),
        (
            { encoder in
                var object = encoder.container(keyedBy: Name.self)
                var inner = object.nestedContainer(keyedBy: Name.self, forKey: .evil)
                try inner.encode(1, forKey: .a)
            }, "the value \(evil)"
        ),
        (
            { encoder in
                var object = encoder.container(keyedBy: Name.self)
                var inner = object.nestedContainer(keyedBy: Name.self, forKey: .a)
                var list = inner.nestedUnkeyedContainer(forKey: .evil)
                try list.encode(1)
            }, "the value of `a` \(evil)"
        ),
        (
            { encoder in
                var object = encoder.container(keyedBy: Name.self)
                try 1.encode(to: object.superEncoder(forKey: .evil))
            }, "the value \(evil)"
        ),
    ]

    @Test(arguments: refused.indices) func `a part that can't be read back is refused, whatever its container`(
        row: Int
    ) {
        let (write, message) = Self.refused[row]
        let error = #expect(throws: TransportError.self) { try Self.text(Custom(write: write)) }
        #expect(error?.code == .bodyEncodingFailed)
        #expect(error?.message == message)
    }

    @Test func `an error of the value has the path of its container`() {
        func message(_ write: @escaping @Sendable (any Encoder) throws -> [any CodingKey]) -> String? {
            let value = Custom { encoder in
                let path = try write(encoder)
                throw EncodingError.invalidValue(1, .init(codingPath: path, debugDescription: ""))
            }
            return #expect(throws: TransportError.self) { try Self.text(["k": ["l": value]]) }?.message
        }
        let expected = "the body could not be encoded as XML: the value of `k.l` can't be written"
        #expect(message { $0.codingPath } == expected)
        #expect(message { $0.container(keyedBy: Name.self).codingPath } == expected)
        #expect(message { $0.unkeyedContainer().codingPath } == expected)
        #expect(message { $0.singleValueContainer().codingPath } == expected)
        #expect(message { _ in [] } == "the body could not be encoded as XML: a value can't be encoded")
    }

    @Test func `a value reads the userInfo of the encoder`() throws {
        struct Missing: Error {}
        let key = try #require(CodingUserInfoKey(rawValue: "unit"))
        let value = Custom { encoder in
            guard let unit = encoder.userInfo[key] as? String else { throw Missing() }
            var container = encoder.container(keyedBy: Name.self)
            try container.encode(unit, forKey: .a)
        }
        let body = BodyProvider.xml(value, root: "r") { $0.userInfo[key] = "kg" }
        guard case .data(let data) = try AnonymousProvider("https://h").post(body, to: "/").resolve().body else {
            throw Missing()
        }
        #expect(String(decoding: data, as: UTF8.self).hasSuffix("<r><a>kg</a></r>"))
    }
}
#endif
