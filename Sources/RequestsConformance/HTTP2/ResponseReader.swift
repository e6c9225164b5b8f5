import Requests

/// Reads the HTTP/1.1 bytes of a script's response, so that the response can be sent as frames.
struct ResponseReader: Sendable {
    /// A part of the response.
    enum Part: Sendable, Equatable {
        case head([HPACKField], ends: Bool)
        case content([UInt8], ends: Bool)
        case trailers([HPACKField])
        /// The bytes aren't a response.
        case malformed
    }

    private enum State: Equatable {
        case head, content(Int), chunkSize, chunk(Int), chunkEnd, trailers, untilClose, ended
    }

    /// Indicates whether the response has no content, whatever its head declares.
    let isHead: Bool
    private var state = State.head
    private var bytes: ArraySlice<UInt8> = []

    init(isHead: Bool) {
        self.isHead = isHead
    }

    /// Indicates whether the whole response has been read.
    var hasEnded: Bool { state == .ended }

    /// Indicates whether closing the connection ends the response.
    var endsByClosing: Bool { state == .untilClose }

    /// Reads more bytes, and returns the parts that they complete.
    mutating func read(_ more: [UInt8]) -> [Part] {
        bytes += more
        var parts: [Part] = []
        while state != .ended, let part = next() { parts += part }
        if hasEnded { bytes = [] }
        return parts
    }

    /// Returns the next parts; `nil` if bytes are missing.
    private mutating func next() -> [Part]? {
        switch state {
        case .head: return nextSection(Self.begin)
        case .content(let count): return nextContent(count) { $0 == count ? .ended : .content(count - $0) }
        case .untilClose: return nextContent(.max) { _ in .untilClose }
        case .chunk(let count): return nextContent(count) { $0 == count ? .chunkEnd : .chunk(count - $0) }
        case .chunkSize: return nextLine(Self.beginChunk)
        case .chunkEnd:
            return nextLine { reader, line in
                reader.state = .chunkSize
                return line.isEmpty ? [] : reader.fail()
            }
        case .trailers:
            return nextSection { reader, lines in
                reader.state = .ended
                return [lines.isEmpty ? .content([], ends: true) : .trailers(lines.compactMap(Self.field))]
            }
        case .ended: return nil
        }
    }

    private mutating func fail() -> [Part] {
        state = .ended
        return [.malformed]
    }
}

extension ResponseReader {
    /// Reads a status line and fields.
    private static func begin(_ reader: inout ResponseReader, _ lines: [ArraySlice<UInt8>]) -> [Part] {
        let words = (lines.first ?? []).split(separator: UInt8(ascii: " "))
        guard words.count >= 2, words[0].starts(with: Array("HTTP/".utf8)) else { return reader.fail() }
        let status = RawRequest.text(words[1])
        let fields = lines.dropFirst().compactMap(field)
        let sent = [HPACKField(":status", status)] + fields.filter { !connectionFields.contains($0.name) }
        if status.hasPrefix("1"), status.count == 3 { return [.head(sent, ends: false)] }
        reader.state = reader.isHead || ["204", "304"].contains(status) ? .ended : content(after: fields)
        if reader.state == .content(0) { reader.state = .ended }
        return [.head(sent, ends: reader.hasEnded)]
    }

    /// The fields that HTTP/2 forbids (RFC 9113, section 8.2.2).
    private static let connectionFields: Set = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]

    /// Returns the state after a head.
    ///
    /// An invalid length is ignored.
    private static func content(after fields: [HPACKField]) -> State {
        if fields.contains(where: { $0.name == "transfer-encoding" && $0.text.lowercased().hasSuffix("chunked") }) {
            return .chunkSize
        }
        let lengths = Set(fields.filter { $0.name == "content-length" }.map(\.text))
        guard let length = lengths.first, lengths.count == 1, length.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let count = Int(length)
        else { return .untilClose }
        return .content(count)
    }

    private static func beginChunk(_ reader: inout ResponseReader, _ line: ArraySlice<UInt8>) -> [Part] {
        let digits = RawRequest.text(line.prefix { $0 != UInt8(ascii: ";") })
        guard let size = Int(digits, radix: 16), size >= 0 else { return reader.fail() }
        reader.state = size == 0 ? .trailers : .chunk(size)
        return []
    }

    private static func field(_ line: ArraySlice<UInt8>) -> HPACKField? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = RawRequest.text(line[..<colon]).lowercased()
        return HPACKField(name, Array(line[(colon + 1)...].trimmingBlanks))
    }

    /// Removes some of the available bytes, and returns them as content.
    private mutating func nextContent(_ limit: Int, _ follow: (Int) -> State) -> [Part]? {
        guard !bytes.isEmpty else { return nil }
        let content = Array(bytes.prefix(limit))
        bytes = bytes.dropFirst(content.count)
        state = follow(content.count)
        return [.content(content, ends: hasEnded)]
    }

    /// Removes a line and its line break, and reads the line.
    private mutating func nextLine(_ read: (inout ResponseReader, ArraySlice<UInt8>) -> [Part]) -> [Part]? {
        guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
        let line = bytes[..<end]
        bytes = bytes[(end + 1)...]
        return read(&self, line.last == 0x0D ? line.dropLast() : line)
    }

    /// Removes the lines up to a blank line, and reads them.
    private mutating func nextSection(
        _ read: (inout ResponseReader, [ArraySlice<UInt8>]) -> [Part]
    ) -> [Part]? {
        guard let length = RawRequest.headLength(in: Array(bytes)) else { return nil }
        let lines = bytes.prefix(length).split(separator: 0x0A).map { $0.last == 0x0D ? $0.dropLast() : $0 }
        bytes = bytes.dropFirst(length)
        return read(&self, lines.filter { !$0.isEmpty })
    }
}
