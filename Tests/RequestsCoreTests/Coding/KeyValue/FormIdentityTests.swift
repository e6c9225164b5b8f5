import Foundation
import Requests
import TestSupport
import Testing

private enum Level: String, Codable, CaseIterable, Sendable { case low, high = "very high", odd = "a,b&c=d" }
private enum Status: Int, Codable, CaseIterable, Sendable { case off = 0, on = -7 }
private enum Choice: Codable, Equatable, Sendable {
    case number(Int), range(from: Double, upTo: Double?), people([Person])
}
private struct Person: Codable, Equatable, Sendable { var firstName: String; var age: UInt8? }
private struct Everything: Codable, Equatable, Sendable {
    var text: String; var maybeText: String?; var flag: Bool; var maybeFlag: Bool?
    var small: Int8; var int: Int; var wide: Int64; var huge: Int128; var unsigned: UInt; var wideUnsigned: UInt64
    var double: Double; var float: Float; var decimal: Decimal; var maybeInt: Int?; var maybeDouble: Double?
    var createdAt: Date; var maybeDate: Date?; var seal: Data; var linkURL: URL; var userID: UUID
    var level: Level; var status: Status?; var levels: [Level]; var choice: Choice; var choices: [Choice]?
    var words: [String]; var numbers: [Int]; var matrix: [[Int]]; var people: [Person]; var maybePeople: [Person]?
    var byName: [String: Person]; var byID: [Int: [String]]; var byLevel: [Level: Int]; var unique: Set<Int>
    var maybeWords: [String]?; var maybePerson: Person?; var gaps: [Int?]
}

/// A maker of random values: either ordinary ones, which every style can write, or unusual ones.
private struct Maker {
    var random: SeededGenerator
    let isWild: Bool
    let joinsByComma: Bool

    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    mutating func maybe<T>(_ make: (inout Maker) -> T) -> T? { Bool.random(using: &random) ? make(&self) : nil }
    mutating func list<T>(_ make: (inout Maker) -> T) -> [T] {
        (0..<Int.random(in: (isWild ? 0 : 1)...3, using: &random)).map { _ in make(&self) }
    }

    mutating func text(isElement: Bool = false) -> String {
        var characters = "abcZ09 +%&=;#?/\\\"'<>äßé日🙂\u{0}\r\n\t~-_".map(String.init)
        if isWild { characters += [",", "[", "]", "."] }
        let count = Int.random(in: (isWild ? 0 : 1)...8, using: &random)
        return (0..<count).map { _ in pick(characters) }.joined()
    }

    mutating func key() -> String { isWild ? text() : text().replacing("\u{0}", with: "k") }
    mutating func double() -> Double {
        let value = Double(bitPattern: random.next())
        return value.isFinite ? value : 1.5
    }
    mutating func float() -> Float {
        let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        return value.isFinite ? value : 1.5
    }
    mutating func date() -> Date {
        Date(timeIntervalSince1970: Double(Int64.random(in: -8_000_000_000...16_000_000_000, using: &random)) / 4)
    }
    mutating func data() -> Data { Data(list { UInt8(truncatingIfNeeded: $0.random.next()) }) }
    mutating func person() -> Person {
        Person(firstName: text(), age: maybe { UInt8(truncatingIfNeeded: $0.random.next()) })
    }
    mutating func level() -> Level { joinsByComma && !isWild ? .high : pick(Level.allCases) }
    mutating func choice() -> Choice {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .number(int())
        case 1: .range(from: double(), upTo: maybe { $0.double() })
        default: .people(list { $0.person() })
        }
    }
    mutating func int() -> Int { Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random) }
    mutating func dictionary<K: Hashable, V>(_ key: (inout Maker) -> K, _ value: (inout Maker) -> V) -> [K: V] {
        Dictionary(list { (key(&$0), value(&$0)) }) { first, _ in first }
    }

    mutating func everything() -> Everything {
        Everything(
            text: text(), maybeText: maybe { $0.text() }, flag: .random(using: &random),
            maybeFlag: maybe { .random(using: &$0.random) }, small: Int8(truncatingIfNeeded: int()), int: int(),
            wide: Int64(int()), huge: Int128(int()) * Int128(int()), unsigned: UInt(random.next()),
            wideUnsigned: random.next(),
            double: double(), float: float(), decimal: Decimal(int()) / 1_000, maybeInt: maybe { $0.int() },
            maybeDouble: maybe { $0.double() }, createdAt: date(), maybeDate: maybe { $0.date() }, seal: data(),
            linkURL: URL(string: "https://h/\(int())?a=b&c=%20") ?? URL("https://h"),
            userID: UUID(uuidString: "01020304-0506-0708-090A-0B0C0D0E0F10") ?? UUID(), level: level(),
            status: maybe { $0.pick(Status.allCases) }, levels: list { $0.level() }, choice: choice(),
            choices: maybe { $0.list { $0.choice() } }, words: list { $0.text() }, numbers: list { $0.int() },
            matrix: list { $0.list { $0.int() } }, people: list { $0.person() },
            maybePeople: maybe { $0.list { $0.person() } }, byName: dictionary({ $0.key() }, { $0.person() }),
            byID: dictionary({ $0.int() }, { $0.list { $0.text() } }),
            byLevel: isWild ? dictionary({ $0.level() }, { $0.int() }) : [.high: int()], unique: Set(list { $0.int() }),
            maybeWords: maybe { $0.list { $0.text() } }, maybePerson: maybe { $0.person() },
            gaps: list { maker in maker.isWild ? maker.maybe { $0.int() } : maker.int() }
        )
    }
}

