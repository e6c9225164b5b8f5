import Requests

extension Wire {
    struct Cat: Codable, Hashable, Sendable {
        var petType: String
        var lives: Int?
    }

    struct Dog: Codable, Hashable, Sendable {
        var petType: String
        var tricks: Int?
    }

    enum Pet: Codable, Hashable, Sendable {
        case cat(Cat)
        case dog(Dog)
        /// A value that the document doesn't describe.
        case other(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let value = try container.decode(JSONValue.self)
            switch value["petType"]?.string {
            case "cat":
                self = .cat(try container.decode(Cat.self))
            case "dog":
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
