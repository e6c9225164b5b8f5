import Foundation
import Requests
import TestSupport
import Testing

/// The parsers, compared with naive ones on generated texts.
@Suite("Streams, generated")
struct StreamPropertyTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }

    private func text(of pieces: [String], _ generator: inout Generator) -> String {
        (0..<Int.random(in: 0...20, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
            .joined()
    }

    /// Splits data at random.
    private func pieces(of data: Data, _ generator: inout Generator) -> [Data] {
        var pieces: [Data] = [], rest = data
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...8, using: &generator))
            pieces.append(Data(piece))
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }

    @Test(arguments: 0..<400 as Range<UInt64>) func `events equal those of a naive parser`(seed: UInt64) throws {
        var generator = Generator(state: seed)
        let text = text(
            of: [
                "\n", "\n\n", "\r", "\r\n", "\r\n\r\n", "data", "data:", "data: a", "data:ä😀", "event: x", "id: 1",
                "id", "id: \0",
                "retry: 5", "retry: x", ":", " ", "\u{FEFF}", "b",
            ], &generator)
        let parsed = try StreamFormat.serverSentEvents.parsed(pieces(of: Data(text.utf8), &generator))
        #expect(parsed == Parsed(elements: Self.events(in: text)), "\(text.debugDescription)")
    }

    /// Parses the whole text with the algorithm of the standard.
    private static func events(in text: String) -> [ServerSentEvent<String>] {
        var scalars = Array(text.unicodeScalars)
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        var lines: [String] = [], line = String.UnicodeScalarView(), index = 0
        while index < scalars.count {
            if scalars[index] == "\r" || scalars[index] == "\n" {
                if scalars[index] == "\r", index + 1 < scalars.count, scalars[index + 1] == "\n" { index += 1 }
                lines.append(String(line))
                line = .init()
            } else {
                line.append(scalars[index])
            }
            index += 1
        }
        var events: [ServerSentEvent<String>] = [], data: [String] = [], type = "", id = "", retry: Duration?
        for line in lines {
            if line.isEmpty {
                if !data.isEmpty {
                    events.append(
                        ServerSentEvent(
                            type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"), id: id,
                            retry: retry))
                }
                (data, type) = ([], "")
                continue
            }
            let view = line.unicodeScalars
            let colon = view.firstIndex(of: ":") ?? view.endIndex
            var value = view[colon...].dropFirst()
            if value.first == " " { value.removeFirst() }
            switch String(view[..<colon]) {
            case "data": data.append(String(value))
            case "event": type = String(value)
            case "id": if !value.contains("\0") { id = String(value) }
            case "retry": if let number = Int(String(value)) { retry = .milliseconds(number) }
            default: break
            }
        }
        return events
    }

    @Test(arguments: 0..<400 as Range<UInt64>) func `lines equal those of a naive parser`(seed: UInt64) throws {
        var generator = Generator(state: seed)
        let text = text(of: ["\n", "\r\n", "\r", "a", "ä😀", "\u{2028}", ""], &generator)
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
            String(String.UnicodeScalarView($0))
        }
        let last = lines.removeLast()
        lines = lines.map {
            $0.unicodeScalars.last == "\r" ? String(String.UnicodeScalarView($0.unicodeScalars.dropLast())) : $0
        }
        if !last.isEmpty { lines.append(last) }
        let pieces = pieces(of: Data(text.utf8), &generator)
        #expect(try StreamFormat.lines.parsed(pieces) == Parsed(elements: lines))
        #expect(try StreamFormat.lineData.parsed(pieces).elements == lines.map { Data($0.utf8) })
    }

    @Test(arguments: 0..<400 as Range<UInt64>) func `an array contains the elements that Foundation decodes`(
        seed: UInt64
    )
        throws
    {
        var generator = Generator(state: seed)
        let text =
            "["
            + text(
                of: [
                    "1", ",", ",", ", ", "[", "]", "{", "}", "{\"a\":", "\"", "\"\\\"\"", "\"x]\"", "\\", "null", " ",
                    "[]", "{}",
                    "-2.5,", "\"ä\",",
                ], &generator) + "]"
        let parsed = try StreamFormat.jsonArray(JSONStreamTests.Value.self)
            .parsed(pieces(of: Data(text.utf8), &generator))
        // Foundation accepts a comma after the last element, which JSON forbids (RFC 8259, section 5).
        let hasCommaAtEnd = text.dropLast().last { $0 != " " } == ","
        if !hasCommaAtEnd, let expected = try? JSONDecoder().decode([JSONStreamTests.Value].self, from: Data(text.utf8))
        {
            #expect(parsed == Parsed(elements: expected), "\(text)")
        } else {
            #expect(parsed.code != nil, "\(text)")
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func `an encoded array is read back`(seed: UInt64) throws {
        var generator = Generator(state: seed)
        func value(_ depth: Int) -> Any {
            switch Int.random(in: 0...(depth > 3 ? 2 : 4), using: &generator) {
            case 0: return NSNull()
            case 1: return Int.random(in: -9...9, using: &generator)
            case 2: return ["", "a", "\"", "\\", "]},", "ä😀\n"].randomElement(using: &generator) ?? ""
            case 3: return (0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth + 1) }
            default:
                let keys = (0..<Int.random(in: 0...3, using: &generator)).map { "k\($0)\"}" }
                return Dictionary(uniqueKeysWithValues: keys.map { ($0, value(depth + 1)) })
            }
        }
        let elements = (0..<Int.random(in: 0...8, using: &generator)).map { _ in value(0) }
        let options: JSONSerialization.WritingOptions = seed.isMultiple(of: 2) ? [.prettyPrinted] : []
        let data = try JSONSerialization.data(withJSONObject: elements, options: options)
        let parsed = try StreamFormat.jsonArray(JSONStreamTests.Value.self).parsed(pieces(of: data, &generator))
        #expect(parsed == Parsed(elements: try JSONDecoder().decode([JSONStreamTests.Value].self, from: data)))
    }
}
