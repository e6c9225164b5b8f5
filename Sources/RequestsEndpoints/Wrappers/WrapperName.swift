import Requests

/// The names of wrapped properties on the wire.
package enum WrapperName {
    /// Returns the name of the header field for a property: `rateLimit` is `Rate-Limit`.
    ///
    /// A coding key with a hyphen or an underscore, or with an initial capital, is used unchanged. A key that differs
    /// from a registered field only by hyphens and capitals gets the field's spelling: `eTag` and `etag` are `ETag`.
    package static func field(_ key: String) -> HeaderField.Name {
        if let name = RegisteredField.name(ofProperty: key) { return HeaderField.Name(name) }
        if hasSeparator(key) || beginsWithCapital(key) { return HeaderField.Name(key) }
        if let name = SnakeCase.joined(key, by: UInt8(ascii: "-"), capitalizingWords: true) {
            return HeaderField.Name(name)
        }
        let words = SnakeCase.snakeCase(key).split(separator: "_")
        return HeaderField.Name(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-"))
    }

    private static func hasSeparator(_ key: String) -> Bool {
        key.withBytes { bytes in
            for byte in bytes where byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") { return true }
            return false
        }
    }

    private static func beginsWithCapital(_ key: String) -> Bool {
        // Reading the properties of a character is slow, and nearly every key is ASCII.
        if let byte = key.utf8.first, byte < 0x80 { return 0x41...0x5A ~= byte }
        return key.first?.isUppercase == true
    }
}
