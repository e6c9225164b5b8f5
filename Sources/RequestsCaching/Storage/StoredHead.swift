import Foundation
import Requests

/// A stored response without its body, and the parts of its request that the cache needs.
///
/// A store writes the properties that the initializer accepts, and recreates an equal value from them.
///
/// It's a class to save memory: a call that waits for the server holds it in several places. The workload `waitingSix`
/// measures this.
final class StoredHead: Sendable {
    /// The status.
    let status: HTTPStatus

    /// The header fields in order, with names and values as received.
    let header: HeaderFields

    /// The URL of the response, which may contain secrets.
    let url: String

    /// The time when the request was sent.
    let requestTime: Date

    /// The time when the head of the response arrived.
    let responseTime: Date

    /// The fields that must match in a request to use this response.
    let selecting: [SelectingField]

    /// Indicates whether the request had a sensitive field, or a sensitive part in its URL.
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

/// A field of a request that must match (RFC 9111, section 4.1).
struct SelectingField: Hashable, Sendable {
    /// The name in lower case.
    let name: String

    /// The normalized value, hashed for a sensitive field; `nil` if the request lacked the field.
    let value: String?
}

extension StoredHead: CustomStringConvertible, CustomReflectable {
    /// The approximate number of bytes of the head.
    var byteCount: Int {
        header.reduce(url.utf8.count + 256) { $0 + $1.name.rawValue.utf8.count + $1.value.utf8.count + 64 }
            + selecting.reduce(0) { $0 + $1.name.utf8.count + ($1.value?.utf8.count ?? 0) + 32 }
    }

    /// The status, because a URL or a field may be secret.
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
