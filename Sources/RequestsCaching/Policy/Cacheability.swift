import Foundation
import Requests

/// The rules for storing a response (RFC 9111, section 3).
enum Cacheability {
    /// Returns the reason why a private cache must not store a response, even while it is fresh; `nil` if it may store
    /// it.
    static func refusal(
        of status: HTTPStatus, _ header: HeaderFields, _ control: CacheControl, request: CacheControl
    ) -> CacheReason.Keeping? {
        if status.rawValue < 200 || status == 206 || status == 304 { return .partial }
        if request.noStore { return .forbiddenByRequest }
        if Vary(header).matchesNothing { return .varying }
        if control.mustUnderstand { return isUnderstood(status) ? nil : .unusual }
        return control.noStore ? .forbidden : nil
    }

    /// Returns the reason why an allowed response isn't worth storing; ``CacheReason/Keeping/stored`` if it is worth
    /// storing.
    static func keeping(_ head: StoredHead, hasLength: Bool) -> CacheReason.Keeping {
        let control = head.freshness.control
        guard head.freshness.isExplicit || control.isPublic || control.isPrivate || Freshness.isHeuristic(head.status)
        else {
            return .unusual
        }
        // A response without lifetime, validators and length may be endless, and few requests could use it.
        let isUsable = head.freshness.lifetime > 0 || !Validators(head.header).isEmpty || hasLength
        return isUsable ? .stored : .useless
    }

    /// Returns whether the cache understands a status (RFC 9111, section 5.2.2.3): any status in RFC 9110, except for
    /// 206.
    private static func isUnderstood(_ status: HTTPStatus) -> Bool {
        switch status.rawValue {
        case 200...205, 300...303, 305, 307, 308, 400...417, 421, 422, 426, 500...505: true
        default: false
        }
    }
}

/// The validators of a response, for a conditional request (RFC 9110, section 8.8).
struct Validators: Sendable {
    /// The entity tag as sent by the server.
    let tag: String?

    /// The Last-Modified as sent by the server.
    let modified: String?

    init(_ header: HeaderFields) {
        // A value that can't be sent back isn't a validator.
        tag = header[.eTag].flatMap { tag in
            tag.isEmpty || tag.hasLostBytes || tag.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? nil : tag
        }
        modified = header[.lastModified].flatMap { text in
            HTTPDate.date(of: text, now: .distantFuture, isTolerant: true) == nil ? nil : text
        }
    }

    /// Indicates whether the response can't be validated.
    var isEmpty: Bool { tag == nil && modified == nil }

    /// Returns whether a 304 can refer to a response with these validators, because it has the same tag.
    ///
    /// A weak tag in the 304 also matches a strong tag in the stored response (RFC 9111, section 4.3.4).
    func fit(_ update: HeaderFields) -> Bool {
        guard let tag, let other = update[.eTag] else { return true }
        return other.hasPrefix("W/") ? Preconditions.opaque(tag) == Preconditions.opaque(other) : tag == other
    }
}

extension HeaderFields {
    /// Adds the conditions for validating a stored response (RFC 9111, section 4.3.1).
    mutating func setConditions(_ validators: Validators) {
        if let tag = validators.tag { set(HeaderField(.ifNoneMatch, tag)) }
        if let modified = validators.modified { set(HeaderField(.ifModifiedSince, modified)) }
    }
}
