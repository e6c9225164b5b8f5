/// A validator that shows that a representation has not changed by a byte: the value of an `If-Range` (RFC 9110, section 13.1.5).
struct StrongValidator: Codable, Hashable, Sendable {
    /// The field as the server sent it: an entity tag in its quotes, or a date.
    let value: String

    /// Takes the validator from a response: its entity tag, or its date if it has no tag.
    ///
    /// - Returns: `nil` if there is no strong validator. A weak tag is not strong, and then the date is not used either.
    init?(of head: ResponseHead) {
        let header = head.header
        if let tag = header[.eTag] {
            guard Self.isStrong(tag) else { return nil }
            value = tag
        } else {
            guard let modified = header[.lastModified], let date = header[.date],
                // The value is sent back unchanged, and an obsolete form must not be sent (RFC 9110, section 5.6.7).
                let modifiedSeconds = HTTPDate.fixedSeconds(of: Array(modified.utf8)),
                let seconds = HTTPDate.seconds(of: date),
                // If the response is a second later, that second had no other version of the representation (RFC 9110, section 8.8.2.2).
                seconds - modifiedSeconds >= 1
            else { return nil }
            value = modified
        }
    }

    /// Returns whether a response may be of the same representation: its validator does not say otherwise.
    func mayBe(of head: ResponseHead) -> Bool {
        let field = value.utf8.first == UInt8(ascii: "\"") ? head.header[.eTag] : head.header[.lastModified]
        return field == nil || field == value
    }

    /// Indicates whether the value is a valid field value: a stored record on disk may have been changed.
    var isValid: Bool { Self.isStrong(value) || HTTPDate.fixedSeconds(of: Array(value.utf8)) != nil }

    /// Returns whether a text is one entity tag without `W/` (RFC 9110, section 8.8.3).
    private static func isStrong(_ tag: String) -> Bool {
        let bytes = Array(tag.utf8)
        let quote = UInt8(ascii: "\"")
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return false }
        return !tag.hasLostBytes
            && bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || 0x23...0x7E ~= $0 || $0 >= 0x80 }
    }
}
