import Foundation
import Requests

/// A stored response without its body, and the parts of its request that the cache needs.
///
/// A store writes the properties that the initializer takes, and makes the same value from them again.
struct StoredHead: Sendable {
    /// The status.
    let status: HTTPStatus

    /// The header fields in their order, with names and values as they came.
    let header: HeaderFields

    /// The URL that sent the response, which may contain secrets.
    let url: String

    /// The time at which the request was sent.
    let requestTime: Date

    /// The time at which the head of the response arrived.
    let responseTime: Date

    /// The fields of the request that have to be equal in a request that gets this response.
    let selecting: [SelectingField]

    /// Indicates whether the request had a sensitive part: a field, or a part of its URL.
    let isSensitive: Bool

    /// The times and directives of the header.
    let freshness: Freshness

    init(
        status: HTTPStatus, header: HeaderFields, url: String, requestTime: Date, responseTime: Date,
        selecting: [SelectingField], isSensitive: Bool
    ) {
        self.status = status
        self.header = header
        self.url = url
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.selecting = selecting
        self.isSensitive = isSensitive
        freshness = Freshness(
            status: status, header: header, requestTime: requestTime, responseTime: responseTime)
    }
}

/// A field of a request that selects the response (RFC 9111, section 4.1).
struct SelectingField: Hashable, Sendable {
    /// The name in lower case.
    let name: String

    /// The normalised value, a hash of it for a sensitive field; `nil` if the request did not have the field.
    let value: String?
}

extension StoredHead: CustomStringConvertible, CustomReflectable {
    /// The number of bytes that the head needs, about.
    var byteCount: Int {
        header.reduce(url.utf8.count + 256) { $0 + $1.name.rawValue.utf8.count + $1.value.utf8.count + 64 }
            + selecting.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.utf8.count ?? 0) + 32 }
    }

    /// The status: a URL or a field may be a secret.
    var description: String { status.description }

    /// A mirror that shows only the status.
    var customMirror: Mirror { Mirror(self, children: ["status": status.description]) }
}

extension SelectingField: CustomStringConvertible, CustomReflectable {
    /// The name.
    var description: String { name }

    /// A mirror that shows only the name.
    var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
