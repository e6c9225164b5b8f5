import Foundation

extension StreamDecoder where Element: Decodable {
    /// Decodes one JSON value per line (JSON Lines, NDJSON) by the API's coding; asks for `application/x-ndjson`.
    ///
    /// Blank lines are skipped. A line that can't be decoded ends the stream with ``RequestErrorCode/decodingFailed``. The error
    /// names the number of the line, counted from 1, and has the line as its body.
    ///
    /// - Parameters:
    ///   - type: The type of a line.
    ///   - limit: The maximum number of bytes in a line: 1 MiB by default. A longer one is ``RequestErrorCode/responseTooLarge``.
    /// - Returns: The decoder.
    public static func jsonLines(_ type: Element.Type = Element.self, limit: Int = defaultLimit) -> Self {
        StreamDecoder(accept: "application/x-ndjson") { _, coding in
            JSONLinesParser<Element>(limit: limit, coding: coding)
        }
    }
}

private struct JSONLinesParser<Element: Decodable & Sendable>: StreamParser {
    private var scanner: LineScanner
    private let coding: Coding

    init(limit: Int, coding: Coding) {
        scanner = LineScanner(limit: limit, setting: ".jsonLines(limit:)")
        self.coding = coding
    }

    mutating func parse(_ chunk: Data, _ emit: (Element) throws -> Void) throws {
        try scanner.scan(chunk) { try Self.decode($0, coding, emit) }
    }

    mutating func finish(_ emit: (Element) throws -> Void) throws {
        try scanner.finish { try Self.decode($0, coding, emit) }
    }

    private static func decode(
        _ line: LineScanner.Line, _ coding: Coding, _ emit: (Element) throws -> Void
    ) throws {
        let data = line.text.data
        if data.allSatisfy(\.isJSONWhitespace) { return }
        let element: Element
        do {
            element = try coding.value(Element.self, fromJSON: data)
        } catch {
            throw StreamError.undecodable("line \(line.number)", as: Element.self, error, data)
        }
        try emit(element)
    }
}

extension UInt8 {
    /// Indicates whether the byte is JSON white space (RFC 8259, section 2).
    var isJSONWhitespace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
