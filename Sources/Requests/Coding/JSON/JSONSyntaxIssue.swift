import Foundation

/// The first syntax issue of a JSON text with its position (RFC 8259), which Foundation does not report.
enum JSONSyntaxIssue: Equatable {
    /// The text is JSON.
    case none
    /// The encoding is not UTF-8, so the text is not checked.
    case unknown
    /// A description of the issue and its position.
    case found(String)

    /// Returns the first issue in a text.
    static func first(in data: Data) -> JSONSyntaxIssue {
        // Other encodings begin with a byte order mark, or have a zero in their first bytes.
        if Charset.ofByteOrderMark(data) ?? "utf-8" != "utf-8" || data.prefix(4).contains(0) { return .unknown }
        return data.withUnsafeBytes { bytes in
            var scan = JSONScan(bytes: bytes.bindMemory(to: UInt8.self))
            do throws(JSONScan.Stop) {
                try scan.text()
            } catch {
                switch error {
                case .fault: return .found("at byte \(scan.position)")
                case .tooDeep: return .found("it is nested deeper than \(JSONScan.depthLimit) levels")
                case .end: return .found("it ends too early, after \(BodyText.size(data.count))")
                }
            }
            return String(validating: data, as: UTF8.self) == nil ? .found("it is not text in UTF-8") : .none
        }
    }
}

/// Scans JSON, and keeps the open brackets in an array instead of recursing.
private struct JSONScan {
    enum Stop: Error { case fault, tooDeep, end }

    /// The depth limit of Foundation's decoder.
    static let depthLimit = 512

    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    /// The closing brackets that are still to come.
    private var closing: [UInt8] = []

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.hasByteOrderMark { position = 3 }
    }

    mutating func text() throws(Stop) {
        repeat {
            try value()
            try close()
        } while !closing.isEmpty
        skipSpace()
        if position < bytes.count { throw .fault }
    }

    /// Reads a scalar, or the opening brackets of a container up to its first scalar or its end.
    private mutating func value() throws(Stop) {
        while true {
            switch try next() {
            case UInt8(ascii: "{"):
                try open(UInt8(ascii: "}"))
                if try next() == UInt8(ascii: "}") { return }
                try name()
            case UInt8(ascii: "["):
                try open(UInt8(ascii: "]"))
                if try next() == UInt8(ascii: "]") { return }
            case UInt8(ascii: "\""): return try string()
            case UInt8(ascii: "t"): return try word("true")
            case UInt8(ascii: "f"): return try word("false")
            case UInt8(ascii: "n"): return try word("null")
            case UInt8(ascii: "-"), 0x30...0x39: return try number()
            default: throw .fault
            }
        }
    }

    private mutating func open(_ bracket: UInt8) throws(Stop) {
        guard closing.count < Self.depthLimit else { throw .tooDeep }
        position += 1
        closing.append(bracket)
    }

    /// Reads the bytes after a value: closing brackets, or a comma and the name of the next value.
    private mutating func close() throws(Stop) {
        while let bracket = closing.last {
            let byte = try next()
            guard byte == bracket || byte == UInt8(ascii: ",") else { throw .fault }
            position += 1
            if byte == bracket {
                closing.removeLast()
            } else {
                if bracket == UInt8(ascii: "}") { try name() }
                return
            }
        }
    }

    private mutating func name() throws(Stop) {
        guard try next() == UInt8(ascii: "\"") else { throw .fault }
        try string()
        guard try next() == UInt8(ascii: ":") else { throw .fault }
        position += 1
    }

    private mutating func string() throws(Stop) {
        position += 1
        while true {
            let byte = try current()
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"):
                position += 1
                let escape = try current()
                guard "\"\\/bfnrtu".utf8.contains(escape) else { throw .fault }
                position += 1
                if escape == UInt8(ascii: "u") {
                    for _ in 0..<4 {
                        guard try current().isHexDigit else { throw .fault }
                        position += 1
                    }
                }
            case 0..<0x20: throw .fault
            default: position += 1
            }
        }
    }

    private mutating func word(_ word: StaticString) throws(Stop) {
        for index in 0..<word.utf8CodeUnitCount {
            guard try current() == word.utf8Start[index] else { throw .fault }
            position += 1
        }
    }

    private mutating func number() throws(Stop) {
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        if try current() == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(try current()) { position += 1 }
            try digits()
        }
    }

    private mutating func digits() throws(Stop) {
        guard 0x30...0x39 ~= (try current()) else { throw .fault }
        while position < bytes.count, 0x30...0x39 ~= bytes[position] { position += 1 }
    }

    /// Skips white space, and returns the next byte.
    private mutating func next() throws(Stop) -> UInt8 {
        skipSpace()
        return try current()
    }

    private func current() throws(Stop) -> UInt8 {
        guard position < bytes.count else { throw .end }
        return bytes[position]
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position].isJSONWhitespace { position += 1 }
    }
}
