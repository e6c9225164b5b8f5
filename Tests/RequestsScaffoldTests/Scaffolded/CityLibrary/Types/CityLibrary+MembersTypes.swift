import Foundation
import Requests

extension CityLibrary {
    // Not scaffolded: MemberCard is a JSONValue, because its alternatives can't be told apart.
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
