#if XML
import Foundation
import Requests
import RequestsXML
import Testing
import XMLCoder

private enum Level: String, Codable, CaseIterable, Sendable { case low, high = "very high" }
private enum Choice: Codable, Equatable, Sendable {
    case number(Int), people([Person]), range(from: Double, upTo: Double?), none
}
private struct Person: Codable, Equatable, Sendable { var firstName: String; var age: UInt8? }
private struct Everything: Codable, Equatable, Sendable {
    var text: String; var maybeText: String?; var flag: Bool; var maybeFlag: Bool?; var int: Int; var small: Int8
    var unsigned: UInt64; var double: Double; var float: Float; var decimal: Decimal; var maybeInt: Int?
    var createdAt: Date; var maybeDate: Date?; var seal: Data; var link: URL; var userId: UUID; var level: Level
    var levels: [Level]; var choice: Choice; var words: [String]; var matrix: [[Int]]; var cube: [[[Int]]];
    var people: [Person]
    var maybePeople: [Person]?; var byName: [String: Person]; var byWords: [String: [String]]; var unique: Set<Int>
    var maybePerson: Person?; var dates: [Date]; var blobs: [Data]; var flags: [Bool]; var tables: [[String: Int]]
    @Attribute var mark: String; @Attribute var count: Int?
}

private struct Maker {
    var random: SplitMix

    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    mutating func maybe<T>(_ make: (inout Maker) -> T) -> T? { Bool.random(using: &random) ? make(&self) : nil }
    mutating func list<T>(atLeast minimum: Int = 0, _ make: (inout Maker) -> T) -> [T] {
        (0..<Int.random(in: minimum...3, using: &random)).map { _ in make(&self) }
    }
    mutating func text() -> String {
        let characters =
            "abcZ09 +%&=;#?/\\\"'<>]äßé日🙂\r\n\t~-_\u{301}\u{85}\u{2028}\u{FFFD}".map(String.init) + [
                "]]>", "&amp;", "<!--",
            ]
        return (0..<Int.random(in: 0...8, using: &random)).map { _ in pick(characters) }.joined()
    }
    mutating func int() -> Int { Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random) }
    mutating func double() -> Double {
        let value = Double(bitPattern: random.next())
        return value.isFinite ? value : 1.5
    }
    mutating func date() -> Date {
        Date(timeIntervalSince1970: Double(Int64.random(in: -8_000_000_000...16_000_000_000, using: &random)) / 4)
    }
    mutating func person() -> Person {
        Person(firstName: text(), age: maybe { UInt8(truncatingIfNeeded: $0.random.next()) })
    }
    mutating func choice() -> Choice {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .number(int())
        case 1: .range(from: double(), upTo: maybe { $0.double() })
        case 2: .people(list(atLeast: 1) { $0.person() })
        default: .none
        }
    }
    mutating func dictionary<V>(_ value: (inout Maker) -> V) -> [String: V] {
        Dictionary(list(atLeast: 1) { ($0.pick(["a", "b-c", "_d", "é", "x.y", "日"]), value(&$0)) }) { first, _ in first
        }
    }
    mutating func everything() -> Everything {
        Everything(
            text: text(), maybeText: maybe { $0.text() }, flag: .random(using: &random),
            maybeFlag: maybe { .random(using: &$0.random) }, int: int(), small: Int8(truncatingIfNeeded: int()),
            unsigned: random.next(), double: double(), float: Float(int()) / 7, decimal: Decimal(int()) / 1_000,
            maybeInt: maybe { $0.int() }, createdAt: date(), maybeDate: maybe { $0.date() },
            seal: Data(list { UInt8(truncatingIfNeeded: $0.random.next()) }),
            link: URL(string: "https://h/\(int())?a=b&c=%20") ?? URL("https://h"), userId: UUID(),
            level: pick(Level.allCases),
            levels: list { $0.pick(Level.allCases) }, choice: choice(), words: list { $0.text() },
            matrix: list { $0.list(atLeast: 1) { $0.int() } },
            cube: list { $0.list(atLeast: 1) { $0.list(atLeast: 1) { $0.int() } } }, people: list { $0.person() },
            maybePeople: maybe { $0.list(atLeast: 1) { $0.person() } }, byName: dictionary { $0.person() },
            byWords: dictionary { $0.list(atLeast: 1) { $0.text() } }, unique: Set(list(atLeast: 1) { $0.int() }),
            maybePerson: maybe { $0.person() }, dates: list { $0.date() }, blobs: list { Data($0.text().utf8) },
            flags: list { .random(using: &$0.random) }, tables: list { $0.dictionary { $0.int() } },
            mark: Attribute(text()),
            count: Attribute(maybe { $0.int() }))
    }
}

