import Foundation
import Requests
import TestSupport
import Testing

private struct Point: Hashable, Encodable, Sendable { var x: Int; var y: Int }
private enum Color: String, Hashable, Encodable, Sendable { case red, green, blue }

@Suite("Sets and dictionaries in a query") struct QueryDeterminismTests {
    /// Returns the texts of a value that is built repeatedly, each time in a different order and with a different
    /// capacity.
    private func texts<Element>(
        of elements: [Element], coding: Coding = .standard, _ item: ([Element], Int) -> QueryItem
    ) throws -> Set<String> {
        var texts: Set<String> = []
        for seed in 0..<50 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let capacity = [0, 64, 1_000][seed % 3]
            texts.insert(try queryText(item(elements.shuffled(using: &generator), capacity), coding: coding))
        }
        return texts
    }

    private func set<Element: Hashable>(_ elements: [Element], _ capacity: Int) -> Set<Element> {
        var set = Set<Element>(minimumCapacity: capacity)
        for element in elements { set.insert(element) }
        return set
    }

    private func dictionary<Key: Hashable>(_ keys: [Key], _ capacity: Int) -> [Key: String] {
        var dictionary = [Key: String](minimumCapacity: capacity)
        for key in keys { dictionary[key] = "v" }
        return dictionary
    }

    @Test func `a set is sorted by the text of its elements`() throws {
        let words = ["b", "a", "é", "c d", "", "Z", "10", "9"]
        #expect(try texts(of: words) { QueryItem("q", set($0, $1)) } == ["q=&q=%C3%A9&q=10&q=9&q=Z&q=a&q=b&q=c%20d"])
        let points = (0..<12).map { Point(x: $0 % 3, y: $0) }
        for style in [Coding.ArrayStyle.repeated, .brackets, .indices, .commaSeparated] {
            #expect(try texts(of: points, coding: Coding(arrays: style)) { QueryItem("q", set($0, $1)) }.count == 1)
        }
        #expect(
            try texts(of: [Color.red, .green, .blue], coding: Coding(arrays: .commaSeparated)) {
                QueryItem("q", set($0, $1))
            } == ["q=blue,green,red"])
    }

    @Test func `a dictionary is sorted by key`() throws {
        #expect(
            try texts(of: ["b", "a", "B", "a b"]) { QueryItem(contentsOf: dictionary($0, $1)) } == [
                "B=v&a=v&a%20b=v&b=v"
            ])
        #expect(
            try texts(of: [3, 1, 20]) { QueryItem("q", dictionary($0, $1)) } == ["q%5B1%5D=v&q%5B20%5D=v&q%5B3%5D=v"])
        #expect(
            try texts(of: [Color.red, .green]) { QueryItem("q", dictionary($0, $1)) } == ["q%5Bgreen%5D=v&q%5Bred%5D=v"]
        )
        let ids = (1...9).map { UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
        #expect(try texts(of: ids) { QueryItem("q", dictionary($0, $1)) }.count == 1)
    }

    @Test func `sets in sets, in dictionaries and in properties are sorted too`() throws {
        struct Holder: Encodable, Sendable {
            var tags: Set<String>; var groups: Set<Set<Int>>; var more: [String: Set<Int>]
        }
        let texts = try texts(of: Array(0..<8)) { numbers, capacity in
            let words = set(numbers.map { "w\($0)" }, capacity)
            let pairs = set(numbers.map { set([$0, $0 + 10, $0 + 20], capacity) }, capacity)
            return QueryItem(
                contentsOf: Holder(tags: words, groups: pairs, more: ["k": set(numbers, capacity), "j": []]))
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("tags=w0&tags=w1&tags=w2") == true)
    }
}