private let codings: [Coding] = {
    let keys: [Coding.KeyStyle] = [
        .verbatim, .snakeCase, .custom(encode: { "k-" + $0 }, decode: { String($0.dropFirst(2)) }),
    ]
    let dates: [Coding.DateStyle] = [
        .iso8601, .fractionalSecondsSince1970, .millisecondsSince1970,
        .custom(
            encode: { "day \($0.timeIntervalSince1970 * 4)" },
            decode: { Date(timeIntervalSince1970: (Double($0.dropFirst(4)) ?? .nan) / 4) }
        ),
    ]
    let data: [Coding.DataStyle] = [
        .base64,
        .custom(
            encode: { $0.map { "\($0)" }.joined(separator: " ") },
            decode: {
                Data($0.split(separator: " ").compactMap { UInt8($0) })
            }),
    ]
    var codings: [Coding] = []
    for arrays in [Coding.ArrayStyle.repeated, .brackets, .indices, .commaSeparated] {
        for nesting in [Coding.NestingStyle.brackets, .dots] {
            for booleans in [Coding.BooleanStyle.literal, .numeric] {
                for nils in [Coding.NilStyle.omitted, .empty, .flag] {
                    for spacesAsPlus in [false, true] {
                        let count = codings.count
                        codings.append(
                            Coding(
                                keys: keys[count % 3], dates: dates[count / 3 % 4], data: data[count / 2 % 2],
                                arrays: arrays,
                                nesting: nesting, booleans: booleans, nils: nils, spacesAsPlus: spacesAsPlus
                            )
                        )
                    }
                }
            }
        }
    }
    return codings
}()

@Suite("A form is read back as it was written") struct FormIdentityTests {
    @Test func `values that every style can write are equal after a round trip, in every combination of styles`() throws
    {
        #expect(codings.count == 96)
        for (seed, coding) in codings.enumerated() {
            var maker = Maker(
                random: SeededGenerator(seed: UInt64(seed)), isWild: false,
                joinsByComma: coding.arrays == .commaSeparated
            )
            for _ in 0..<4 {
                let value = maker.everything()
                let data = try coding.formData(from: value)
                let read = try coding.value(Everything.self, fromForm: data)
                #expect(read == value, "\(coding.arrays) \(coding.nesting) \(coding.nils)")
                #expect(try coding.formData(from: read) == data)
            }
        }
    }

    @Test func `unusual values are refused, or equal after a round trip`() throws {
        var refused = 0
        var written = 0
        for (seed, coding) in codings.enumerated() {
            var maker = Maker(random: SeededGenerator(seed: UInt64(seed) + 1_000), isWild: true, joinsByComma: true)
            for _ in 0..<40 {
                let parts = Parts(&maker)
                do {
                    let data = try coding.formData(from: parts)
                    written += 1
                    #expect(
                        try coding.value(Parts.self, fromForm: data) == parts,
                        "\(coding.arrays) \(coding.nesting) \(coding.nils): \(String(decoding: data, as: UTF8.self))"
                    )
                } catch let error as TransportError {
                    #expect(error.code == .bodyEncodingFailed)
                    refused += 1
                }
            }
        }
        #expect(refused > 500 && written > 500, "\(refused) refused, \(written) written")
    }

    /// A few properties, so that not every value contains one that is refused.
    private struct Parts: Codable, Equatable, Sendable {
        var text: String?
        var words: [String]?
        var tree: [String: [String]]?
        var gaps: [Int?]?
        var people: [[Person]]?
        var choice: Choice?

        init(_ maker: inout Maker) {
            switch Int.random(in: 0..<6, using: &maker.random) {
            case 0: text = maker.text()
            case 1: words = maker.list { $0.text() }
            case 2: tree = maker.dictionary({ $0.key() }, { $0.list { $0.text() } })
            case 3: gaps = maker.list { $0.maybe { $0.int() } }
            case 4: people = maker.list { $0.list { $0.person() } }
            default: choice = maker.choice()
            }
        }
    }
}
