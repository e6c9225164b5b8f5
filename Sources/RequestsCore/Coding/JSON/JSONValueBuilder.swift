package import Foundation

extension JSONValue {
    /// Parses JSON in UTF-8.
    ///
    /// - Throws: `DecodingError` with the problem and its position.
    package init(parsing data: Data) throws(DecodingError) { self = try Self.read(data, repairing: false).value }

    /// Parses JSON in UTF-8, keeping the first of repeated members, and replacing half a surrogate pair by U+FFFD.
    ///
    /// - Returns: The value, and whether a member was dropped or half a surrogate pair replaced.
    /// - Throws: `DecodingError` with the problem and its position.
    package static func repairing(_ data: Data) throws(DecodingError) -> (value: JSONValue, isRepaired: Bool) {
        try read(data, repairing: true)
    }

    private static func read(
        _ data: Data, repairing repairs: Bool
    ) throws(DecodingError) -> (value: JSONValue, isRepaired: Bool) {
        var stop: String?
        var result: (JSONValue, Bool)?
        data.withUnsafeBytes { bytes in
            var scan = JSONScan(bytes: bytes.bindMemory(to: UInt8.self), visitor: JSONValueBuilder(repairs: repairs))
            do throws(JSONScanStop) {
                try scan.text()
                result = scan.visitor.value.map { ($0, scan.visitor.isRepaired) }
            } catch {
                stop = error.text(at: scan.position, of: data.count)
            }
        }
        guard let result else {
            let problem = JSONError(kind: .text, description: stop ?? "it has no value")
            throw .dataCorrupted(
                .init(codingPath: [], debugDescription: JSONError.notJSON, underlyingError: problem))
        }
        return result
    }

    /// Returns whether JSON is in UTF-8: other encodings start with their byte order mark, or contain zeros.
    static func canParse(_ data: Data) -> Bool {
        Charset.ofByteOrderMark(data) ?? "utf-8" == "utf-8" && !data.prefix(4).contains(0)
    }
}

extension DecodingError {
    /// The reason why text is not JSON, with its position; `nil` for another error.
    package var jsonIssue: String? {
        guard case .dataCorrupted(let context) = self else { return nil }
        return (context.underlyingError as? JSONError)?.description
    }
}

/// A builder that makes a value from the parts of a JSON text.
private struct JSONValueBuilder: JSONVisitor {
    /// An array or object that is still open.
    private struct Container {
        let isObject: Bool
        var elements: [JSONValue] = []
        var members = JSONValue.Object()
        var name = ""
    }

    private(set) var value: JSONValue?
    private var texts: JSONTexts
    private var repeatsName = false
    private var containers: [Container] = []

    init(repairs: Bool) { texts = JSONTexts(repairs: repairs) }

    var isRepaired: Bool { repeatsName || texts.isRepaired }

    mutating func open(isObject: Bool) { containers.append(Container(isObject: isObject)) }

    mutating func close() {
        guard let container = containers.popLast() else { return }
        add(container.isObject ? .object(container.members) : .array(container.elements))
    }

    mutating func name(_ text: Bytes, hasEscapes: Bool) throws(JSONScanStop) {
        containers[containers.count - 1].name = try texts.text(of: text, hasEscapes: hasEscapes)
    }

    mutating func string(_ text: Bytes, hasEscapes: Bool) throws(JSONScanStop) {
        add(.string(try texts.text(of: text, hasEscapes: hasEscapes)))
    }

    mutating func number(_ text: Bytes) {
        add(.number(.init(checked: String(decoding: text, as: UTF8.self))))
    }

    mutating func word(_ text: StaticString) {
        switch text.utf8Start.pointee {
        case UInt8(ascii: "t"): add(.bool(true))
        case UInt8(ascii: "f"): add(.bool(false))
        default: add(.null)
        }
    }

    private mutating func add(_ new: JSONValue) {
        let last = containers.count - 1
        if last < 0 {
            value = new
        } else if containers[last].isObject {
            if !containers[last].members.appendIfNew(containers[last].name, new) { repeatsName = true }
        } else {
            containers[last].elements.append(new)
        }
    }
}

/// A parser of strings, given the bytes between their quotes.
private struct JSONTexts {
    /// Indicates whether half a surrogate pair is replaced by U+FFFD instead of throwing an error.
    let repairs: Bool
    private(set) var isRepaired = false

    init(repairs: Bool) { self.repairs = repairs }

    mutating func text(of bytes: Bytes, hasEscapes: Bool) throws(JSONScanStop) -> String {
        guard let text = hasEscapes ? try unescaped(bytes) : bytes.validText else { throw .notUTF8 }
        return text
    }

    private mutating func unescaped(_ bytes: Bytes) throws(JSONScanStop) -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while true {
            let next = bytes.position(of: UInt8(ascii: "\\"), from: position)
            result.append(contentsOf: bytes[position..<next])
            guard next + 1 < bytes.count else { break }
            position = next + 2
            switch bytes[next + 1] {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                let scalar = Self.character(in: bytes, at: &position)
                guard scalar != nil || repairs else { throw .halfCharacter }
                if scalar == nil { isRepaired = true }
                result.append(contentsOf: String(Character(scalar ?? "\u{FFFD}")).utf8)
            default: result.append(bytes[next + 1])
            }
        }
        return result.withUnsafeBufferPointer(\.validText)
    }

    /// Reads four digits, or the two escapes of a surrogate pair (RFC 8259, section 7); `nil` for half a pair.
    private static func character(in bytes: Bytes, at position: inout Int) -> Unicode.Scalar? {
        let first = unit(in: bytes, at: &position)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var end = position + 2
        let second = unit(in: bytes, at: &end)
        guard 0xDC00...0xDFFF ~= second else { return nil }
        position = end
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private static func unit(in bytes: Bytes, at position: inout Int) -> UInt32 {
        let text = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        position += 4
        return UInt32(text, radix: 16) ?? 0xDC00
    }
}
