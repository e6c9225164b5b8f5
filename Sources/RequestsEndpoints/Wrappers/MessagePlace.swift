import Requests

/// The place of a value in a message.
package enum MessagePlace: Sendable, Hashable {
    case path, query, header, cookie
    /// The whole body.
    case body
    /// A property of the body.
    case bodyField
    /// The status of a response.
    case status
    /// The body of a failed response.
    case failureBody
    /// A group of values, each with its own place.
    case nested
    /// No place: a property of an ``EndpointRequest`` that is not sent, such as its base URL.
    case unsent
}

extension MessagePlace {
    /// Indicates whether each value in this place is a single string.
    var hasOneText: Bool {
        switch self {
        case .path, .header, .cookie: true
        case .query, .body, .bodyField, .status, .failureBody, .nested, .unsent: false
        }
    }
}
