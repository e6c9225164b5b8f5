extension URLPath {
    /// A builder of a path from a template's texts and values.
    package struct Builder: Sendable {
        private(set) var bytes: [UInt8] = []
        private(set) var issue: Issue?
        private var secretValues: [Range<Int>] = []
        private(set) var styledValues: [StyledValue] = []

        /// Indicates whether a `?` has been seen.
        private var isInQuery = false

        /// The offsets of empty values.
        private var emptyValues: [Int] = []

        /// Makes a builder with room for a path of about this many bytes and a query.
        package init(reserving capacity: Int) {
            if capacity > 0 { bytes.reserveCapacity(capacity + PairBuffer.usualCount) }
        }

        /// Appends text from the template.
        package mutating func append(text: String) {
            var isInQuery = isInQuery
            var newIssue: Issue?
            text.withBytes { text in
                if !isInQuery, ByteSet.path.containsAll(text) { return bytes.append(contentsOf: text) }
                bytes.append(upTo: 3 * text.count) { writer in
                    for index in 0..<text.count {
                        let byte = text[index]
                        if (isInQuery ? ByteSet.query : .path).contains(byte) {
                            writer.write(byte)
                        } else if byte == UInt8(ascii: "?") {
                            isInQuery = true
                            writer.write(byte)
                        } else if PercentEncoding.escapedByte(text[index...]) != nil {
                            writer.write(byte)
                        } else {
                            writer.write(escaped: byte)
                            if newIssue == nil { newIssue = Self.issue(text[index...]) }
                        }
                    }
                }
            }
            self.isInQuery = isInQuery
            if let newIssue { note(newIssue) }
        }

        /// Appends a literal, in which a whole segment such as `:id` is an unfilled placeholder.
        ///
        /// Only literals are checked: text from a server may contain any segment.
        mutating func append(literal text: String) {
            if !isInQuery, text.withBytes({ $0.position(of: UInt8(ascii: ":")) < $0.count }) {
                let path = text.utf8.prefix { $0 != UInt8(ascii: "?") }
                // The text before the first slash continues an earlier segment.
                for segment in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
                where segment.first == UInt8(ascii: ":") && Self.isName(segment.dropFirst()) {
                    note(.placeholder(String(Substring(segment))))
                }
            }
            append(text: text)
        }

        /// Returns whether a text is an identifier.
        private static func isName(_ text: Substring.UTF8View) -> Bool {
            guard let first = text.first, !(0x30...0x39 ~= first) else { return false }
            return text.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: "_") }
        }

        /// Appends a value, escaped so that it stays within one segment or one query value.
        package mutating func append(value: String, isSensitive: Bool = false) {
            let start = bytes.count
            PercentEncoding.append(value, to: &bytes)
            if start == bytes.count {
                if !isInQuery { emptyValues.append(start) }
            } else if isSensitive {
                secretValues.append(start..<bytes.count)
            }
        }

        /// Appends the standard text of a value whose final text depends on the API's coding.
        mutating func append(_ content: StyledValue.Content, text: String, isSensitive: Bool) {
            let start = bytes.count
            append(value: text, isSensitive: isSensitive)
            styledValues.append(StyledValue(content, isSensitive: isSensitive, at: start..<bytes.count))
        }

        /// Appends a part of another path.
        mutating func append(written part: ArraySlice<UInt8>) {
            if part.contains(UInt8(ascii: "?")) { isInQuery = true }
            bytes += part
        }

        /// Appends values, each as one segment; in a query, as one value joined with slashes.
        package mutating func append(segments: some Sequence<some StringProtocol>) {
            if isInQuery { return append(value: segments.joined(separator: "/")) }
            var isFirst = true
            for segment in segments {
                if !isFirst { bytes.append(UInt8(ascii: "/")) }
                isFirst = false
                append(value: String(segment))
            }
            // If there are no segments, append an empty segment, which is reported as an issue.
            if isFirst { append(value: "") }
        }

        /// The sensitive values of the complete path; a short value is extended by the text around it.
        var secrets: [String] {
            secretValues.map { String(decoding: bytes[SecretSearch.searched($0, in: bytes)], as: UTF8.self) }
        }

        mutating func note(_ newIssue: Issue) {
            if issue == nil { issue = newIssue }
        }

        /// Checks the segments of the complete path.
        mutating func finish() {
            let (isNetworkPath, isWholeURL, hasDotSegment) = bytes.withUnsafeBufferPointer { bytes in
                let path = bytes.part(0..<bytes.position(of: UInt8(ascii: "?")))
                let slash = path.position(of: UInt8(ascii: "/"))
                let hasTwo = slash + 1 < path.count && path[slash + 1] == UInt8(ascii: "/")
                let isWholeURL = hasTwo && slash > 0 && path[slash - 1] == UInt8(ascii: ":")
                return (hasTwo && slash == 0, isWholeURL, DotSegments.isFound(in: path))
            }
            if emptyValues.contains(where: isEmptySegment) { note(.emptySegment) }
            if isNetworkPath { note(.networkPath) }
            if isWholeURL { note(.wholeURL) }
            // Check dot segments last: an option allows them, so they must not hide a different problem.
            if hasDotSegment { note(.dotSegment) }
        }

        /// Returns whether the segment at an index consists only of empty values.
        private func isEmptySegment(at index: Int) -> Bool {
            let startsSegment = index == 0 || bytes[index - 1] == UInt8(ascii: "/")
            let endsSegment =
                index == bytes.count || bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "?")
            return startsSegment && endsSegment
        }

        /// Returns the issue of template text that begins with a byte that is illegal in URLs.
        private static func issue(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Issue? {
            switch text.first {
            case UInt8(ascii: "#"):
                return .fragment
            case UInt8(ascii: "{"):
                // The search is limited to the maximum length of a name, because the text may be much longer.
                let name = text.prefix(66).prefix { $0 != UInt8(ascii: "/") }
                guard let end = name.firstIndex(of: UInt8(ascii: "}")) else { return nil }
                return .placeholder(String(decoding: name[...end], as: UTF8.self).withoutControls)
            default:
                return nil
            }
        }
    }
}
