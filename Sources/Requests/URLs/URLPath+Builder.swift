extension URLPath {
    /// Builds a path from texts and values, and watches each segment while it grows.
    struct Builder: Sendable {
        private(set) var bytes: [UInt8] = []
        private(set) var issue: Issue?
        private(set) var secrets: [String] = []

        /// Whether a `?` has been seen.
        private var isInQuery = false
        /// Where the segment begins that is being built.
        private var segmentStart = 0
        private var segmentHasValue = false

        init(reserving capacity: Int) {
            bytes.reserveCapacity(capacity)
        }

        /// Appends text of the template.
        mutating func append(text: String) {
            text.withBytes { append(template: $0) }
        }

        /// Appends a value, which stays one segment of the path or one value of the query.
        mutating func append(value: String, isSensitive: Bool = false) {
            let start = bytes.count
            PercentEncoding.append(value, to: &bytes)
            segmentHasValue = true
            if isSensitive, start < bytes.count {
                secrets.append(String(decoding: bytes[start...], as: UTF8.self))
            }
        }

        mutating func note(_ newIssue: Issue) {
            if issue == nil { issue = newIssue }
        }

        mutating func finish() {
            endSegment()
            if bytes.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) { note(.networkPath) }
        }

        private mutating func append(template text: UnsafeBufferPointer<UInt8>) {
            var index = 0
            while index < text.count {
                // What may stand as it is, is copied run by run.
                let plain = isInQuery ? ByteSet.query : .plainPath
                let start = index
                while index < text.count, plain.contains(text[index]) { index += 1 }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
                if index < text.count {
                    append(special: text[index], before: text[index...])
                    index += 1
                }
            }
        }

        /// Appends a byte of the template that means something, or may not stand as it is.
        private mutating func append(special byte: UInt8, before rest: Slice<UnsafeBufferPointer<UInt8>>) {
            switch byte {
            case UInt8(ascii: "/"):
                endSegment()
                bytes.append(byte)
                segmentStart = bytes.count
            case UInt8(ascii: "?"):
                endSegment()
                isInQuery = true
                bytes.append(byte)
            case UInt8(ascii: "#"):
                note(.fragment)
            case UInt8(ascii: "%") where Self.isEscape(rest):
                bytes.append(byte)
            default:
                if byte == UInt8(ascii: "{"), let name = Self.placeholder(rest) { note(.placeholder(name)) }
                PercentEncoding.append(escaped: byte, to: &bytes)
            }
        }

        private mutating func endSegment() {
            guard !isInQuery else { return }
            if bytes.count == segmentStart {
                if segmentHasValue { note(.emptySegment) }
            } else if DotSegments.isDotSegment(bytes[segmentStart...]) {
                note(.dotSegment)
            }
            segmentHasValue = false
        }

        private static func isEscape(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
            let digits = text.dropFirst().prefix(2)
            return digits.count == 2 && digits.allSatisfy(\.isHexDigit)
        }

        /// `{name}`, where one begins here and ends in the same segment.
        private static func placeholder(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
            guard let end = text.firstIndex(of: UInt8(ascii: "}")) else { return nil }
            let name = text[...end]
            return name.contains(UInt8(ascii: "/")) ? nil : String(decoding: name, as: UTF8.self)
        }
    }
}
