/// Any JSON value, stored to be decoded later.
enum JSONNode: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case array([JSONNode])
    case object([String: JSONNode])

    /// The maximum nesting of values; a deeper value becomes null.
    private static var depthLimit: Int { 32 }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var integer: Int? {
        if case .integer(let number) = self { Int(exactly: number) } else { nil }
    }
}

extension JSONNode: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if decoder.codingPath.count > Self.depthLimit || container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([JSONNode].self) {
            self = .array(value)
        } else if let value = try? container.decode([String: JSONNode].self) {
            self = .object(value)
        } else {
            // The number is too large for all of these types.
            self = .null
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }
}
