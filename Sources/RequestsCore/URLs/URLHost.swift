/// The host of a URL: a name, an IPv4 address, or an IPv6 address in brackets (RFC 3986, section 3.2.2).
///
/// Clients disagree about any other byte in a host. For example, some decode an escape, and others send it unchanged.
enum URLHost {
    /// Returns whether text without brackets is a valid or empty host.
    static func isName(_ host: Bytes) -> Bool { ByteSet.host.containsAll(host) }

    /// Returns whether the text between brackets is an address: hexadecimal digits, colons and dots.
    ///
    /// A zone may follow (RFC 6874), as in `fe80::1%25en0`.
    static func isAddress(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var colons = 0
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: "%") { return colons > 1 && isZone(text[index...]) }
            if byte == UInt8(ascii: ":") { colons += 1 }
            if byte != UInt8(ascii: ":"), byte != UInt8(ascii: "."), !byte.isHexDigit { return false }
        }
        return colons > 1
    }

    /// Returns whether a text consists of `%25` and a zone name without escapes.
    private static func isZone(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let allowed = ByteSet.unreserved
        return text.starts(with: "%25".utf8) && text.count > 3 && text.dropFirst(3).allSatisfy(allowed.contains)
    }
}
