import Requests

extension Shapes {
    enum Animal: Codable, Hashable, Sendable {
        case lion(Lion)
        case newt(Newt)
        /// A value that the document doesn't describe.
        case other(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let value = try container.decode(JSONValue.self)
            switch value["type"]?.string {
            case "Lion":
                self = .lion(try container.decode(Lion.self))
            case "Newt":
                self = .newt(try container.decode(Newt.self))
            default: self = .other(value)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .lion(let value): try container.encode(value)
            case .newt(let value): try container.encode(value)
            case .other(let value): try container.encode(value)
            }
        }
    }

    struct Busy: Codable, Hashable, Sendable {
        var reason: String
    }

    struct Cat: Codable, Hashable, Sendable {
        var petType: String
        var lives: Int?
    }

    /// The kind of a channel.
    struct ChannelKind: RawRepresentable, Codable, Hashable, Sendable {
        static let guildText = Self(rawValue: 0)
        static let dm = Self(rawValue: 1)
        static let guildVoice = Self(rawValue: 2)

        let rawValue: Int
    }

    struct Dog: Codable, Hashable, Sendable {
        var petType: String
        var bark: String?
    }

    struct Lion: Codable, Hashable, Sendable {
        var type: String
        var mane: Bool?
    }

    struct Newt: Codable, Hashable, Sendable {
        var type: String
        var spots: Int?
    }

    struct Shape: Codable, Hashable, Sendable {
        var color: String
        var radius: Double?
        var side: Double?
        var unit: String?
    }

    enum StringOrInteger: Codable, Hashable, Sendable {
        case string(String)
        case integer(Int)
        /// A value that the document doesn't describe.
        case other(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let value = try container.decode(JSONValue.self)
            switch value {
            case .string:
                self = .string(try container.decode(String.self))
            case .number:
                if let value = try? container.decode(Int.self) {
                    self = .integer(value)
                } else {
                    self = .other(value)
                }
            default: self = .other(value)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .string(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .other(let value): try container.encode(value)
            }
        }
    }
}
