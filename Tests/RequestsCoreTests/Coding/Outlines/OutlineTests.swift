import Foundation
import Requests
import TestSupport
import Testing

/// The members and elements that a value writes, and how an outline writes them to another encoder.
@Suite("The outline of a value") struct OutlineTests {
    @Test func `members keep their order, their keys and whether they are optional`() throws {
        struct Item: Encodable {
            var name = "tea"
            var count: Int? = 2
            var note: String?
        }
        let outline = try Outline(of: Item())
        #expect(outline.hasMembers)
        #expect(outline.members.map(\.key.stringValue) == ["name", "count", "note"])
        #expect(outline.members.map(\.isOptional) == [false, true, true])
        guard case .null(let type?) = outline.members[2].content else {
            Issue.record("an absent property is not null")
            return
        }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(String.self))
    }

    @Test func `a list counts each element, of every kind`() throws {
        struct List: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(1)
                try list.encode("a")
                try list.encodeNil()
                try list.encode(Int128(1))
                try list.encode(UInt128(1))
                _ = list.nestedUnkeyedContainer()
                _ = list.nestedContainer(keyedBy: WireKey.self)
                _ = list.superEncoder()
                #expect(list.count == 8)
                #expect(list.codingPath.isEmpty)
            }
        }
        let outline = try Outline(of: List())
        #expect(outline.elements.count == 8)
        #expect(!outline.hasMembers)
    }

    @Test func `a value is written to another encoder as its own code writes it`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        func expectSame(_ value: some Encodable, line: Int = #line) throws {
            let outlined = try encoder.encode(Outlined(value: value))
            #expect(try outlined == encoder.encode(value), "\(line)")
        }
        try expectSame(HandCoded())
        try expectSame([HandCoded()])
        try expectSame([1, nil, 3])
        try expectSame(["a": [1], "b": []])
        try expectSame([[1: "a"], [:]])
        try expectSame(Int?.none)
        try expectSame(Subclass())
        try expectSame(Nested.list([1, 2]))
    }

    @Test func `the code of a value sees its path and the caller's information`() throws {
        struct Probe: Encodable {
            func encode(to encoder: any Encoder) throws {
                #expect(encoder.codingPath.map(\.stringValue) == ["a"])
                #expect(encoder.userInfo.count == 1)
                var container = encoder.container(keyedBy: WireKey.self)
                let nested = container.superEncoder(forKey: WireKey("b"))
                #expect(nested.codingPath.map(\.stringValue) == ["a", "b"])
                #expect(nested.userInfo.count == 1)
                #expect(container.codingPath.map(\.stringValue) == ["a"])
            }
        }
        let name = try #require(CodingUserInfoKey(rawValue: "name"))
        _ = try Outline(of: Probe(), at: [WireKey("a")], userInfo: [name: 1])
    }
}

/// A value that is encoded by its outline.
private struct Outlined<Value: Encodable>: Encodable {
    let value: Value

    func encode(to encoder: any Encoder) throws { try encoder.encode(Outline(of: value)) }
}

private class Superclass: Encodable {
    var name = "a"
    var note: String?
}

private final class Subclass: Superclass {
    var count = 3

    private enum CodingKeys: String, CodingKey { case count }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
    }
}

private enum Nested: Encodable {
    case list([Int])
}
