/// A visitor that receives the parts of a JSON text in order.
protocol JSONVisitor {
    mutating func open(isObject: Bool)
    mutating func close()
    /// Receives the name of a member, as written between its quotes.
    mutating func name(_ text: Bytes, hasEscapes: Bool) throws(JSONScanStop)
    /// Receives a string, as written between its quotes.
    mutating func string(_ text: Bytes, hasEscapes: Bool) throws(JSONScanStop)
    mutating func number(_ text: Bytes) throws(JSONScanStop)
    /// Receives `true`, `false` or `null`.
    mutating func word(_ text: StaticString)
}

/// The reason why the scan of a JSON text stops.
enum JSONScanStop: Error {
    case fault, tooDeep, end
    /// A string contains half a surrogate pair as an escape.
    case halfCharacter
    case notUTF8

    /// The depth limit, which is that of Foundation's decoder.
    static let depthLimit = 512

    /// Returns a clause for developers.
    func text(at position: Int, of count: Int) -> String {
        switch self {
        case .fault: "at byte \(position)"
        case .tooDeep: "it is nested deeper than \(Self.depthLimit) levels"
        case .end: "it ends too early, after \(BodyText.size(count))"
        case .halfCharacter: "the text before byte \(position) has half a surrogate pair"
        case .notUTF8: "it is not text in UTF-8"
        }
    }
}

/// A scan of JSON, which keeps the open brackets in an array instead of recursing.
struct JSONScan<Visitor: JSONVisitor> {
    let bytes: Bytes
    var visitor: Visitor
    private(set) var position = 0
    /// The closing brackets that are still expected.
    private var closing: [UInt8] = []

    init(bytes: Bytes, visitor: Visitor) {
        self.bytes = bytes
        self.visitor = visitor
        if bytes.hasByteOrderMark { position = 3 }
    }

    mutating func text() throws(JSONScanStop) {
        repeat {
            try value()
            try close()
        } while !closing.isEmpty
        skipSpace()
        if position < bytes.count { throw .fault }
    }

    /// Reads a scalar, or the opening brackets of a container up to its first scalar or its end.
    private mutating func value() throws(JSONScanStop) {
        while true {
            switch try next() {
            case UInt8(ascii: "{"):
                try open(UInt8(ascii: "}"))
                if try next() == UInt8(ascii: "}") { return }
                try name()
            case UInt8(ascii: "["):
                try open(UInt8(ascii: "]"))
                if try next() == UInt8(ascii: "]") { return }
            case UInt8(ascii: "\""):
                let (text, hasEscapes) = try string()
                return try visitor.string(text, hasEscapes: hasEscapes)
            case UInt8(ascii: "t"): return try word("true")
            case UInt8(ascii: "f"): return try word("false")
            case UInt8(ascii: "n"): return try word("null")
            case UInt8(ascii: "-"), 0x30...0x39: return try number()
            default: throw .fault
            }
        }
    }

    private mutating func open(_ bracket: UInt8) throws(JSONScanStop) {
        guard closing.count < JSONScanStop.depthLimit else { throw .tooDeep }
        position += 1
        closing.append(bracket)
        visitor.open(isObject: bracket == UInt8(ascii: "}"))
    }

    /// Reads the bytes after a value: closing brackets, or a comma and the name of the next value.
    private mutating func close() throws(JSONScanStop) {
        while let bracket = closing.last {
            let byte = try next()
            guard byte == bracket || byte == UInt8(ascii: ",") else { throw .fault }
            position += 1
            if byte == bracket {
                closing.removeLast()
                visitor.close()
            } else {
                if bracket == UInt8(ascii: "}") { try name() }
                return
            }
        }
    }

    private mutating func name() throws(JSONScanStop) {
        guard try next() == UInt8(ascii: "\"") else { throw .fault }
        let (text, hasEscapes) = try string()
        try visitor.name(text, hasEscapes: hasEscapes)
        guard try next() == UInt8(ascii: ":") else { throw .fault }
        position += 1
    }

    /// Reads a string, and returns its bytes between the quotes.
    private mutating func string() throws(JSONScanStop) -> (text: Bytes, hasEscapes: Bool) {
        position += 1
        let start = position
        var hasEscapes = false
        while true {
            let byte = try current()
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return (bytes.part(start..<position - 1), hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
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

    private mutating func word(_ word: StaticString) throws(JSONScanStop) {
        for index in 0..<word.utf8CodeUnitCount {
            guard try current() == word.utf8Start[index] else { throw .fault }
            position += 1
        }
        visitor.word(word)
    }

    private mutating func number() throws(JSONScanStop) {
        let start = position
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
        try visitor.number(bytes.part(start..<position))
    }

    private mutating func digits() throws(JSONScanStop) {
        guard 0x30...0x39 ~= (try current()) else { throw .fault }
        while position < bytes.count, 0x30...0x39 ~= bytes[position] { position += 1 }
    }

    /// Skips white space, and returns the next byte.
    private mutating func next() throws(JSONScanStop) -> UInt8 {
        skipSpace()
        return try current()
    }

    private func current() throws(JSONScanStop) -> UInt8 {
        guard position < bytes.count else { throw .end }
        return bytes[position]
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position].isJSONWhitespace { position += 1 }
    }
}

extension UInt8 {
    /// Indicates whether the byte is JSON white space (RFC 8259, section 2).
    package var isJSONWhitespace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
