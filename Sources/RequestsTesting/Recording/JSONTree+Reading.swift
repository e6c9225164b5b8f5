import Foundation

/// The reason why a text is not JSON.
struct JSONIssue: Error, Hashable {
    /// A clause whose subject is the text.
    let reason: String
    /// The number of the line, from 1; `nil` if the problem has no place.
    let line: Int?
}

extension JSONTree {
    /// Reads a text (RFC 8259), with or without a byte order mark.
    ///
    /// - Throws: A problem for text that is not UTF-8, malformed, or nested more than 256 levels.
    init(_ data: Data) throws(JSONIssue) {
        guard String(validating: data, as: UTF8.self) != nil else {
            throw JSONIssue(reason: "is not UTF-8", line: nil)
        }
        var bytes = Array(data)[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        var reader = JSONTreeReader(bytes)
        self = try reader.document()
    }
}

/// Reads JSON from bytes that are UTF-8.
private struct JSONTreeReader {
    private static let depthLimit = 256

    private let bytes: ArraySlice<UInt8>
    private var index: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    mutating func document() throws(JSONIssue) -> JSONTree {
        let value = try value(depth: 0)
        skipSpace()
        guard index == bytes.endIndex else { throw malformed }
        return value
    }

    private var malformed: JSONIssue {
        let line = bytes[..<min(index, bytes.endIndex)].count { $0 == UInt8(ascii: "\n") } + 1
        return JSONIssue(reason: index < bytes.endIndex ? "is not JSON" : "is not JSON: it breaks off", line: line)
    }

    private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONIssue) -> JSONTree {
        guard depth < Self.depthLimit else {
            throw JSONIssue(reason: "is nested more than \(Self.depthLimit) levels", line: malformed.line)
        }
        if take("{") { return .object(try members(depth: depth)) }
        if take("[") { return .array(try elements(depth: depth)) }
        if take("\"") { return .text(try text()) }
        let start = index
        while let byte = next, Self.isInWord(byte) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        switch word {
        case "null": return .null
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default:
            guard Self.isNumber(word) else {
                index = start
                throw malformed
            }
            return .number(word)
        }
    }

    private mutating func members(depth: Int) throws(JSONIssue) -> [JSONTree.Member] {
        var members: [JSONTree.Member] = []
        if take("}") { return members }
        repeat {
            guard take("\"") else { throw malformed }
            let name = try text()
            guard take(":") else { throw malformed }
            members.append(JSONTree.Member(name, try value(depth: depth + 1)))
        } while take(",")
        guard take("}") else { throw malformed }
        return members
    }

    private mutating func elements(depth: Int) throws(JSONIssue) -> [JSONTree] {
        var elements: [JSONTree] = []
        if take("]") { return elements }
        repeat { elements.append(try value(depth: depth + 1)) } while take(",")
        guard take("]") else { throw malformed }
        return elements
    }

    /// Reads a string up to its closing quote; the opening one was read before.
    private mutating func text() throws(JSONIssue) -> String {
        // The units of escapes are joined: a character outside the basic plane has two.
        var result = ""
        var units: [UInt16] = []
        while let byte = next, byte != UInt8(ascii: "\""), byte >= 0x20 {
            if byte == UInt8(ascii: "\\") {
                index += 1
                units.append(try escape())
                continue
            }
            if !units.isEmpty {
                result += String(decoding: units, as: UTF16.self)
                units = []
            }
            let start = index
            while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { index += 1 }
            result += String(decoding: bytes[start..<index], as: UTF8.self)
        }
        guard next == UInt8(ascii: "\"") else { throw malformed }
        index += 1
        return result + String(decoding: units, as: UTF16.self)
    }

    private mutating func escape() throws(JSONIssue) -> UInt16 {
        guard let byte = next else { throw malformed }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(byte)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            let digits = bytes[index...].prefix(4)
            let text = String(decoding: digits, as: UTF8.self)
            guard digits.count == 4, digits.allSatisfy(Self.isInWord), let unit = UInt16(text, radix: 16),
                text.first != "+"
            else { throw malformed }
            index += 4
            return unit
        default:
            index -= 1
            throw malformed
        }
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Returns whether a word is a number of JSON: no leading zeros and pluses, and a digit on both sides of the point.
    private static func isNumber(_ word: String) -> Bool {
        var rest = Array(word.utf8)[...]
        func digits() -> Int {
            let count = rest.prefix { 0x30...0x39 ~= $0 }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let hasZero = rest.first == 0x30
        let count = digits()
        guard count > 0, count == 1 || !hasZero else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if let byte = rest.first, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
