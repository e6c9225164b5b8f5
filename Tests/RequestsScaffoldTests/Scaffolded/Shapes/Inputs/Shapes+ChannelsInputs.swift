import Requests
import RequestsEndpoints

extension Shapes {
    /// The input of `addChannel`.
    struct AddChannelInput: Codable, Hashable, Sendable {
        var kind: AddChannelKind
        var active: Bool = true
        var revision: Int = 3
        var quality: AddChannelQuality?
        var secret: JSONValue
    }

    enum AddChannelKind: Int, Codable, CaseIterable, Sendable {
        case text = 0
        case voice = 2
    }

    enum AddChannelQuality: Double, Codable, CaseIterable, Sendable {
        case value05 = 0.5
        case value1 = 1
        case value2 = 2
    }

    /// The input of `listMessages`.
    struct ListMessagesInput: Codable, Hashable, Sendable {
        var ids: [Int]
        @HeaderValue var xLabels: [String]? = nil
        @HeaderValue var xOptions: String? = nil
        @CookieValue var groups: String? = nil
    }
}
