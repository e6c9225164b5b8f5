import Foundation
import Requests
import TestSupport
import Testing

private struct Range: Encodable, Sendable { var from = 1; var to = 5 }
private struct Filter: Encodable, Sendable { var sortOrder = "up"; var dateRange = Range(); var pageTags = ["a", "b"] }
private class Animal: Encodable { var name = "x" }

/// A value that is created only when it is encoded, because a class that isn't final isn't `Sendable`.
private struct Made<Value: Encodable>: Encodable, Sendable {
    let make: @Sendable () -> Value
    func encode(to encoder: any Encoder) throws { try make().encode(to: encoder) }
}

private struct Grid: Encodable, Sendable { var rows = [[1, 2], [3]] }
private enum Choice: Encodable, Sendable { case by(id: Int), all }

@Suite("Nested values of a query") struct QueryNestingTests {
    /// Returns the query of an item, with unescaped brackets for readability.
    private func text(_ item: QueryItem, _ coding: Coding) throws -> String {
        try queryText(item, coding: coding).replacing("%5B", with: "[").replacing("%5D", with: "]")
    }

    static let arrays: [(Coding.ArrayStyle, Coding.NestingStyle, any Encodable & Sendable, String)] = [
        (.repeated, .brackets, [1, 2], "q=1&q=2"), (.brackets, .brackets, [1, 2], "q[]=1&q[]=2"),
        (.indices, .brackets, [1, 2], "q[0]=1&q[1]=2"),
        (.commaSeparated, .brackets, [1, 2], "q=1,2"), (.repeated, .dots, [1, 2], "q=1&q=2"),
        (.indices, .dots, [1, 2], "q.0=1&q.1=2"),
        (.commaSeparated, .brackets, ["a,b", "c"], "q=a%2Cb,c"), (.commaSeparated, .brackets, ["", ""], "q=,"),
        (.commaSeparated, .brackets, [7], "q=7"),
        (.repeated, .brackets, [Int](), ""), (.commaSeparated, .brackets, [Int](), ""),
        (.brackets, .brackets, [Int](), ""),
        // Elements that contain names or elements are numbered.
        (.repeated, .brackets, [Range(), Range()], "q[0][from]=1&q[0][to]=5&q[1][from]=1&q[1][to]=5"),
        (.brackets, .brackets, [Range()], "q[0][from]=1&q[0][to]=5"),
        (.commaSeparated, .brackets, [Range()], "q[0][from]=1&q[0][to]=5"),
        (.indices, .dots, [Range()], "q.0.from=1&q.0.to=5"),
        (.repeated, .brackets, [[1, 2], [3]], "q[0]=1&q[0]=2&q[1]=3"),
        (.brackets, .brackets, [[1, 2], [3]], "q[0][]=1&q[0][]=2&q[1][]=3"),
        (.indices, .brackets, [[1, 2], [3]], "q[0][0]=1&q[0][1]=2&q[1][0]=3"),
        (.commaSeparated, .brackets, [[1, 2], [3]], "q[0]=1,2&q[1]=3"),
        (.commaSeparated, .dots, Grid(), "q.rows.0=1,2&q.rows.1=3"),
        (.repeated, .brackets, [["k": [1, 2]]], "q[0][k]=1&q[0][k]=2"),
        // A nil leaves neither a gap nor a separator.
        (.repeated, .brackets, [nil, 1, nil, 2], "q=1&q=2"), (.commaSeparated, .brackets, [nil, 1, nil, 2], "q=1,2"),
        (.indices, .brackets, [nil, 1], "q[1]=1"), (.commaSeparated, .brackets, [Int?.none], ""),
    ]

