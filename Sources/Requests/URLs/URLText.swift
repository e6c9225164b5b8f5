/// The parts of an absolute http or https URL, found in its bytes.
///
/// Foundation's parser accepts texts that no server can be reached by (`http:/example.com`, `https://h:99999/`), and its
/// accessors decode and cost more than the whole scan.
struct URLText {
    let isSecure: Bool
    /// Host and port.
    let authority: Range<Int>
    /// From the end of the authority to the `?`, the `#` or the end.
    let path: Range<Int>
    /// After the `?`; `nil` where there is none.
    let query: Range<Int>?
    let hasFragment: Bool

    enum Issue: String, Error {
        case relative = "is relative: it needs a scheme and a host, as in https://example.com"
        case scheme = "has a scheme other than http and https"
        case host = "has no host, or one that is not valid"
        case credentials = "carries a user or a password: use authenticated(with:) instead"
        case port = "has a port that is not a number from 1 to 65535"
        case dotSegment = "has a segment `.` or `..` in its path"
    }

    init(_ bytes: [UInt8]) throws(Issue) {
        let authorityStart = try Self.endOfScheme(bytes)
        self.isSecure = authorityStart == 8
        let authorityEnd = bytes[authorityStart...].firstIndex(where: Self.endsAuthority) ?? bytes.endIndex
        let fragmentStart = bytes[authorityEnd...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let queryStart = bytes[authorityEnd..<fragmentStart].firstIndex(of: UInt8(ascii: "?"))
        self.authority = authorityStart..<authorityEnd
        self.path = authorityEnd..<(queryStart ?? fragmentStart)
        self.query = queryStart.map { ($0 + 1)..<fragmentStart }
        self.hasFragment = fragmentStart < bytes.endIndex
        try Self.checkAuthority(bytes[authority])
        if DotSegments.isFound(in: bytes[path]) { throw .dotSegment }
    }

    /// Whether two URLs have the same scheme, host and port (RFC 6454, section 4).
    static func haveSameOrigin(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard let a = try? URLText(left), let b = try? URLText(right) else { return false }
        return a.isSecure == b.isSecure
            && a.origin(in: left).elementsEqual(b.origin(in: right)) { $0.asciiLowercased == $1.asciiLowercased }
    }

    /// The authority without a port that is the scheme's own.
    private func origin(in bytes: [UInt8]) -> ArraySlice<UInt8> {
        let text = bytes[authority]
        for suffix in [isSecure ? ":443" : ":80", ":"] where text.count > suffix.utf8.count {
            if text.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) { return text.dropLast(suffix.utf8.count) }
        }
        return text
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// The offset after `http://` or `https://`.
    private static func endOfScheme(_ bytes: [UInt8]) throws(Issue) -> Int {
        for scheme in ["https://", "http://"] as [StaticString] {
            let matches = scheme.withUTF8Buffer { text in
                bytes.count >= text.count && zip(bytes, text).allSatisfy { $0.asciiLowercased == $1 }
            }
            if matches { return scheme.utf8CodeUnitCount }
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), !bytes[..<colon].contains(where: endsAuthority)
        else { throw .relative }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        throw scheme == "http" || scheme == "https" ? .host : .scheme
    }

    private static func checkAuthority(_ authority: ArraySlice<UInt8>) throws(Issue) {
        if authority.contains(UInt8(ascii: "@")) { throw .credentials }
        let hostEnd: Int
        if authority.first == UInt8(ascii: "[") {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")), bracket > authority.startIndex + 2
            else { throw .host }
            hostEnd = bracket + 1
        } else {
            hostEnd = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
            let allowed = ByteSet.query
            for byte in authority[..<hostEnd] where !allowed.contains(byte) && byte != UInt8(ascii: "%") { throw .host }
        }
        if hostEnd == authority.startIndex { throw .host }
        try checkPort(authority[hostEnd...])
    }

    private static func checkPort(_ text: ArraySlice<UInt8>) throws(Issue) {
        guard let colon = text.first else { return }
        guard colon == UInt8(ascii: ":") else { throw .host }
        if text.count == 1 { return }
        guard let port = Int(String(decoding: text.dropFirst(), as: UTF8.self)), 1...65_535 ~= port,
            text.dropFirst().allSatisfy({ 0x30...0x39 ~= $0 })
        else { throw .port }
    }
}
