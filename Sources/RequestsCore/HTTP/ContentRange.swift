/// The range of bytes in a partial response (RFC 9110, section 14.4).
///
/// ```swift
/// // Content-Range: bytes 0-99/1234
/// head.contentRange?.bytes            // 0...99
/// head.contentRange?.completeLength   // 1234
/// ```
public struct ContentRange: Hashable, Sendable {
    /// The range of bytes, counted from 0; `nil` if the requested range lies outside the content: `bytes */1234`.
    public let bytes: ClosedRange<Int>?

    /// The length of the complete content in bytes; `nil` if the server doesn't know it: `bytes 0-99/*`.
    public let completeLength: Int?

    /// Reads the value of a field: `bytes 0-99/1234`.
    ///
    /// - Returns: `nil` if the value is invalid: a unit other than bytes, an end before the start or beyond the length,
    ///   or additional text.
    package init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].equalsIgnoringASCIICase("bytes") else { return nil }
        let parts = words[1].utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let isLengthUnknown = parts[1].elementsEqual("*".utf8)
        let completeLength = Int(digits: parts[1])
        guard isLengthUnknown || completeLength != nil else { return nil }
        self.completeLength = completeLength
        if parts[0].elementsEqual("*".utf8) {
            guard completeLength != nil else { return nil }
            bytes = nil
            return
        }
        let bounds = parts[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Int(digits: bounds[0]), let last = Int(digits: bounds[1]), first <= last,
            last < completeLength ?? .max
        else { return nil }
        bytes = first...last
    }
}

extension ContentRange: CustomStringConvertible {
    /// The value of the field: `bytes 0-99/1234`.
    public var description: String {
        let range = bytes.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "*"
        return "bytes \(range)/\(completeLength.map(String.init) ?? "*")"
    }
}

extension Int {
    /// Reads a number; `nil` if the text is empty, contains anything but digits, or is too large.
    init?(digits: some Sequence<UInt8>) {
        let bytes = Array(digits)
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }
}
