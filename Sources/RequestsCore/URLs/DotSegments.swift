/// Finds `.` and `..` segments in paths, escaped or not.
///
/// Servers and clients remove these segments, but at different times (RFC 3986, section 5.2.4).
enum DotSegments {
    /// Returns whether a segment is `.` or `..`; each dot may also be written as `%2E`.
    static func isDotSegment(_ segment: UnsafeBufferPointer<UInt8>) -> Bool {
        // The longest form is `%2e%2e`. For nearly every segment, checking the first byte is enough.
        guard let first = segment.first, first == UInt8(ascii: ".") || first == UInt8(ascii: "%"), segment.count <= 6
        else { return false }
        var rest = segment[...]
        var dots = 0
        while let byte = rest.first {
            if byte == UInt8(ascii: ".") {
                rest = rest.dropFirst()
            } else if rest.prefix(3).elementsEqual("%2e".utf8, by: { $0.asciiLowercased == $1 }) {
                rest = rest.dropFirst(3)
            } else {
                return false
            }
            dots += 1
        }
        return dots == 1 || dots == 2
    }

    /// Returns whether any segment of a path is a dot segment.
    static func isFound(in path: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        while start < path.count {
            let end = path.position(of: UInt8(ascii: "/"), from: start)
            if isDotSegment(path.part(start..<end)) { return true }
            start = end + 1
        }
        return false
    }
}
