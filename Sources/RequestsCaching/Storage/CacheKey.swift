import Requests

/// The key of stored responses: the URL of a GET, without its fragment (RFC 9111, section 2).
///
/// Equivalent spellings of a URL have the same key: they may differ in the case of the scheme, the host and escapes,
/// and they may contain or omit needless escapes, the default port and the slash of an empty path (RFC 3986, sections
/// 6.2.2 and 6.2.3).
struct CacheKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The normalized URL, which descriptions omit because it may contain secrets.
    let url: String

    init(url: String) {
        self.url = url.withBytes { bytes in
            let text = bytes.part(0..<bytes.position(of: UInt8(ascii: "#")))
            var result = Array(text)
            if let authority = URLText.authority(in: text) { Self.normalize(&result, authority) }
            if result.contains(UInt8(ascii: "%")) { result = Self.withoutNeedlessEscapes(result) }
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// The name of the type.
    var description: String { "CacheKey" }

    /// An empty mirror.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension CacheKey {
    /// Returns whether two keys have the same scheme, host and port.
    func hasOrigin(of other: CacheKey) -> Bool {
        URLText.haveSameOrigin(Array(url.utf8), Array(other.url.utf8))
    }

    /// Writes the scheme and the authority in lower case, without a default port, and an empty path as a slash.
    ///
    /// The path of a Unix socket stays unchanged.
    private static func normalize(_ url: inout [UInt8], _ authority: Range<Int>) {
        let end = authority.upperBound
        if end == url.count || url[end] != UInt8(ascii: "/") { url.insert(UInt8(ascii: "/"), at: end) }
        lowercase(&url, 0..<authority.lowerBound)
        let scheme = String(decoding: url[..<authority.lowerBound], as: UTF8.self)
        guard scheme == "https://" || scheme == "http://" else { return }
        lowercase(&url, (url[authority].lastIndex(of: UInt8(ascii: "@")) ?? authority.lowerBound)..<end)
        guard let colon = url[authority].lastIndex(of: UInt8(ascii: ":")) else { return }
        let port = String(decoding: url[(colon + 1)..<end], as: UTF8.self)
        if port.isEmpty || port == (scheme == "https://" ? "443" : "80") { url.removeSubrange(colon..<end) }
    }

    private static func lowercase(_ url: inout [UInt8], _ range: Range<Int>) {
        url.withUnsafeMutableBufferPointer { bytes in
            for index in range { bytes[index] = bytes[index].asciiLowercased }
        }
    }

    /// Returns a URL in which unreserved characters aren't escaped, and escapes are in upper case.
    private static func withoutNeedlessEscapes(_ url: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(url.count)
        var index = 0
        while index < url.count {
            let byte = url[index]
            index += 1
            guard byte == UInt8(ascii: "%"), index + 1 < url.count, let high = url[index].hexValue,
                let low = url[index + 1].hexValue
            else {
                result.append(byte)
                continue
            }
            let value = high << 4 | low
            if isUnreserved(value) {
                result.append(value)
            } else {
                // A hexadecimal digit is a digit or a letter, so this converts it to upper case.
                result.append(byte)
                for digit in url[index...(index + 1)] { result.append(digit < 0x61 ? digit : digit & 0xDF) }
            }
            index += 2
        }
        return result
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }
}
