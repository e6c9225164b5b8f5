/// URLs that lead to a Unix socket: `http+unix://%2Fvar%2Frun%2Fdocker.sock/info`.
///
/// The percent-encoded path of the socket replaces the host, as in AsyncHTTPClient.
package enum UnixSocketURL {
    /// The maximum number of bytes in a socket's path.
    ///
    /// It's the limit of macOS and SwiftNIO. Linux allows four bytes more.
    static let pathLimit = 103

    /// The value of the Host field, because the URL contains no host.
    package static let host = "localhost"

    /// Returns whether a URL leads to a socket.
    static func isFound(in url: String) -> Bool {
        // This check excludes nearly all other URLs, which contain a colon or slash at these positions.
        let plus = UInt8(ascii: "+")
        guard url.withBytes({ $0.count > 5 && ($0[4] == plus || $0[5] == plus) }) else { return false }
        let scheme = url.utf8.prefix { $0 != UInt8(ascii: ":") }.map(\.asciiLowercased)
        return scheme.elementsEqual("http+unix".utf8) || scheme.elementsEqual("https+unix".utf8)
    }

    /// Returns the path of the socket in a URL; `nil` for any other URL.
    package static func socket(of url: String) -> String? {
        guard isFound(in: url), let authority = URLText.authority(of: url) else { return nil }
        return PercentEncoding.text(of: authority.utf8)
    }

    /// Returns the URL that a server on the socket receives: `http+unix://%2Fa.sock/b` becomes `http://localhost/b`; `nil` for
    /// any other URL.
    package static func httpURL(of url: String) -> String? {
        guard isFound(in: url), let authority = URLText.authority(of: url) else { return nil }
        let scheme = url.utf8.prefix { $0 != UInt8(ascii: "+") }
        return "\(Substring(scheme))://\(host)\(url[authority.endIndex...])"
    }

    /// Returns the issue of a percent-encoded socket path; `nil` if it's valid.
    static func issue(of authority: Bytes) -> URLText.Issue? {
        if authority.position(of: UInt8(ascii: "@")) < authority.count { return .credentials }
        let allowed = ByteSet.host
        guard authority.allSatisfy({ allowed.contains($0) || $0 == UInt8(ascii: "%") }),
            let path = PercentEncoding.text(of: authority), !path.isEmpty, !path.utf8.contains(0)
        else { return .socket }
        return path.utf8.count > pathLimit ? .longSocket : nil
    }
}
