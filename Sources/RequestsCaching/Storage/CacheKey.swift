import Requests

/// The key of stored responses: the URL of a GET, without its fragment (RFC 9111, section 2).
///
/// Equivalent spellings of a URL have one key: the case of the scheme, of the host and of escapes, escapes that are not needed, the
/// default port and the empty path (RFC 3986, sections 6.2.2 and 6.2.3).
struct CacheKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The normalised URL, which may contain secrets, so that no description shows it.
    let url: String

    init(url: String) {
        self.url = url.withBytes { bytes in
            let text = bytes.part(0..<bytes.position(of: UInt8(ascii: "#")))
            var result: [UInt8] = []
            result.reserveCapacity(text.count + 1)
            var pathStart = 0
            if let authority = URLText.authority(in: text) {
                pathStart = authority.upperBound
                result.append(contentsOf: text[..<pathStart])
                Self.normalize(&result, authorityAt: authority.lowerBound)
                if pathStart == text.count || text[pathStart] != UInt8(ascii: "/") { result.append(UInt8(ascii: "/")) }
            }
            result.append(contentsOf: text[pathStart...])
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

    /// Writes a scheme and an authority in lower case, without a default port; the path of a Unix socket stays as it is.
    private static func normalize(_ url: inout [UInt8], authorityAt start: Int) {
        for index in 0..<start { url[index] = url[index].asciiLowercased }
        let isSecure = url[..<start].elementsEqual("https://".utf8)
        guard isSecure || url[..<start].elementsEqual("http://".utf8) else { return }
        let hostStart = url[start...].lastIndex(of: UInt8(ascii: "@")) ?? start
        for index in hostStart..<url.count { url[index] = url[index].asciiLowercased }
        guard let colon = url[start...].lastIndex(of: UInt8(ascii: ":")) else { return }
        let port = url[(colon + 1)...]
        if port.isEmpty || port.elementsEqual((isSecure ? "443" : "80").utf8) { url.removeSubrange(colon...) }
    }

    /// Returns a URL in which unreserved characters are not escaped, and in which escapes have capital letters.
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
                // A hexadecimal digit is a digit or a letter, so this is its capital letter.
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
