import Foundation
import Requests

/// The conditions that a caller set in a request.
enum Preconditions {
    /// Returns whether a stored response makes a condition of the caller false, so that a 304 responds (RFC 9111, section 4.3.2).
    static func isNotModified(_ head: StoredHead, for request: OutgoingRequest) -> Bool {
        let tags = request.header[values: .ifNoneMatch].flatMap(HeaderListElement.all)
        if !tags.isEmpty {
            guard let tag = head.header[.eTag] else { return tags == ["*"] }
            return tags.contains { $0 == "*" || opaque($0) == opaque(tag) }
        }
        guard let text = request.header[.ifModifiedSince],
            let since = HTTPDate.tolerantDate(of: text, now: head.freshness.responseTime)
        else { return false }
        let modified = head.header[.lastModified].flatMap { text in
            HTTPDate.tolerantDate(of: text, now: head.freshness.responseTime)
        }
        return (modified ?? head.freshness.date) <= since
    }

    /// Returns whether a request has conditions that a cache can evaluate.
    static func hasEvaluable(_ header: HeaderFields) -> Bool {
        header.contains(.ifNoneMatch) || header.contains(.ifModifiedSince)
    }

    /// Returns whether a request asks for a part, or has conditions that only the server can evaluate.
    static func passesBy(_ header: HeaderFields) -> Bool {
        header.contains(.range) || header.contains(.ifMatch) || header.contains(.ifUnmodifiedSince)
            || header.contains(.ifRange)
    }

    /// Returns a tag without its mark of weakness.
    static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
