/// The parts of an absolute http, https or Unix socket URL, as ranges of its bytes.
///
/// Foundation's parser accepts URLs without a valid server (`http:/example.com`, `https://h:99999/`). Its accessors
/// decode the parts, and are slower than this whole scan.
package struct URLText {
    package let isSecure: Bool
    /// Indicates whether the URL leads to a Unix socket, with the socket's path as authority (``UnixSocketURL``).
    let isSocket: Bool
    /// The host and the port.
    package let authority: Range<Int>
    /// The path, from the end of the authority to the `?`, the `#` or the end.
    package let path: Range<Int>
    /// The query after the `?`; `nil` if there is none.
    let query: Range<Int>?
    let hasFragment: Bool

    package enum Issue: String, Error {
        case relative = "is relative: use a URL with a scheme and a host, such as https://example.com"
        case scheme = "doesn't have the scheme http or https"
        case socket = """
            doesn't have the percent-encoded path of a Unix socket as the host, as in http+unix://%2Frun%2Fa.sock: \
            use URL(unixSocket:path:)
            """
        case longSocket = "has a Unix socket path that is longer than 103 bytes"
        case host = "has no valid host"
        case credentials = "contains a user name or a password: use authenticated(with:) instead"
        case port = "has a port that is not a number from 1 to 65535"
        case dotSegment = "has a `.` or `..` segment in the path, which isn't allowed"
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, allowsDotSegments: Bool) throws(Issue) {
        let authorityStart = try Self.endOfScheme(bytes)
        self.isSecure = authorityStart == 8 || authorityStart == 13
        self.isSocket = authorityStart > 8
        let end = bytes.position(of: UInt8(ascii: "#"), from: authorityStart)
        let mark = min(bytes.position(of: UInt8(ascii: "?"), from: authorityStart), end)
        let slash = min(bytes.position(of: UInt8(ascii: "/"), from: authorityStart), mark)
        self.authority = authorityStart..<slash
        self.path = slash..<mark
        self.query = mark < end ? (mark + 1)..<end : nil
        self.hasFragment = end < bytes.count
        let authorityBytes = UnsafeBufferPointer(rebasing: bytes[authority])
        if !isSocket {
            try Self.checkAuthority(authorityBytes)
        } else if let issue = UnixSocketURL.issue(of: authorityBytes) {
            throw issue
        }
        if !allowsDotSegments, hasDotSegment(in: bytes) { throw .dotSegment }
    }

    /// Returns whether a segment of the path is `.` or `..`, escaped or not.
    private func hasDotSegment(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        DotSegments.isFound(in: UnsafeBufferPointer(rebasing: bytes[path]))
    }

    /// Returns whether a URL contains a segment `.` or `..`, escaped or not; `false` for an invalid URL.
    static func hasDotSegment(_ url: String) -> Bool {
        url.withBytes { bytes in
            (try? parse(bytes, allowingDotSegments: true).get())?.hasDotSegment(in: bytes) ?? false
        }
    }

    /// Finds the parts of a URL.
    package static func parse(_ bytes: [UInt8], allowingDotSegments: Bool = false) -> Result<URLText, Issue> {
        bytes.withUnsafeBufferPointer { parse($0, allowingDotSegments: allowingDotSegments) }
    }

    /// Finds the parts of a URL.
    static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, allowingDotSegments: Bool = false
    ) -> Result<URLText, Issue> {
        do throws(Issue) {
            return .success(try URLText(bytes, allowsDotSegments: allowingDotSegments))
        } catch {
            return .failure(error)
        }
    }

    /// Returns whether two URLs have the same scheme, host and port (RFC 6454, section 4).
    package static func haveSameOrigin(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard let origin = origin(of: left) else { return false }
        return origin == Self.origin(of: right)
    }

    /// Returns the scheme, host and port of a URL for comparison; `nil` for an invalid URL.
    package static func origin(of url: [UInt8]) -> URLOrigin? {
        guard let text = try? parse(url, allowingDotSegments: true).get() else { return nil }
        guard !text.isSocket else {
            var path: [UInt8] = []
            url[text.authority].withUnsafeBufferPointer { _ = PercentEncoding.decode($0, into: &path) }
            return URLOrigin(isSecure: text.isSecure, isSocket: true, authority: path)
        }
        return URLOrigin(
            isSecure: text.isSecure, isSocket: false, authority: text.shortAuthority(in: url).map(\.asciiLowercased))
    }

    /// Returns the authority without the scheme's default port.
    private func shortAuthority(in bytes: [UInt8]) -> ArraySlice<UInt8> {
        let text = bytes[authority]
        for suffix in [isSecure ? ":443" : ":80", ":"] where text.count > suffix.utf8.count {
            if text.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) { return text.dropLast(suffix.utf8.count) }
        }
        return text
    }

    /// Returns the text between `://` and the path, query or fragment of a URL; `nil` for text without `://`.
    ///
    /// The URL may be invalid: the authority may contain a user and a password.
    package static func authority(of url: some StringProtocol) -> Substring? {
        let url = Substring(url)
        guard let range = Array(url.utf8).withUnsafeBufferPointer(authority) else { return nil }
        let start = url.utf8.index(url.startIndex, offsetBy: range.lowerBound)
        return url[start..<url.utf8.index(start, offsetBy: range.count)]
    }

    /// Returns the range of the authority in the bytes of a URL.
    package static func authority(in url: Bytes) -> Range<Int>? {
        for start in 3..<max(url.count + 1, 3) where url[start - 1] == UInt8(ascii: "/") {
            guard url[start - 2] == UInt8(ascii: "/"), url[start - 3] == UInt8(ascii: ":") else { continue }
            return start..<(url[start...].firstIndex(where: endsAuthority) ?? url.count)
        }
        return nil
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Returns the offset after `http://`, `https://`, `http+unix://` or `https+unix://`.
    private static func endOfScheme(_ bytes: UnsafeBufferPointer<UInt8>) throws(Issue) -> Int {
        if starts(bytes, with: "https://") { return 8 }
        if starts(bytes, with: "http://") { return 7 }
        if starts(bytes, with: "http+unix://") { return 12 }
        if starts(bytes, with: "https+unix://") { return 13 }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), !bytes[..<colon].contains(where: endsAuthority)
        else { throw .relative }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        switch scheme {
        case "http", "https": throw .host
        case "unix", "http+unix", "https+unix": throw .socket
        default: throw .scheme
        }
    }

    private static func starts(_ bytes: UnsafeBufferPointer<UInt8>, with scheme: StaticString) -> Bool {
        scheme.withUTF8Buffer { scheme in
            guard bytes.count >= scheme.count else { return false }
            if bytes.part(0..<scheme.count).equals(scheme) { return true }
            for index in 0..<scheme.count where bytes[index].asciiLowercased != scheme[index] { return false }
            return true
        }
    }

    private static func checkAuthority(_ authority: UnsafeBufferPointer<UInt8>) throws(Issue) {
        if authority.position(of: UInt8(ascii: "@")) < authority.count { throw .credentials }
        var hostEnd = authority.position(of: UInt8(ascii: ":"))
        if authority.first == UInt8(ascii: "[") {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")), URLHost.isAddress(authority[1..<bracket])
            else { throw .host }
            hostEnd = bracket + 1
        } else {
            guard hostEnd > 0, URLHost.isName(authority.part(0..<hostEnd)) else { throw .host }
        }
        if hostEnd < authority.count { try checkPort(UnsafeBufferPointer(rebasing: authority[hostEnd...])) }
    }

    /// Checks the text after the host: a colon, and usually a port.
    private static func checkPort(_ text: UnsafeBufferPointer<UInt8>) throws(Issue) {
        guard text.first == UInt8(ascii: ":") else { throw .host }
        if text.count == 1 { return }
        let digits = text.dropFirst()
        guard digits.count <= 5, digits.allSatisfy({ 0x30...0x39 ~= $0 }),
            1...65_535 ~= digits.reduce(0, { $0 * 10 + Int($1 - 0x30) })
        else { throw .port }
    }
}

/// The scheme, host and port of a URL, or its Unix socket.
package struct URLOrigin: Hashable {
    fileprivate let isSecure: Bool
    fileprivate let isSocket: Bool
    /// The authority in lower case, without the scheme's default port; or the path of the socket.
    fileprivate let authority: [UInt8]
}
