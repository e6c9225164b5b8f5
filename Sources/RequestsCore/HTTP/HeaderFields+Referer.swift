extension HeaderFields {
    /// Removes user and fragment from each Referer, which must not contain them (RFC 9110, section 10.1.3).
    mutating func trimReferer() {
        guard contains(.referer) else { return }
        self = HeaderFields(
            lazy.map { field in
                guard field.name == .referer, let text = RefererText.trimmed(field.value) else { return field }
                var field = field
                field.value = text
                return field
            }
        )
    }
}

/// The URL in a Referer.
enum RefererText {
    /// Returns the URL without its user and fragment; `nil` if it contains neither.
    static func trimmed(_ url: String) -> String? {
        let bytes = url.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        guard let user = user(in: bytes[..<end]) else { return end < bytes.endIndex ? String(url[..<end]) : nil }
        return String(url[..<user.lowerBound] + url[user.upperBound..<end])
    }

    /// Returns the range of the user, including password and `@`.
    private static func user(in url: Substring.UTF8View) -> Range<String.Index>? {
        // Two slashes begin an authority only if neither a slash nor a question mark precedes them.
        guard let slash = url.firstIndex(where: Self.isDelimiter), url[slash...].starts(with: "//".utf8) else {
            return nil
        }
        let start = url.index(slash, offsetBy: 2)
        let authority = url[start...].prefix { !Self.isDelimiter($0) }
        return authority.lastIndex(of: UInt8(ascii: "@")).map { start..<url.index(after: $0) }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") }
}
