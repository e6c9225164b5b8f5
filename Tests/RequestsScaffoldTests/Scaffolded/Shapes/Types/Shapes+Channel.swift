import Requests

extension Shapes {
    // Not scaffolded: the known values of ChannelLevel.
    struct Channel: Codable, Hashable, Sendable {
        var kind: ChannelKind
        var object: String = "channel"
        var size: Int
        var quota: UInt64
        var level: StringOrInteger
        var ratio: ChannelRatio?
        var priority: ChannelPriority?
        var identity: ChannelIdentity
        var pet: ChannelPet
        var animal: Animal
        var shape: Shape
        var parent: Busy?
    }

    struct ChannelRatio: RawRepresentable, Codable, Hashable, Sendable {
        static let value05 = Self(rawValue: 0.5)
        static let value1 = Self(rawValue: 1)

        let rawValue: Double
    }

    struct ChannelPriority: RawRepresentable, Codable, Hashable, Sendable {
        static let low = Self(rawValue: 1)
        static let high = Self(rawValue: 9)

        let rawValue: Int
    }

    struct ChannelIdentityObject: Codable, Hashable, Sendable {
        var name: String
    }

    enum ChannelIdentity: Codable, Hashable, Sendable {
        case integer(Int)
        case channelIdentityObject(ChannelIdentityObject)
        /// A value that the document doesn't describe.
        case other(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let value = try container.decode(JSONValue.self)
            switch value {
            case .number:
                if let value = try? container.decode(Int.self) {
                    self = .integer(value)
                } else {
                    self = .other(value)
                }
            case .object:
                self = .channelIdentityObject(try container.decode(ChannelIdentityObject.self))
            default: self = .other(value)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .integer(let value): try container.encode(value)
            case .channelIdentityObject(let value): try container.encode(value)
            case .other(let value): try container.encode(value)
            }
        }
    }

    enum ChannelPet: Codable, Hashable, Sendable {
        case cat(Cat)
        case dog(Dog)
        /// A value that the document doesn't describe.
        case other(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let value = try container.decode(JSONValue.self)
            switch value["petType"]?.string {
            case "Cat":
                self = .cat(try container.decode(Cat.self))
            case "Dog":
                self = .dog(try container.decode(Dog.self))
            default: self = .other(value)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .cat(let value): try container.encode(value)
            case .dog(let value): try container.encode(value)
            case .other(let value): try container.encode(value)
            }
        }
    }
}
