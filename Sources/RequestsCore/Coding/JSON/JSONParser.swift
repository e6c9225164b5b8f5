/// A JSON parser that keeps the open containers in an array instead of recursing.
struct JSONParser {
    /// The reason why the parser stops.
    enum Stop: Error {
        case fault, tooDeep, end
        /// A string contains half a surrogate pair as an escape.
        case halfCharacter
        case notUTF8

        /// Returns a clause for developers.
        func text(at position: Int, of count: Int) -> String {
            switch self {
            case .fault: "at byte \(position)"
            case .tooDeep: "it is nested deeper than \(depthLimit) levels"
            case .end: "it ends too early, after \(BodyText.size(count))"
            case .halfCharacter: "there is half a surrogate pair before byte \(position)"
            case .notUTF8: "it isn't valid UTF-8"
            }
        }
    }

    /// An array or object that is still open.
    private struct Container {
        let isObject: Bool
        var elements: [JSONValue] = []
        var members = JSONValue.Object()
        /// The name of the next member.
        var name = ""

        var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    }

    /// The maximum depth of nested values, as in Foundation's decoder.
    static let depthLimit = 512

    let bytes: Bytes
    /// Indicates whether half a surrogate pair is replaced by U+FFFD instead of throwing an error.
    let repairs: Bool
    /// Indicates whether a repeated member was dropped, or half a surrogate pair replaced.
    var isRepaired = false
    private(set) var position = 0
    private var containers: [Container] = []

    init(bytes: Bytes, repairs: Bool) {
        self.bytes = bytes
        self.repairs = repairs
        if bytes.hasByteOrderMark { position = 3 }
    }

    /// Parses the whole text.
    mutating func text() throws(Stop) -> JSONValue {
        while true {
            guard let value = try value(), let whole = try add(value) else { continue }
            skipSpace()
            if position < bytes.count { throw .fault }
            return whole
        }
    }

    /// Reads a scalar or an empty container; opens any other container, and returns `nil`.
    private mutating func value() throws(Stop) -> JSONValue? {
        switch try next() {
        case UInt8(ascii: "{"): return try open(Container(isObject: true))
        case UInt8(ascii: "["): return try open(Container(isObject: false))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
        default: throw .fault
        }
    }

    private mutating func open(_ container: Container) throws(Stop) -> JSONValue? {
        guard containers.count < Self.depthLimit else { throw .tooDeep }
        position += 1
        containers.append(container)
        if try next() == container.closing { return close() }
        if container.isObject { try name() }
        return nil
    }

    private mutating func close() -> JSONValue {
        position += 1
        let container = containers.removeLast()
        return container.isObject ? .object(container.members) : .array(container.elements)
    }

    /// Adds a value to its container, and closes the containers that end after it; returns `nil` if another value
    /// follows.
    private mutating func add(_ value: JSONValue) throws(Stop) -> JSONValue? {
        var value = value
        while let last = containers.indices.last {
            if !containers[last].isObject {
                containers[last].elements.append(value)
            } else if !containers[last].members.appendIfNew(containers[last].name, value) {
                isRepaired = true
            }
            let byte = try next()
            if byte == containers[last].closing {
                value = close()
            } else {
                guard byte == UInt8(ascii: ",") else { throw .fault }
                position += 1
                if containers[last].isObject { try name() }
                return nil
            }
        }
        return value
    }

    private mutating func name() throws(Stop) {
        guard try next() == UInt8(ascii: "\"") else { throw .fault }
        containers[containers.count - 1].name = try string()
        guard try next() == UInt8(ascii: ":") else { throw .fault }
        position += 1
    }

    private mutating func string() throws(Stop) -> String {
        position += 1
        let start = position
        var hasEscapes = false
        while true {
            let byte = try current()
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                let content = bytes.part(start..<position - 1)
                guard let text = hasEscapes ? try unescaped(content) : content.validText else { throw .notUTF8 }
                return text
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

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Stop) -> JSONValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard try current() == word.utf8Start[index] else { throw .fault }
            position += 1
        }
        return value
    }

    private mutating func number() throws(Stop) -> JSONValue.Number {
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
        return JSONValue.Number(checked: String(decoding: bytes.part(start..<position), as: UTF8.self))
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

extension UInt8 {
    /// Indicates whether the byte is JSON white space (RFC 8259, section 2).
    package var isJSONWhitespace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
