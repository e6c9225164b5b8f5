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
        if line.isEmpty { return head() }
        guard status != nil else {
            readStatus(String(decoding: line, as: UTF8.self))
            return nil
        }
        if line[line.startIndex] <= UInt8(ascii: " ") {
            // The value of the previous line continues; without one, the line is ignored (RFC 9112, sections 2.2 and 5.2).
            guard let last = fields.popLast() else { return nil }
            fields.append(
                HeaderField(received: last.name.rawValue, last.value + " " + String(decoding: line, as: UTF8.self)))
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let value = String(decoding: line[line.index(after: colon)...], as: UTF8.self)
            fields.append(HeaderField(received: String(decoding: line[..<colon], as: UTF8.self), value))
        }
        return nil
    }

    private mutating func readStatus(_ line: String) {
        let parts = line.split(separator: " ", maxSplits: 2)
        version = parts.first.map { String($0.dropFirst("HTTP/".count)) } ?? ""
        status = HTTPStatus(parts.dropFirst().first.flatMap { Int($0) } ?? 0)
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
#endif
