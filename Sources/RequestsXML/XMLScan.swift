#if XML
import RequestsCore

/// Scans the markup of a document once, before it is parsed.
///
/// The scan stops at markup that it rejects, or for which the parser reports an error. It removes comments, processing
/// instructions and the document type: on Linux, Foundation crashes at an instruction without data. CDATA sections
/// become escaped text, because XMLCoder would lose adjacent text.
struct XMLScan {
    let bytes: [UInt8]
    private(set) var result: [UInt8] = []
    private(set) var isBlank = true

    /// Indicates whether a name in the document has a namespace prefix.
    private(set) var hasPrefixes = false

    /// Indicates whether the parser receives the document unchanged, so that its line numbers are correct.
    private(set) var isUnchanged = true

    private var position = 0
    /// The position of the first byte that is not in the result yet.
    private var copied = 0
    private var depth = 0
    private var hasType = false
    private var hasEnded = false

    init(bytes: [UInt8]) {
        self.bytes = bytes
        result.reserveCapacity(bytes.count)
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    mutating func run() throws {
        while position < bytes.count {
            let start = position
            position = index(of: UInt8(ascii: "<"), from: position)
            try text(start..<position)
            guard position < bytes.count else { break }
            if starts(with: "<!--") {
                _ = leaveOut(to: "-->", from: position + 4)
            } else if starts(with: "<![CDATA[") {
                section()
            } else if starts(with: "<?") {
                _ = leaveOut(to: "?>", from: position + 2)
            } else if starts(with: "<!") {
                try type()
            } else {
                try tag()
            }
        }
        result += bytes[copied...]
    }

    private mutating func text(_ range: Range<Int>) throws {
        guard !bytes[range].allSatisfy(Self.isSpace) else { return }
        if depth > 0 { isBlank = false }
        if hasEnded { throw XMLDocument.problem("the data contains text after the root element") }
    }

    /// Removes everything up to a mark; if the mark is missing, the parser reports the error.
    ///
    /// Outside the outermost element, spaces replace the removed bytes, so that line and column numbers stay correct.
    private mutating func leaveOut(to mark: StaticString, from start: Int) -> Range<Int>? {
        let first = position
        guard let end = end(of: mark, from: start) else {
            position = bytes.count
            return nil
        }
        replace(first..<end)
        return first..<end
    }

    private mutating func replace(_ range: Range<Int>) {
        result += bytes[copied..<range.lowerBound]
        if depth == 0 { result += XMLScan.blank(bytes[range]) } else { isUnchanged = false }
        position = range.upperBound
        copied = range.upperBound
    }

    /// Returns spaces instead of bytes that are not read.
    static func blank(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { isSpace($0) ? $0 : 0x20 }
    }

    private mutating func section() {
        guard depth > 0, let range = leaveOut(to: "]]>", from: position + 9) else {
            position += 1
            return
        }
        isBlank = false
        for byte in bytes[range].dropFirst(9).dropLast(3) {
            switch byte {
            case UInt8(ascii: "<"): result += "&lt;".utf8
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case UInt8(ascii: "&"): result += "&amp;".utf8
            default: result.append(byte)
            }
        }
    }

    /// Skips the document type, which is not read.
    ///
    /// Its entity declarations could expand a few bytes to any size, or cause files to be read.
    private mutating func type() throws {
        let end = endOfTag(from: position)
        if bytes[position..<end].contains(UInt8(ascii: "[")) {
            throw XMLDocument.problem("the data has a DOCTYPE with an internal subset, which isn't supported")
        }
        if depth == 0, !hasEnded, !hasType, bytes[end - 1] == UInt8(ascii: ">") {
            replace(position..<end)
            hasType = true
        }
        position = end
    }

    private mutating func tag() throws {
        let start = position
        position = endOfTag(from: position)
        if start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "/") {
            depth -= 1
        } else {
            if hasEnded { throw XMLDocument.problem("the data has more than one root element") }
            if depth > 0 { isBlank = false }
            depth += 1
            if depth > XMLCheck.maximumDepth {
                throw XMLDocument.problem(
                    "the data has elements that are nested more than \(XMLCheck.maximumDepth) levels deep")
            }
            if position - start >= 2, bytes[position - 2] == UInt8(ascii: "/") { depth -= 1 }
        }
        if depth == 0 { hasEnded = true }
    }
}

extension XMLScan {
    private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private func index(of byte: UInt8, from start: Int) -> Int { bytes[start...].firstIndex(of: byte) ?? bytes.count }

    /// Returns the position after a mark; `nil` if there is none.
    private func end(of mark: StaticString, from start: Int) -> Int? {
        let mark = mark.withUTF8Buffer { Array($0) }
        var index = start
        while index + mark.count <= bytes.count, let first = bytes[index...].firstIndex(of: mark[0]) {
            if bytes[first...].starts(with: mark) { return first + mark.count }
            index = first + 1
        }
        return nil
    }

    /// Returns the position after a tag, which ends with an unquoted `>`.
    private mutating func endOfTag(from start: Int) -> Int {
        var index = start
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ":"), !hasPrefixes {
                // The declaration of a prefix isn't a name that a type reads.
                hasPrefixes = !bytes[..<(index - 1)].reversed().starts(with: "snlmx".utf8)
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index
            }
        }
        return index
    }
}
#endif
