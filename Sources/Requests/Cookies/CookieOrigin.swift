import Foundation

/// The parts of a URL that determine its cookies (RFC 6265bis, sections 5.1.3 and 5.1.4).
struct CookieOrigin {
    /// The host in lower case, without the port; for a Unix socket, its path in brackets, which has no parent domains.
    let host: String
    /// The path as it is sent, percent-encoded; at least `/`.
    let path: String
    /// Indicates whether the connection can't be intercepted: https, or a host that is this machine.
    let isSecure: Bool

    /// Extracts the parts; `nil` if the string is not an http or https URL.
    init?(_ url: String) {
        let bytes = Array(url.utf8)
        guard let text = try? URLText.parse(bytes).get() else { return nil }
        path = text.path.isEmpty ? "/" : String(decoding: bytes[text.path], as: UTF8.self)
        if let socket = UnixSocketURL.socket(of: url) {
            host = "[\(socket)]"
            isSecure = true
            return
        }
        let authority = bytes[text.authority]
        // The colons of an IPv6 address are in brackets.
        let end = authority.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? authority.startIndex
        let host = authority[..<(authority[end...].firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex)]
        self.host = String(decoding: host.map(\.asciiLowercased), as: UTF8.self)
        isSecure = text.isSecure || Self.isLoopback(self.host)
    }

    init?(_ url: URL) { self.init(url.absoluteString) }

    /// The path for a cookie without a path: the request's path up to the last slash.
    var defaultPath: String {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns whether a host is a domain or one of its subdomains.
    static func isHost(_ host: String, in domain: String) -> Bool {
        if host == domain { return true }
        return host.hasSuffix("." + domain) && !isAddress(host)
    }

    /// Returns whether a request's path is a cookie's path, or below it.
    static func isPath(_ path: String, below folder: String) -> Bool {
        guard path.utf8.starts(with: folder.utf8) else { return false }
        return folder.utf8.last == UInt8(ascii: "/") || path.utf8.count == folder.utf8.count
            || path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
    }

    /// Returns whether a host is an IP address: in brackets, or with a number as its last label.
    static func isAddress(_ host: String) -> Bool {
        guard host.utf8.first != UInt8(ascii: "[") else { return true }
        let last = host.utf8.split(separator: UInt8(ascii: ".")).last ?? host.utf8[...]
        return last.allSatisfy { 0x30...0x39 ~= $0 } || last.starts(with: "0x".utf8)
    }

    /// Returns whether a host is this machine (Secure Contexts, section 3.1).
    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || host.hasPrefix("127.") && isAddress(host)
    }
}
