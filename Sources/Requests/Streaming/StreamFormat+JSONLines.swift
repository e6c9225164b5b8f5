import Foundation

extension StreamFormat where Element: Decodable {
    /// One JSON value per line, of at most 1 MiB: `application/x-ndjson`.
    public static var jsonLines: Self { jsonLines() }

    /// Reads and writes one JSON value per line (JSON Lines, NDJSON); requests `application/x-ndjson`.
    ///
    /// Values use the API's coding. Blank lines are skipped. If a line can't be decoded, the stream fails with
    /// ``RequestErrorCode/decodingFailed``. The error contains the number of the line, counted from 1; the error's body
    /// is the line.
    ///
    /// - Parameters:
    ///   - type: The type of the value in a line.
    ///   - limit: The maximum bytes in a line: 1 MiB by default. A longer line fails with ``RequestErrorCode/responseTooLarge``.
    /// - Returns: The format.
    public static func jsonLines(_ type: Element.Type = Element.self, limit: Int = defaultLimit) -> Self {
        StreamFormat(mediaType: "application/x-ndjson", writing: writeJSONLine) { _, coding in
            JSONLinesParser<Element>(limit: limit, coding: coding)
        }
    }

    @Sendable
    private static func writeJSONLine(_ element: Element, coding: Coding) throws -> Data {
        let data = try coding.streamJSON(of: element)
        guard !data.contains(UInt8(ascii: "\n")) else {
            throw TransportError(
                unwritable:
                    "the JSON encoder writes more than one line for an element, but each element must be one line")
        }
        return data + Data("\n".utf8)
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
        try emit(coding.streamed(data, called: "line \(line.number)"))
    }
}
