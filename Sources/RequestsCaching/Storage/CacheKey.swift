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
        URLText.haveSameOrigin(Array(url.utf8), Array(other.url.utf8))
    }
}
