import Requests

/// The key of stored responses: the URL of a GET, without its fragment (RFC 9111, section 2).
///
/// Equivalent spellings of a URL have one key: the case of the scheme, of the host and of escapes, escapes that are not needed, the
/// default port and the empty path (RFC 3986, sections 6.2.2 and 6.2.3).
struct CacheKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The normalised URL, which may contain secrets, so that no description shows it.
    let url: String

    init(url: String) {
        let bytes = url.utf8
        let text = bytes.firstIndex(of: UInt8(ascii: "#")).map { url[..<$0] } ?? url[...]
        guard let authority = URLText.authority(of: text) else {
            self.url = Self.withoutNeedlessEscapes(String(text))
            return
        }
        let scheme = text[..<authority.startIndex].lowercased()
        let path = text[authority.endIndex...]
        let slash = path.utf8.first == UInt8(ascii: "/") ? "" : "/"
        self.url = Self.withoutNeedlessEscapes(scheme + Self.normalized(authority, after: scheme) + slash + path)
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

    /// Returns an authority in lower case without a default port; the path of a Unix socket stays as it is.
    private static func normalized(_ authority: Substring, after scheme: String) -> String {
        guard scheme == "http://" || scheme == "https://" else { return String(authority) }
        let hostStart = authority.lastIndex(of: "@") ?? authority.startIndex
        var text = authority[..<hostStart] + authority[hostStart...].lowercased()
        for port in [scheme == "http://" ? ":80" : ":443", ":"] where text.hasSuffix(port) {
            text.removeLast(port.utf8.count)
            break
        }
        return String(text)
    }

    /// Returns a URL in which unreserved characters are not escaped, and in which escapes have capital letters.
    private static func withoutNeedlessEscapes(_ url: String) -> String {
        guard url.utf8.contains(UInt8(ascii: "%")) else { return url }
        var result: [UInt8] = []
        var rest = Array(url.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard byte == UInt8(ascii: "%"), digits.utf8.count == 2, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
                let value = UInt8(digits, radix: 16)
            else {
                result.append(byte)
                continue
            }
            if isUnreserved(value) { result.append(value) } else { result += "%\(digits.uppercased())".utf8 }
            rest = rest.dropFirst(2)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }
}