/// A generator with a seed.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite("XML is read back as it was written") struct XMLIdentityTests {
    private func identity<Value: Codable & Equatable>(_ value: Value, _ coding: Coding) throws {
        let data = try BodyFormat.xml(root: "r").data(from: value, coding: coding)
        let read: Value
        do {
            read = try BodyFormat.xml.value(Value.self, from: data, coding: coding)
        } catch {
            Issue.record("\(error): \(String(decoding: data, as: UTF8.self))")
            return
        }
        if read != value {
            let differences = zip(Mirror(reflecting: read).children, Mirror(reflecting: value).children)
                .filter { "\($0.value)" != "\($1.value)" }.map { "\($0.label ?? ""): \($0.value) is not \($1.value)" }
            Issue.record("\(differences.isEmpty ? ["\(read) is not \(value)"] : differences)")
        }
    }

    @Test(arguments: [
        Coding.standard, .snakeCase, Coding(dates: .fractionalSecondsSince1970),
        Coding(keys: .snakeCase, dates: .millisecondsSince1970),
    ])
    func `values of every kind are equal after a round trip`(coding: Coding) throws {
        var maker = Maker(random: SplitMix(state: 42))
        for _ in 0..<150 { try identity(maker.everything(), coding) }
    }

    @Test func `a document that is changed anywhere throws, or is a value that is read back as it is written`() throws {
        var maker = Maker(random: SplitMix(state: 3))
        let bytes = Array("<>/&;!-[]?\"'= \n a1e9".utf8) + [0, 0xC3, 0xFF]
        for _ in 0..<400 {
            var data = try BodyFormat.xml(root: "r").data(from: maker.everything())
            for _ in 0..<Int.random(in: 1...4, using: &maker.random) {
                let position = Int.random(in: 39..<data.count, using: &maker.random)
                if Bool.random(using: &maker.random) {
                    data[position] = maker.pick(bytes)
                } else {
                    data.removeSubrange(position..<min(data.count, position + maker.pick([1, 5, 40])))
                }
            }
            // An empty collection can be read, but not written.
            if let value = try? BodyFormat.xml.value(Everything.self, from: data),
                (try? BodyFormat.xml(root: "r").data(from: value)) != nil
            {
                try identity(value, .standard)
            }
            _ = try? BodyFormat.xml.value([[String: [String]]].self, from: data)
        }
    }

    @Test func `documents of every kind are equal after a round trip`() throws {
        var maker = Maker(random: SplitMix(state: 7))
        for _ in 0..<40 {
            try identity(maker.int(), .standard)
            try identity(maker.text() + "x", .standard)
            try identity(maker.date(), .standard)
            try identity(maker.list { $0.int() }, .standard)
            try identity(maker.list { $0.text() + "x" }, .standard)
            try identity(maker.list { $0.person() }, .standard)
            try identity(maker.dictionary { $0.person() }, .standard)
            try identity(maker.choice(), .standard)
        }
        try identity([Int](), .standard)
        try identity([String: Int](), .standard)
        try identity(Level.high, .standard)
    }
}
#endif
