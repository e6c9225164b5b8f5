import Requests

/// A reader that splits a multipart form into its parts (RFC 2046, section 5.1.1; RFC 7578, section 4).
///
/// Text before the first boundary and after the last boundary is ignored, and so is white space after a boundary. A
/// truncated form or an ambiguous part throws an error. Only the ranges of the contents are stored, and the number of
/// parts is limited.
struct MultipartReader {
    /// The maximum length of the fields of a part, in bytes.
    static let headLimit = 16_384

    /// The maximum length of a boundary, in bytes (RFC 2046, section 5.1.1).
    private static let boundaryLimit = 70

    private let bytes: [UInt8]

    /// A line break, two dashes and the boundary.
    private let delimiter: String
    private let pattern: BytePattern

    /// A line with a boundary.
    private struct Line {
        /// The position of the line break before the line.
        let start: Int
        /// The position of the line break after the line.
        let end: Int
        let isLast: Bool
    }

    /// Makes a reader for a form.
    ///
    /// - Parameters:
    ///   - bytes: The form.
    ///   - contentType: The form's media type, with the boundary.
    /// - Throws: An error if the boundary is missing or too long.
    init(_ bytes: [UInt8], contentType: MediaType?) throws(MultipartError) {
        guard let boundary = contentType?.parameter("boundary"), !boundary.isEmpty else {
            throw MultipartError("the media type has no boundary parameter")
        }
        guard boundary.utf8.count <= Self.boundaryLimit else {
            throw MultipartError("the boundary exceeds the limit of \(Self.boundaryLimit) bytes")
        }
        self.bytes = bytes
        delimiter = "\r\n--\(boundary)"
        pattern = BytePattern(delimiter)
    }

    /// Returns the parts in order.
    func parts() throws(MultipartError) -> [ReceivedPart] {
        guard var line = firstLine else { throw MultipartError("the boundary is missing") }
        var parts: [ReceivedPart] = []
        while !line.isLast {
            guard let next = self.line(from: line.end) else {
                throw MultipartError("the closing boundary is missing")
            }
            guard parts.count < KeyValueDecoder.fieldLimit else {
                throw MultipartError("the number of parts exceeds the limit of \(KeyValueDecoder.fieldLimit)")
            }
            parts.append(try part(number: parts.count + 1, from: line.end, to: next.start))
            line = next
        }
        return parts
    }

    // MARK: - Boundaries

    private var firstLine: Line? {
        // At the very start, no line break precedes the boundary.
        if bytes.starts(with: delimiter.utf8.dropFirst(2)), let line = line(startingAt: -2) { return line }
        return line(from: 0)
    }

    private func line(from position: Int) -> Line? {
        var position = position
        while let start = pattern.firstPlace(in: bytes, from: position) {
            if let line = line(startingAt: start) { return line }
            position = start + 1
        }
        return nil
    }

    /// Returns the line whose delimiter is at a position; `nil` if other text follows the delimiter.
    ///
    /// A delimiter before other text is part of the content.
    private func line(startingAt start: Int) -> Line? {
        var position = start + delimiter.utf8.count
        let isLast = bytes[position...].starts(with: "--".utf8)
        if isLast { position += 2 }
        while position < bytes.count, bytes[position].isBlank { position += 1 }
        if isLast, position == bytes.count || bytes[position] == UInt8(ascii: "\n") {
            return Line(start: start, end: position, isLast: true)
        }
        guard bytes[position...].starts(with: "\r\n".utf8) else { return nil }
        return Line(start: start, end: position, isLast: isLast)
    }

    // MARK: - Parts

    /// Reads the part between two boundaries.
    ///
    /// The part extends from the line break after the first boundary to the line break before the second boundary. Both
    /// can be the same line break.
    private func part(number: Int, from start: Int, to end: Int) throws(MultipartError) -> ReceivedPart {
        let subject = "part \(number)"
        let limit = min(end + 2, start + Self.headLimit)
        guard let headEnd = Self.blankLine.firstPlace(in: bytes, from: start, to: limit) else {
            throw MultipartError(
                limit < end + 2
                    ? "\(subject) exceeds the limit of \(Self.headLimit) bytes for header fields"
                    : "\(subject) has no empty line after the header fields")
        }
        let header = try MultipartHead(bytes[min(start + 2, headEnd)..<headEnd], subject: subject).fields
        let texts = header[values: .contentDisposition]
        guard texts.count == 1 else {
            throw MultipartError("\(subject) has \(texts.isEmpty ? "no" : "more than one") Content-Disposition field")
        }
        let disposition: MultipartDisposition
        do {
            disposition = try MultipartDisposition(texts[0])
        } catch {
            throw MultipartError("\(subject) \(error)")
        }
        // See RFC 7578, section 4.7.
        if let encoding = header["Content-Transfer-Encoding"]?.lowercased(),
            !["7bit", "8bit", "binary"].contains(encoding)
        {
            throw MultipartError(
                "the Content-Transfer-Encoding of the part \(disposition.name.escapedForDisplay) must be 7bit, 8bit or "
                    + "binary")
        }
        let content = headEnd + 4
        return ReceivedPart(
            name: disposition.name, fileName: disposition.fileName, header: header,
            content: content..<max(content, end))
    }

    private static let blankLine = BytePattern("\r\n\r\n")
}

/// The fields of a part (RFC 5322, section 2.2).
private struct MultipartHead {
    private(set) var fields = HeaderFields()

    init(_ bytes: ArraySlice<UInt8>, subject: String) throws(MultipartError) {
        var lines: [String] = []
        var rest = bytes
        while !rest.isEmpty {
            let end = rest.indices.first { rest[$0...].starts(with: "\r\n".utf8) } ?? rest.endIndex
            guard let line = String(utf8: rest[..<end]) else {
                throw MultipartError("\(subject) has a header field that is not UTF-8")
            }
            rest = rest[end...].dropFirst(2)
            // A folded line continues the previous line.
            if let first = line.utf8.first, first.isBlank, let last = lines.indices.last {
                lines[last] += line
            } else {
                lines.append(line)
            }
        }
        for line in lines {
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), line[..<colon].isToken,
                line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
            else { throw MultipartError("\(subject) has a malformed header field") }
            let value = line[line.utf8.index(after: colon)...]
            fields.append(HeaderField(received: String(line[..<colon]), String(value)))
        }
    }
}
