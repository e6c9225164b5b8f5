/// The registered header fields that have special rules.
///
/// IANA registers these fields for HTTP (<https://www.iana.org/assignments/http-fields>). Either their hyphens or
/// capitals differ from those that would be derived from the name of a property, or their values are HTTP dates.
package enum RegisteredField {
    /// Returns the field name for the name of a property, whose capitals are ignored; `nil` for most properties.
    package static func name(ofProperty key: String) -> String? {
        guard let first = key.utf8.first, case let letter = Int(first) - 0x61, lengths.indices.contains(letter),
            key.utf8.count < 64, lengths[letter] & 1 << UInt64(key.utf8.count) != 0
        else { return nil }
        return names[key.lowercased()]
    }

    /// Returns whether a field's value can be an HTTP date (RFC 9110, section 5.6.7).
    static func isDate(_ name: HeaderField.Name) -> Bool { dates.contains(name) }

    /// Returns whether a field is a condition whose value is always a date.
    package static func isDateCondition(_ name: HeaderField.Name) -> Bool {
        name == .ifModifiedSince || name == .ifUnmodifiedSince
    }

    /// The fields from RFC 9110, RFC 9111, RFC 7089 and RFC 8594 with dates.
    private static let dates: [HeaderField.Name] = [
        "Date", "Expires", "Last-Modified", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Retry-After",
        "Accept-Datetime", "Memento-Datetime", "Sunset",
    ]

    private static let registered = [
        "A-IM", "Accept-CH", "Accept-Datetime", "ALPN", "CalDAV-Timezones", "CDN-Cache-Control", "CDN-Loop",
        "Content-ID", "Content-MD5", "Critical-CH", "DASL", "DAV", "DNT", "DPoP", "DPoP-Nonce", "DPR", "ETag",
        "GetProfile", "HTTP2-Settings", "IM", "Last-Event-ID", "Memento-Datetime", "MIME-Version", "NEL",
        "OData-EntityId", "OData-Isolation", "OData-MaxVersion", "OData-Version", "OSCORE", "ProfileObject",
        "Sec-CH-UA", "Sec-CH-UA-Mobile", "Sec-CH-UA-Platform", "Sec-GPC", "Sec-WebSocket-Accept",
        "Sec-WebSocket-Extensions", "Sec-WebSocket-Key", "Sec-WebSocket-Protocol", "Sec-WebSocket-Version",
        "SetProfile", "SLUG", "SOAPAction", "Status-URI", "TCN", "TE", "TTL", "WWW-Authenticate", "X-UA-Compatible",
        "X-XSS-Protection",
    ]

    /// The names, keyed by their letters.
    private static let names = Dictionary(
        registered.map { ($0.lowercased().filter { $0 != "-" }, $0) }, uniquingKeysWith: { first, _ in first })

    /// The lengths of the names for each first letter, so that few properties are looked up.
    private static let lengths: [UInt64] = {
        var lengths = [UInt64](repeating: 0, count: 26)
        for letters in names.keys {
            for first in letters.utf8.prefix(1) where 0x61...0x7A ~= first {
                lengths[Int(first) - 0x61] |= 1 << UInt64(letters.utf8.count)
            }
        }
        return lengths
    }()
}
