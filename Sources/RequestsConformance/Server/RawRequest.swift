import Requests

/// A request as received on the wire.
package struct RawRequest: Sendable {
    /// The method, with unchanged case.
    package var method: String
    /// The percent-encoded request target, such as `/users?page=2`.
    package var target: String
    /// The protocol version, such as `HTTP/1.1`.
    package var version: String
    /// The fields in order, with the case of names unchanged, and values without surrounding whitespace.
    ///
    /// A line that isn't a field (it has no colon, or continues the previous line) has an empty name.
    package var fields: [(name: String, value: String)]
    /// The exact bytes of the head, including the blank line at its end.
    package var head: [UInt8]
    /// The body without its framing.
    package var body: [UInt8] = []
    /// The trailer fields of a chunked body.
    package var trailers: [(name: String, value: String)] = []

    /// The body as text; bytes that are not UTF-8 become replacement characters.
    package var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// The head as text, including its line breaks.
    package var headText: String { RawRequest.text(head) }

    /// The values of all fields with a name, ignoring case.
    package subscript(name: String) -> [String] {
        fields.values(named: name)
    }

    /// Returns the value of the first field with a name, ignoring case.
    package func first(_ name: String) -> String? {
        self[name].first
    }
}

extension RawRequest {
    /// Reads a head, up to and including its blank line.
    ///
    /// A line ends with LF, and one preceding CR is ignored.
    ///
    /// - Throws: `RawServerError.malformed` if the first line is not a method, a target and a version.
    package init(head: [UInt8]) throws {
        let lines = RawRequest.lines(of: head)
        let requestLine = lines.first ?? []
        let parts = requestLine.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
            throw RawServerError.malformed(
                "The request line \"\(RawRequest.text(requestLine))\" doesn't consist of a method, a target and a version."
            )
        }
        method = RawRequest.text(parts[0])
        target = RawRequest.text(parts[1])
        version = RawRequest.text(parts[2])
        fields = lines.dropFirst().map(RawRequest.field)
        self.head = head
    }

    /// Indicates whether the body arrives in chunks.
    package var isChunked: Bool {
        self["Transfer-Encoding"].contains { $0.lowercased().hasSuffix("chunked") }
    }

    /// Indicates whether the sender waits for `100 Continue`.
    package var expectsContinue: Bool {
        self["Expect"].contains { $0.lowercased() == "100-continue" }
    }

    /// The declared length of the body; 0 if there is no Content-Length.
    ///
    /// - Throws: `RawServerError.malformed` for anything but digits, or for two different lengths.
    package var contentLength: Int {
        get throws {
            let values = Set(self["Content-Length"])
            guard let value = values.first else { return 0 }
            let isNumber = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard values.count == 1, isNumber, let length = Int(value) else {
                throw RawServerError.malformed("The Content-Length is not a single number: \(values.sorted()).")
            }
            return length
        }
    }

    /// Returns the number of bytes up to and including the first blank line; `nil` if there is no blank line yet.
    package static func headLength(in bytes: [UInt8]) -> Int? {
        var lineStart = 0
        while let lineFeed = bytes[lineStart...].firstIndex(of: 0x0A) {
            let line = bytes[lineStart..<lineFeed]
            lineStart = lineFeed + 1
            if line.isEmpty || line.elementsEqual([0x0D]) { return lineStart }
        }
        return nil
    }

    /// Returns the fields in a head without a first line, such as trailers.
    package static func fields(of bytes: [UInt8]) -> [(name: String, value: String)] {
        lines(of: bytes).map(field)
    }

    /// Decodes bytes as UTF-8, or as Latin-1 if they are invalid.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        return String(utf8: bytes)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Returns the lines before the blank line, without their line breaks.
    private static func lines(of head: [UInt8]) -> [ArraySlice<UInt8>] {
        head.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { $0.last == 0x0D ? $0.dropLast() : $0 }
            .prefix { !$0.isEmpty }
    }

    private static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), let first = line.first, !first.isBlank else {
            return ("", text(line.trimmingBlanks))
        }
        return (text(line[..<colon]), text(line[(colon + 1)...].trimmingBlanks))
    }
}

extension [(name: String, value: String)] {
    /// Returns the values of all fields with a name, ignoring case.
    package func values(named name: String) -> [String] {
        filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}
