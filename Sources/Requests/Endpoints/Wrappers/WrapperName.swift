/// The names of wrapped properties on the wire.
enum WrapperName {
    /// Returns the name of the header field for a property: `rateLimit` is `Rate-Limit`.
    ///
    /// A coding key with a hyphen or an underscore, or one that begins with a capital, is the exact name. A key with the letters
    /// of a registered field, apart from hyphens and capitals, gets its name: `eTag` and `etag` are `ETag`.
    static func field(_ key: String) -> HeaderField.Name {
        if let name = RegisteredField.name(ofProperty: key) { return HeaderField.Name(name) }
        if let name = headerCase(ofPlain: key) { return HeaderField.Name(name) }
        if key.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
            || key.first?.isUppercase == true
        {
            return HeaderField.Name(key)
        }
        let words = SnakeCase.snakeCase(key).split(separator: "_")
        return HeaderField.Name(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-"))
    }

    /// Returns the name for nearly every key in one pass: for ASCII letters, if each capital begins a word.
    private static func headerCase(ofPlain key: String) -> String? {
        var isAfterCapital = true
        var isPlain = true
        let name = String(unsafeUninitializedCapacity: 2 * key.utf8.count) { bytes in
            var count = 0
            for byte in key.utf8 {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"):
                    bytes[count] = count == 0 ? byte & ~0x20 : byte
                    isAfterCapital = false
                case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                    if isAfterCapital { isPlain = false }
                    bytes[count] = UInt8(ascii: "-")
                    count += 1
                    bytes[count] = byte
                    isAfterCapital = true
                default:
                    isPlain = false
                    bytes[count] = byte
                }
                count += 1
            }
            return count
        }
        // A last word of one letter also counts as one of several capitals.
        return isAfterCapital || !isPlain ? nil : name
    }
}
