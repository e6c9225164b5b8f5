#if Curl
import RequestsCore

/// Reads the heads of a response from their lines, which libcurl passes whole.
struct ResponseHeadReader: Sendable {
    private let url: String
    private var status: HTTPStatus?
    private var version = ""
    private var fields: [HeaderField] = []
    /// The continuation lines of the last field, joined.
    ///
    /// They are added to the field's value all at once, because each addition copies the value.
    private var folds = ""
    /// Indicates whether the final head is complete; the fields of trailers are ignored.
    private var isComplete = false
    /// The size of all lines so far, including interim responses and trailers.
    private var size = 0

    init(url: String) { self.url = url }

    /// Reads lines, and returns the head if the last line ends it.
    ///
    /// - Throws: ``RequestErrorCode/malformedResponse`` if the status or the name of a field is invalid, or if the
    ///   lines are too large in total.
    mutating func read(_ lines: UnsafeBufferPointer<UInt8>) throws(TransportError) -> ResponseHead? {
        var rest = lines[...], head: ResponseHead?
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
            head = try read(line: rest[..<end])
            rest = rest[end...]
        }
        return head
    }

    private mutating func read(line: Bytes) throws(TransportError) -> ResponseHead? {
        size += line.count + ResponseHead.fieldOverhead
        guard size <= ResponseHead.sizeLimit else {
            throw .malformed(
                "the header and trailer sections of the response exceed \(ResponseHead.sizeLimit) bytes in total"
            )
        }
        guard !isComplete else { return nil }
        var line = line
        while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { line.removeLast() }
        guard let first = line.first else { return head() }
        guard status != nil else {
            try readStatus(line)
            return nil
        }
        if first <= UInt8(ascii: " ") {
            // The value of the previous line continues; without one, the line is ignored (RFC 9112, sections 2.2 and 5.2).
            let more = line.trimmingBlanks
            if !fields.isEmpty, !more.isEmpty { folds += " " + text(more) }
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            unfold()
            try readField(line[..<colon], line[(colon + 1)...].trimmingBlanks)
        }
        return nil
    }

    private mutating func readStatus(_ line: Bytes) throws(TransportError) {
        let space = line.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
        version = text(line[..<space].dropFirst("HTTP/".utf8.count))
        let code = text(line[space...].drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") })
        guard let number = Int(code), number >= 100 else {
            throw .malformed("the response has an invalid status: \"\(code)\"")
        }
        status = HTTPStatus(number)
        fields.reserveCapacity(8)
    }

    private mutating func readField(_ nameBytes: Bytes, _ value: Bytes) throws(TransportError) {
        let name = text(nameBytes)
        // Other programs may read a name that ends with a blank differently (RFC 9112, section 5.1).
        guard name.isToken else {
            throw .malformed("the response has a header field with an invalid name: \"\(name)\"")
        }
        let field = HeaderField(received: name, text(value))
        // A URL has no other place for bytes that aren't UTF-8, and browsers escape them, too.
        let isEscaped = value.contains { $0 >= 0x80 } && field.name == .location && field.value.hasLostBytes
        fields.append(isEscaped ? HeaderField(received: name, escaped(value)) : field)
    }

    /// Adds the folded lines to the last field.
    private mutating func unfold() {
        guard !folds.isEmpty, let last = fields.popLast() else { return }
        fields.append(HeaderField(received: last.name.rawValue, last.value + folds))
        folds = ""
    }

    private mutating func head() -> ResponseHead? {
        guard let status else { return nil }
        unfold()
        var head = ResponseHead(status: status, header: HeaderFields(fields), urlText: url)
        head.notes.protocolVersion = version
        (self.status, fields) = (nil, [])
        isComplete = !status.isInformational
        return head
    }
}

extension TransportError {
    fileprivate static func malformed(_ message: String) -> TransportError {
        TransportError(code: .malformedResponse, message: message)
    }
}

private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

private func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

/// Returns the text of bytes, with escapes for bytes that aren't ASCII.
private func escaped(_ bytes: Bytes) -> String {
    bytes.reduce(into: "") { text, byte in
        text += byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
}
#endif
