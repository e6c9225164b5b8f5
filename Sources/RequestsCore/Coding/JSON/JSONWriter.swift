package import Foundation

/// A writer of a JSON value as text, with members in order and numbers digit for digit.
///
/// The writer keeps the open containers in an array instead of recursing.
struct JSONWriter {
    /// An array or object that is still open.
    private struct Container {
        var elements: [JSONValue] = []
        var members: JSONValue.Object?
        /// The position of the next value.
        var position = 0

        var count: Int { members?.count ?? elements.count }
    }

    private(set) var text: [UInt8] = []
    private var containers: [Container] = []
    /// Indicates whether a value was omitted because it is nested too deeply.
    private var isCut = false
    /// The maximum number of open containers.
    private let depthLimit: Int
    /// Indicates whether each value is on a separate line, indented by two spaces for each level.
    private let isIndented: Bool

    /// Writes a value, with `…` for values that are nested too deeply.
    init(_ value: JSONValue, depthLimit: Int = JSONParser.depthLimit, isIndented: Bool = false) {
        self.depthLimit = depthLimit
        self.isIndented = isIndented
        var pending: JSONValue? = value
        while let value = pending {
            begin(value)
            pending = next()
        }
    }

    /// Returns the JSON of a value, which may be part of another value.
    ///
    /// - Throws: `EncodingError` if the value is nested too deeply.
    static func data(of value: JSONValue, at path: [any CodingKey] = []) throws(EncodingError) -> Data {
        let writer = JSONWriter(value, depthLimit: JSONParser.depthLimit - path.count)
        guard !writer.isCut else { throw tooDeep(value, at: path, limit: JSONParser.depthLimit) }
        return Data(writer.text)
    }

    static func tooDeep(_ value: JSONValue, at path: [any CodingKey], limit: Int) -> EncodingError {
        .invalidValue(
            value, .init(codingPath: path, debugDescription: "the JSON value is nested deeper than \(limit) levels"))
    }

    /// Writes a scalar, or the opening bracket of a container.
    private mutating func begin(_ value: JSONValue) {
        switch value {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .number(let number): text += number.text.utf8
        case .string(let string): write(string)
        case .array(let elements): open(Container(elements: elements), "[")
        case .object(let members): open(Container(members: members), "{")
        }
    }

    private mutating func open(_ container: Container, _ bracket: Unicode.Scalar) {
        guard containers.count < depthLimit else {
            isCut = true
            text += "…".utf8
            return
        }
        text.append(UInt8(ascii: bracket))
        containers.append(container)
    }

    /// Writes the bytes up to the next value (commas, names and closing brackets), and returns this value; `nil` at the
    /// end.
    private mutating func next() -> JSONValue? {
        while let last = containers.indices.last {
            let position = containers[last].position
            if position == containers[last].count {
                let bracket: Unicode.Scalar = containers[last].members == nil ? "]" : "}"
                containers.removeLast()
                // An empty container has no line breaks.
                if position > 0 { breakLine() }
                text.append(UInt8(ascii: bracket))
                continue
            }
            if position > 0 { text.append(UInt8(ascii: ",")) }
            breakLine()
            containers[last].position += 1
            guard let member = containers[last].members?[position] else { return containers[last].elements[position] }
            write(member.key)
            text += (isIndented ? ": " : ":").utf8
            return member.value
        }
        return nil
    }

    private mutating func breakLine() {
        guard isIndented else { return }
        text.append(UInt8(ascii: "\n"))
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * containers.count))
    }

    private mutating func write(_ string: String) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0x08: text += #"\b"#.utf8
            case 0x09: text += #"\t"#.utf8
            case 0x0A: text += #"\n"#.utf8
            case 0x0C: text += #"\f"#.utf8
            case 0x0D: text += #"\r"#.utf8
            case 0..<0x20: text += "\\u00\(byte.hexText)".utf8
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON on one line, with `…` for values that are nested too deeply to be sent.
    public var description: String { String(decoding: JSONWriter(self).text, as: UTF8.self) }

    /// The value as indented JSON: each value on a separate line, indented by two spaces for each level.
    package var indentedData: Data { Data(JSONWriter(self, isIndented: true).text + "\n".utf8) }
}
