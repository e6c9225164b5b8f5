import Foundation

/// A parameter's value that starts with its charset: `UTF-8''na%C3%AFve.txt` (RFC 8187, section 3.2).
package enum ExtendedValue {
    /// Returns the text of a value; `nil` if it's malformed, or if its charset is neither UTF-8 nor ISO 8859-1.
    package static func text(of value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = PercentEncoding.bytes(of: parts[2].utf8) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(utf8: bytes)
        case "iso-8859-1": return String(bytes: bytes, encoding: .isoLatin1)
        default: return nil
        }
    }
}
