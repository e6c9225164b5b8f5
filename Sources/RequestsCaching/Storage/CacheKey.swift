import Requests

/// The key of stored responses: the URL of a GET, without its fragment (RFC 9111, section 2).
struct CacheKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The URL, which may contain secrets, so that no description shows it.
    let url: String

    init(url: String) {
        let bytes = url.utf8
        self.url = bytes.firstIndex(of: UInt8(ascii: "#")).map { String(url[..<$0]) } ?? url
    }

    /// The name of the type.
    var description: String { "CacheKey" }

    /// An empty mirror.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension CacheKey {
    /// Returns whether two keys have the same scheme, host and port.
    func hasOrigin(of other: CacheKey) -> Bool {
        origin.elementsEqual(other.origin)
    }

    /// The bytes up to the path.
    private var origin: Substring.UTF8View {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return Substring(url).utf8
        }
        let host = bytes.index(colon, offsetBy: 3)
        let end = bytes[host...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
        return url[..<end].utf8
    }
}
