/// What tells that a representation is still the same, byte by byte: the value of an `If-Range` (RFC 9110, section 13.1.5).
struct StrongValidator: Codable, Hashable, Sendable {
    /// The field as the server sent it: an entity tag in its quotes, or a date.
    let value: String

    /// Takes the validator of an answer: its entity tag, or its date where it has no tag.
    ///
    /// - Returns: `nil` where there is no strong one. A weak tag is none, and stands in the way of a date.
    init?(of head: ResponseHead) {
        let header = head.header
        if let tag = header[.eTag] {
            guard Self.isStrong(tag) else { return nil }
            value = tag
        } else {
            guard let modified = header[.lastModified], let date = header[.date],
                // It goes back as it came, and an obsolete form must not be sent (RFC 9110, section 5.6.7).
                let modifiedSeconds = HTTPDate.fixedSeconds(of: modified), let seconds = HTTPDate.seconds(of: date),
                // A second later there may have been no other version within that second (RFC 9110, section 8.8.2.2).
                seconds - modifiedSeconds >= 1
            else { return nil }
            value = modified
        }
    }

    /// Whether an answer does not say that it is of another representation.
    func mayBe(of head: ResponseHead) -> Bool {
        let field = value.utf8.first == UInt8(ascii: "\"") ? head.header[.eTag] : head.header[.lastModified]
        return field == nil || field == value
    }

    /// Whether the value is one that a field can have: a note on a disk may have been changed.
    var isValid: Bool { Self.isStrong(value) || HTTPDate.fixedSeconds(of: value) != nil }

    /// Whether a text is one entity tag without `W/` (RFC 9110, section 8.8.3).
    private static func isStrong(_ tag: String) -> Bool {
        let bytes = Array(tag.utf8)
        let quote = UInt8(ascii: "\"")
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return false }
        return bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || 0x23...0x7E ~= $0 || $0 >= 0x80 }
    }
}
