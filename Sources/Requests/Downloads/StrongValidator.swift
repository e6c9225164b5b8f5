import Foundation

/// A validator that proves that no byte of a representation changed: the value of `If-Range` (RFC 9110, section 13.1.5).
struct StrongValidator: Codable, Hashable, Sendable {
    /// The value as the server sent it: an entity tag in quotes, or a date.
    let value: String

    /// Reads the validator of a response: its entity tag, or its Last-Modified date if there is no tag.
    ///
    /// - Returns: `nil` if there is no strong validator. With a weak tag, the date isn't used either.
    init?(of head: ResponseHead) {
        let header = head.header
        if let tag = header[.eTag] {
            guard Self.isStrong(tag) else { return nil }
            value = tag
        } else {
            guard let modified = header[.lastModified], let date = header[.date],
                // The value is sent back unchanged, and obsolete formats must not be sent (RFC 9110, section 5.6.7).
                let modifiedDate = HTTPDate.fixedDate(of: modified), let date = HTTPDate.date(of: date),
                // A second between the dates rules out two versions in one second (RFC 9110, section 8.8.2.2).
                date.timeIntervalSince(modifiedDate) >= 1
            else { return nil }
            value = modified
        }
    }

    /// Returns whether a response may contain the same representation: its validator is missing or equal.
    func mayBe(of head: ResponseHead) -> Bool {
        let field = value.utf8.first == UInt8(ascii: "\"") ? head.header[.eTag] : head.header[.lastModified]
        return field == nil || field == value
    }

    /// Indicates whether the value is a valid field value; a record on disk may have been changed.
    var isValid: Bool { Self.isStrong(value) || HTTPDate.fixedDate(of: value) != nil }

    /// Returns whether the text is a single entity tag without `W/` (RFC 9110, section 8.8.3).
    private static func isStrong(_ tag: String) -> Bool {
        let bytes = Array(tag.utf8)
        let quote = UInt8(ascii: "\"")
        guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return false }
        return !tag.hasLostBytes
            && bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || 0x23...0x7E ~= $0 || $0 >= 0x80 }
    }
}
