import Foundation
import Requests

extension Wire {
    struct FileHit: Codable, Hashable, Sendable {
        var kind: Int
        var size: Int
        var url: String?
        var seenAt: String?
        var madeAt: Date?
    }

    struct FolderHit: Codable, Hashable, Sendable {
        var kind: Int
        var ref: String?
        var isOpen: StringOrBoolean?
    }

    enum Hit: Codable, Hashable, Sendable {
        case fileHit(FileHit)
        case folderHit(FolderHit)
        /// A value that the document doesn't describe.
        case other(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let value = try container.decode(JSONValue.self)
            switch value["kind"]?.description {
            case "1":
                self = .fileHit(try container.decode(FileHit.self))
            case "2":
                self = .folderHit(try container.decode(FolderHit.self))
            default: self = .other(value)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .fileHit(let value): try container.encode(value)
            case .folderHit(let value): try container.encode(value)
            case .other(let value): try container.encode(value)
            }
        }
    }

    enum StringOrBoolean: Codable, Hashable, Sendable {
        case string(String)
        case boolean(Bool)
        /// A value that the document doesn't describe.
        case other(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let value = try container.decode(JSONValue.self)
            switch value {
            case .string:
                self = .string(try container.decode(String.self))
            case .bool:
                self = .boolean(try container.decode(Bool.self))
            default: self = .other(value)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .string(let value): try container.encode(value)
            case .boolean(let value): try container.encode(value)
            case .other(let value): try container.encode(value)
            }
        }
    }
}