    @Test func `each byte of a pair can be written as three`() throws {
        let request = request(to: "/").adding(query: "ä", "ö").adding(query: "ü", Int.min)
            .adding(query: "ß", ["é": "€"]).adding(query: "ñ", [Int.min, .min])
        #expect(
            try request.resolve().urlText.hasSuffix(
                "/?%C3%A4=%C3%B6&%C3%BC=-9223372036854775808&%C3%9F%5B%C3%A9%5D=%E2%82%AC"
                    + "&%C3%B1=-9223372036854775808&%C3%B1=-9223372036854775808"))
    }

    @Test(arguments: arrays)
    func `arrays are written in their style`(
        style: Coding.ArrayStyle, nesting: Coding.NestingStyle, value: any Encodable & Sendable, expected: String
    ) throws {
        #expect(try text(QueryItem("q", value), Coding(arrays: style, nesting: nesting)) == expected)
    }

    @Test func `a nil at the start of a list leaves no separator`() throws {
        struct Lists: Encodable, Sendable {
            var x = 1; var a: [Int?] = [nil, 2, 3]; var b: [Int?] = [nil]; var c: [Int?] = [4, nil, 5]
        }
        #expect(try text(QueryItem(contentsOf: Lists()), Coding(arrays: .commaSeparated)) == "x=1&a=2,3&c=4,5")
        #expect(
            try text(QueryItem(contentsOf: Lists()), Coding(arrays: .commaSeparated, nils: .empty))
                == "x=1&a=,2,3&b=&c=4,,5")
        #expect(
            try queryText(QueryItem("q", [1]), QueryItem("q", [2]), coding: Coding(arrays: .commaSeparated))
                == "q=1&q=2")
    }

    static let nested: [(Coding, any Encodable & Sendable, String)] = [
        (.standard, Filter(), "sortOrder=up&dateRange[from]=1&dateRange[to]=5&pageTags=a&pageTags=b"),
        (.snakeCase, Filter(), "sort_order=up&date_range[from]=1&date_range[to]=5&page_tags=a&page_tags=b"),
        (Coding(nesting: .dots), Filter(), "sortOrder=up&dateRange.from=1&dateRange.to=5&pageTags=a&pageTags=b"),
        (
            Coding(keys: .custom(encode: { $0.uppercased() }, decode: { $0 })), Filter(),
            "SORTORDER=up&DATERANGE[FROM]=1&DATERANGE[TO]=5&PAGETAGS=a&PAGETAGS=b"
        ),
        (.standard, ["a": ["b": ["c": 1]]], "a[b][c]=1"), (.standard, ["a b": ["c&d": 1]], "a%20b[c%26d]=1"),
        // The keys of a dictionary are data: no style changes them.
        (.snakeCase, ["camelKey": Range()], "camelKey[from]=1&camelKey[to]=5"),
        (.standard, [10: "x", 9: "y"], "10=x&9=y"),
        (.standard, Choice.by(id: 3), "by[id]=3"), (.standard, Grid(), "rows[0]=1&rows[0]=2&rows[1]=3"),
        (.standard, [String: Int](), ""),
    ]

    @Test(arguments: nested)
    func `properties are nested in their style`(coding: Coding, value: any Encodable & Sendable, expected: String)
        throws
    {
        #expect(try text(QueryItem(contentsOf: value), coding) == expected)
    }

    @Test func `an explicit name is used unchanged, whatever the key style`() throws {
        #expect(try text(QueryItem("perPage", 2), .snakeCase) == "perPage=2")
        #expect(try text(QueryItem("myFilter", Range()), .snakeCase) == "myFilter[from]=1&myFilter[to]=5")
        #expect(try text(QueryItem("a[b]", 1), .standard) == "a[b]=1")
    }

    @Test func `a superclass is nested as its encoder prescribes`() throws {
        final class Flat: Animal {
            enum Keys: CodingKey { case legs }
            override func encode(to encoder: any Encoder) throws {
                try super.encode(to: encoder)
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(4, forKey: .legs)
            }
        }
        final class Deep: Animal {
            enum Keys: CodingKey { case legs, base }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(4, forKey: .legs)
                try super.encode(to: container.superEncoder())
                try super.encode(to: container.superEncoder(forKey: .base))
            }
        }
        #expect(try text(QueryItem(contentsOf: Made { Flat() }), .standard) == "name=x&legs=4")
        #expect(try text(QueryItem("q", Made { Deep() }), .standard) == "q[legs]=4&q[super][name]=x&q[base][name]=x")
    }

    @Test func `containers that are opened by hand are named the same way`() throws {
        struct Manual: Encodable, Sendable {
            enum Keys: CodingKey { case object, list, single }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                var object = container.nestedContainer(keyedBy: Keys.self, forKey: .object)
                try object.encode(1, forKey: .single)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                try list.encode(Float(2.5))
                try list.encodeNil()
                var inner = list.nestedContainer(keyedBy: Keys.self)
                try inner.encode(true, forKey: .single)
                try inner.encodeNil(forKey: .list)
                var deep = list.nestedUnkeyedContainer()
                try deep.encode(UInt8(3))
                #expect(list.count == 4)
                try ["s"].encode(to: container.superEncoder(forKey: .single))
            }
        }
        #expect(
            try text(QueryItem(contentsOf: Manual()), Coding(arrays: .indices))
                == "object[single]=1&list[0]=2.5&list[2][single]=true&list[3][0]=3&single[0]=s")
    }
}
