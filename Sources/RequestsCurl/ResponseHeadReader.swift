#if Curl
import Requests

/// Reads the heads of a response line by line, as libcurl passes them.
struct ResponseHeadReader: Sendable {
    private let url: String
    private var status: HTTPStatus?
    private var version = ""
    private var fields: [HeaderField] = []
    /// Indicates whether the final head is complete; the fields of trailers are ignored.
    private var isComplete = false

    init(url: String) { self.url = url }

    /// Reads a line, and returns the head if the line ends it.
    mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> ResponseHead? {
        guard !isComplete else { return nil }
        var line = line[...]
        while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { line.removeLast() }
        guard let first = line.first else { return head() }
        guard status != nil else {
            readStatus(line)
            return nil
        }
        if first <= UInt8(ascii: " ") {
            // The value of the previous line continues; without one, the line is ignored (RFC 9112, sections 2.2 and 5.2).
            guard let last = fields.popLast() else { return nil }
            fields.append(HeaderField(received: last.name.rawValue, last.value + " " + text(line)))
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            // Without the blanks around it, a value needs no copy.
            fields.append(HeaderField(received: text(line[..<colon]), text(line[(colon + 1)...].trimmingBlanks)))
        }
        return nil
    }

    private mutating func readStatus(_ line: Bytes) {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        version = parts.first.map { text($0.dropFirst("HTTP/".utf8.count)) } ?? ""
        status = HTTPStatus(parts.dropFirst().first.flatMap { Int(text($0)) } ?? 0)
    }

    private mutating func head() -> ResponseHead? {
        guard let status else { return nil }
        var head = ResponseHead(status: status, header: HeaderFields(fields), url: url)
        head.notes.protocolVersion = version
        (self.status, fields) = (nil, [])
        isComplete = !status.isInformational
        return head
    }
}

private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

private func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }
#endif
