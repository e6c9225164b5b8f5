import Requests

extension CityLibrary {
    struct Film: Codable, Hashable, Sendable {
        var kind: String = "film"
        var minutes: Int
        var subtitles: [String]?
    }

    /// A medium that members can borrow.
    enum Medium: Codable, Hashable, Sendable {
        case print(Print)
        case film(Film)
        /// A value that the document doesn't describe.
        case other(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let value = try container.decode(JSONValue.self)
            switch value["kind"]?.string {
            case "print":
                self = .print(try container.decode(Print.self))
            case "film":
                self = .film(try container.decode(Film.self))
            default: self = .other(value)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .print(let value): try container.encode(value)
            case .film(let value): try container.encode(value)
            case .other(let value): try container.encode(value)
            }
        }
    }

    struct Print: Codable, Hashable, Sendable {
        var kind: String = "print"
        var pages: Int
    }
}
