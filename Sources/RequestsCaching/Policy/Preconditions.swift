import Foundation
import Requests

/// The caller's conditions in a request.
enum Preconditions {
    /// Returns whether a condition of the caller fails for a stored response, which results in a 304 (RFC 9111, section 4.3.2).
    static func isNotModified(_ head: StoredHead, for request: OutgoingRequest) -> Bool {
        let tags = request.header[values: .ifNoneMatch].flatMap(HeaderListElement.all)
        if !tags.isEmpty {
            guard let tag = head.header[.eTag] else { return tags == ["*"] }
            return tags.contains { $0 == "*" || opaque($0) == opaque(tag) }
        }
        guard let text = request.header[.ifModifiedSince],
            let since = HTTPDate.date(of: text, now: head.freshness.responseTime, isTolerant: true)
        else { return false }
        let modified = head.header[.lastModified].flatMap { text in
            HTTPDate.date(of: text, now: head.freshness.responseTime, isTolerant: true)
        }
        return (modified ?? head.freshness.date) <= since
    }

    /// Returns whether a request has conditions that a cache can evaluate.
    static func hasEvaluable(_ header: HeaderFields) -> Bool {
        header.contains(.ifNoneMatch) || header.contains(.ifModifiedSince)
    }

    /// Returns whether a request asks for a range, or has conditions that only the server can evaluate.
    static func passesBy(_ header: HeaderFields) -> Bool {
        header.contains(.range) || header.contains(.ifMatch) || header.contains(.ifUnmodifiedSince)
            || header.contains(.ifRange)
    }

    /// Returns an entity tag without its weakness prefix.
    static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
