/// A reference to a URL, relative or absolute, as in a Location field (RFC 3986, section 4.1).
///
/// Foundation on Linux treats `page` as `/page`, and decodes `%2F`. This type joins the bytes unchanged.
package struct URLReference {
    private let scheme: ArraySlice<UInt8>?
    private let authority: ArraySlice<UInt8>?
    private let path: ArraySlice<UInt8>
    private let query: ArraySlice<UInt8>?

    /// Finds the parts of a reference, without its fragment; `nil` if it contains a control character.
    ///
    /// Characters that are illegal in URLs, such as a space, are percent-encoded, as in browsers.
    package init?(_ text: String) {
        guard !text.withBytes(\.hasControls) else { return nil }
        self.init(bytes: Array(text.utf8))
    }

    private init(bytes: [UInt8]) {
        var rest = bytes.prefix { $0 != UInt8(ascii: "#") }
        let mark = rest.firstIndex(of: UInt8(ascii: "?"))
        query = mark.map { Self.encoded(rest[($0 + 1)...]) }
        rest = rest[..<(mark ?? rest.endIndex)]
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = rest[..<colon]
            rest = rest[(colon + 1)...]
        } else {
            scheme = nil
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            authority = rest.prefix { $0 != UInt8(ascii: "/") }
            rest = rest[(authority?.endIndex ?? rest.startIndex)...]
        } else {
            authority = nil
        }
        path = Self.encoded(rest)
    }

    /// Resolves the reference against an absolute URL (RFC 3986, section 5.2).
    package func resolved(against baseURL: String) -> String {
        let base = URLReference(bytes: Array(baseURL.utf8))
        // Foundation on Linux recognizes only lower-case schemes.
        var url = (scheme ?? base.scheme ?? []).map(\.asciiLowercased)
        url.append(UInt8(ascii: ":"))
        let hasPlace = scheme != nil || authority != nil
        if isBack(to: base) {
            url = Array((base.scheme ?? []) + "://".utf8 + (base.authority ?? []))
        } else if let authority = hasPlace ? authority : base.authority {
            url += "//".utf8 + authority
        }
        if hasPlace || path.first == UInt8(ascii: "/") {
            url += Self.withoutDotSegments(path)
        } else if path.isEmpty {
            url += base.path
        } else {
            let folder = base.path.lastIndex(of: UInt8(ascii: "/")).map { base.path[...$0] } ?? [UInt8(ascii: "/")]
            url += Self.withoutDotSegments(folder + path)
        }
        if let query = query ?? (hasPlace || !path.isEmpty ? nil : base.query) { url += "?".utf8 + query }
        return String(decoding: url, as: UTF8.self)
    }

    /// Returns whether the reference leads back to a server on a Unix socket, which builds URLs from the received Host
    /// field.
    private func isBack(to base: URLReference) -> Bool {
        guard let baseScheme = base.scheme, let authority,
            authority.map(\.asciiLowercased).elementsEqual(UnixSocketURL.host.utf8),
            UnixSocketURL.isFound(in: String(decoding: baseScheme + "://".utf8, as: UTF8.self))
        else { return false }
        let suffix = "+unix"
        return scheme.map { $0.map(\.asciiLowercased) + suffix.utf8 == baseScheme.map(\.asciiLowercased) } ?? true
    }

    /// Returns a path without its segments `.` and `..`, whether escaped or not (RFC 3986, section 5.2.4).
    private static func withoutDotSegments(_ path: ArraySlice<UInt8>) -> [UInt8] {
        var result: [ArraySlice<UInt8>] = []
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let dots = dotCount(of: segment)
            // Never remove the root, which is the empty segment before the first slash.
            if dots == 2, result.count > 1 { result.removeLast() }
            if dots == 0 { result.append(segment) }
            if dots > 0, index == segments.count - 1 { result.append([]) }
        }
        return Array(result.joined(separator: "/".utf8))
    }

    /// Returns the number of dots in a dot segment; 0 for any other segment.
    private static func dotCount(of segment: ArraySlice<UInt8>) -> Int {
        guard segment.withUnsafeBufferPointer(DotSegments.isDotSegment) else { return 0 }
        return segment.count == 1 || segment.count == 3 ? 1 : 2
    }

    /// Returns whether a text is a scheme (RFC 3986, section 3.1).
    private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, first.isASCIILetter else { return false }
        return text.allSatisfy { byte in
            byte.isASCIILetter || 0x30...0x39 ~= byte || "+-.".utf8.contains(byte)
        }
    }

    /// Returns bytes with illegal ones percent-encoded; escapes stay unchanged.
    private static func encoded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let allowed = ByteSet.query
        var result: [UInt8] = []
        result.append(upTo: 3 * bytes.count) { result in
            for (index, byte) in zip(bytes.indices, bytes) {
                if allowed.contains(byte) || PercentEncoding.escapedByte(bytes[index...]) != nil {
                    result.write(byte)
                } else {
                    result.write(escaped: byte)
                }
            }
        }
        return result[...]
    }
}

extension UInt8 {
}
