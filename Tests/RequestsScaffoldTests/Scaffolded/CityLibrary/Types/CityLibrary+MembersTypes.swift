import Foundation
import Requests

extension CityLibrary {
    // Not scaffolded: the type MemberCard, replaced by JSONValue because its `oneOf` or `anyOf`
    // schemas can't be distinguished.
    struct Member: Codable, Hashable, Sendable {
        var name: String
        var email: String?
        var id: Int
        var joinedAt: Date
        /// A card.
        var card: JSONValue?
    }

    struct NewMember: Codable, Hashable, Sendable {
        var name: String
        var email: String?
        var level: NewMemberLevel
        var type: NewMemberType?
    }

    enum NewMemberLevel: Int, Codable, CaseIterable, Sendable {
        case value1 = 1
        case value2 = 2
    }

    enum NewMemberType: String, Codable, CaseIterable, Sendable {
        case adult
        case child
    }
}
