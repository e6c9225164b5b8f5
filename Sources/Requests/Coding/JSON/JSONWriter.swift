import Foundation

/// Writes a JSON value as text: the members of objects in their order, and numbers with their own text.
struct JSONWriter {
    private var text: [UInt8] = []
    private var depth = 0
    /// Indicates whether a value was left out because it is nested too deep.
    private var isCut = false

    private init() {}

    /// Returns the JSON of a value.
    ///
    /// - Throws: `EncodingError` if the value is nested deeper than a JSON text may be.
    static func data(of value: JSONValue) throws(EncodingError) -> Data {
        var writer = JSONWriter()
        writer.write(value)
        guard !writer.isCut else { throw tooDeep(value, at: [], limit: JSONScanStop.depthLimit) }
        return Data(writer.text)
    }

    /// Returns the JSON of a value, with `…` for values that are nested too deep.
    static func description(of value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.write(value)
        return String(decoding: writer.text, as: UTF8.self)
    }

    static func tooDeep(_ value: JSONValue, at path: [any CodingKey], limit: Int) -> EncodingError {
        .invalidValue(
            value, .init(codingPath: path, debugDescription: "the JSON value is nested deeper than \(limit) levels"))
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null: text += "null".utf8
        case .boolean(let value): text += (value ? "true" : "false").utf8
        case .number(let number): text += number.text.utf8
        case .string(let string): write(string)
        case .array(let elements):
            write(elements, between: "[]") { $0.write($1) }
        case .object(let members):
            write(members, between: "{}") { writer, member in
                writer.write(member.key)
                writer.text.append(UInt8(ascii: ":"))
                writer.write(member.value)
            }
        }
    }

    private mutating func write<Elements: Collection>(
        _ elements: Elements, between brackets: StaticString, _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        guard depth < JSONScanStop.depthLimit else {
            isCut = true
            text += "…".utf8
            return
        }
        depth += 1
        text.append(brackets.utf8Start[0])
        var isFirst = true
        for element in elements {
            if !isFirst { text.append(UInt8(ascii: ",")) }
            isFirst = false
            write(&self, element)
        }
        text.append(brackets.utf8Start[1])
        depth -= 1
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
    /// The value as JSON on one line; values that are nested too deep to be sent are shown as `…`.
    public var description: String { JSONWriter.description(of: self) }
}
