import Requests

extension Hostile {
    indirect enum Choice: Codable, Hashable, Sendable {
        case string(String)
        case boolean(Bool)
        case number(Double)
        case left(Left)
        case items([Choice])
        /// A value that the document doesn't describe.
        case other(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let value = try container.decode(JSONValue.self)
            switch value {
            case .string:
                self = .string(try container.decode(String.self))
            case .number:
                self = .number(try container.decode(Double.self))
            case .bool:
                self = .boolean(try container.decode(Bool.self))
            case .array:
                self = .items(try container.decode([Choice].self))
            case .object:
                self = .left(try container.decode(Left.self))
            default: self = .other(value)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .string(let value): try container.encode(value)
            case .boolean(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .left(let value): try container.encode(value)
            case .items(let value): try container.encode(value)
            case .other(let value): try container.encode(value)
            }
        }
    }

    struct Left: Codable, Hashable, Sendable {
        var right: Right
        var lists: [[Left]]?
    }

    struct Right: Codable, Hashable, Sendable {
        var left: Indirect<Left>
        var choice: Choice?
    }
}
