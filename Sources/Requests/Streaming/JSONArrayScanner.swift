import Foundation

/// Finds the elements of a top-level JSON array (RFC 8259) from brackets, strings and commas alone.
///
/// It doesn't check the content of an element: the decoder does that.
struct JSONArrayScanner: Sendable {
    private enum State {
        case start, first, element, next, afterElement, end
    }

    private enum Inside {
        case scalar, string, escape
        /// An object or an array.
        case container
        case containerString, containerEscape
    }

    /// The maximum number of bytes in an element.
    let limit: Int
    private var state = State.start
    private var inside = Inside.scalar
    private var depth = 0
    /// The number of received bytes of the byte order mark.
    private var markCount = 0
    /// The start of an incomplete element.
    private var pending: [UInt8] = []
    /// The number of complete elements.
    private var count = 0

    /// The depth limit of Foundation's decoder.
    private static var depthLimit: Int { 512 }

    init(limit: Int) {
        self.limit = limit
    }

    /// Emits the bytes of each element, and its index.
    mutating func scan(_ bytes: Bytes, _ emit: (Bytes, Int) throws -> Void) throws {
        var position = 0
        while position < bytes.count {
            if state == .element {
                try scanElement(bytes, &position, emit)
            } else {
                try scanBetween(bytes[position])
                // Don't advance past the first byte of an element: `scanElement` reads it again.
                if state != .element { position += 1 }
            }
        }
    }

    func finish() throws {
        switch state {
        case .end: return
        case .start:
            throw TransportError(code: .emptyBody, message: "the body is empty, but a JSON array was expected")
        case .first, .element, .next, .afterElement:
            throw StreamError.malformed("the JSON array ends after \(count) elements, without a closing `]`")
        }
    }

    private mutating func scanBetween(_ byte: UInt8) throws {
        if state == .start, try isOfByteOrderMark(byte) { return }
        if byte.isJSONWhitespace { return }
        switch (state, byte) {
        case (.start, UInt8(ascii: "[")): state = .first
        case (.start, _):
            throw StreamError.malformed("the response is not a JSON array: it begins with \(Self.shown(byte))")
        case (.first, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")): state = .end
        case (.afterElement, UInt8(ascii: ",")): state = .next
        case (.afterElement, _):
            throw StreamError.malformed(
                "expected a comma or `]` after the element at index \(count - 1), but found \(Self.shown(byte))")
        case (.end, _): throw StreamError.malformed("found \(Self.shown(byte)) after the end of the JSON array")
        case (_, UInt8(ascii: ",")), (_, UInt8(ascii: "]")), (_, UInt8(ascii: "}")), (_, UInt8(ascii: ":")):
            throw StreamError.malformed("expected the element at index \(count), but found \(Self.shown(byte))")
        default: begin(byte)
        }
    }

    /// Returns whether the byte belongs to a byte order mark at the start of the body.
    private mutating func isOfByteOrderMark(_ byte: UInt8) throws -> Bool {
        guard markCount < 3 else { return false }
        if "\u{FEFF}".utf8.dropFirst(markCount).first == byte {
            markCount += 1
            return true
        }
        if markCount > 0 { throw StreamError.malformed("the response is not a JSON array: it is not valid UTF-8") }
        markCount = 3
        return false
    }

    private mutating func begin(_ byte: UInt8) {
        state = .element
        depth = 0
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): inside = .container
        case UInt8(ascii: "\""): inside = .string
        default: inside = .scalar
        }
    }

    /// Moves to the end of the element or of the bytes.
    private mutating func scanElement(
        _ bytes: Bytes, _ position: inout Int, _ emit: (Bytes, Int) throws -> Void
    ) throws {
        let start = position
        let isEnded = try end(of: bytes, &position, isBegin: pending.isEmpty)
        guard pending.count + position - start <= limit else {
            throw StreamError.tooLarge("the element at index \(count)", limit: limit, setting: ".jsonArray(limit:)")
        }
        guard isEnded else {
            pending += bytes[start...]
            return
        }
        state = .afterElement
        count += 1
        if pending.isEmpty { return try emit(bytes.part(start..<position), count - 1) }
        pending += bytes[start..<position]
        let element = pending
        if pending.capacity > 65_536 { pending = [] } else { pending.removeAll(keepingCapacity: true) }
        try element.withUnsafeBufferPointer { try emit($0, count - 1) }
    }

    /// Moves to the position after the element; returns `false` if the bytes end before the element ends.
    private mutating func end(of bytes: Bytes, _ position: inout Int, isBegin: Bool) throws -> Bool {
        // Skip the quote that starts a string, so that it doesn't end the string.
        if isBegin, inside == .string { position += 1 }
        while position < bytes.count {
            let byte = bytes[position]
            switch inside {
            case .scalar:
                if byte.isJSONWhitespace || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") { return true }
                position += 1
            case .string, .containerString:
                if byte == UInt8(ascii: "\\") {
                    inside = inside == .string ? .escape : .containerEscape
                } else if byte == UInt8(ascii: "\"") {
                    position += 1
                    if inside == .string { return true }
                    inside = .container
                    continue
                }
                position += 1
            case .escape, .containerEscape:
                inside = inside == .escape ? .string : .containerString
                position += 1
            case .container:
                position += 1
                switch byte {
                case UInt8(ascii: "\""): inside = .containerString
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    guard depth <= Self.depthLimit else {
                        throw StreamError.malformed(
                            "the element at index \(count) is nested deeper than \(Self.depthLimit) levels"
                        )
                    }
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    if depth == 0 { return true }
                default: break
                }
            }
        }
        return false
    }

    private static func shown(_ byte: UInt8) -> String {
        0x21...0x7E ~= byte
            ? "`\(Character(Unicode.Scalar(byte)))`" : "the byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
}
