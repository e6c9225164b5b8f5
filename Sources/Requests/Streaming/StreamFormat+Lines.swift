public import Foundation

extension StreamFormat {
    /// The default for the maximum number of bytes in a line, an event or an element: 1 MiB.
    @usableFromInline
    static var defaultLimit: Int { 1_048_576 }

    /// Returns a line with a LF after it.
    fileprivate static func written(_ line: Data) throws -> Data {
        guard !line.contains(UInt8(ascii: "\n")), line.last != UInt8(ascii: "\r") else {
            throw TransportError(
                unwritable:
                    "an element with a line break, or with a carriage return at the end, can't be sent as one line")
        }
        return line + Data("\n".utf8)
    }
}

extension StreamFormat where Element == String {
    /// The lines of UTF-8 text, of at most 1 MiB each.
    public static var lines: Self { lines() }

    /// Reads and writes the lines of UTF-8 text.
    ///
    /// The line ending, LF or CR LF, isn't part of an element, and the last line may lack a line ending. A byte order
    /// mark at the start is removed. A string with a line break, or with a CR at its end, can't be written. Bytes that
    /// aren't UTF-8, and responses in a different charset, fail with ``RequestErrorCode/decodingFailed``: use
    /// ``lineData(limit:)`` for such lines.
    ///
    /// - Parameter limit: The maximum number of bytes in a line: 1 MiB by default. A longer line fails with
    ///   ``RequestErrorCode/responseTooLarge``.
    /// - Returns: The format.
    public static func lines(limit: Int = defaultLimit) -> Self {
        let takeUnmade: ParserBox<LineParser>.TakeUnmade = { parser in parser.takeUnmade() }
        let write: @Sendable (String, Coding) throws -> Data = { line, _ in try Self.written(Data(line.utf8)) }
        var format = StreamFormat(accept: nil, takingUnmade: takeUnmade, writing: write) { head, _, _ in
            if let name = head.contentType?.charset,
                ![.utf8, .ascii].contains(Charset(named: name)?.encoding)
            {
                throw StreamError.malformed(
                    "the charset of the response is \(name.escapedForDisplay), but .lines reads only UTF-8: "
                        + "use .lineData instead"
                )
            }
            return LineParser(limit: limit)
        }
        format.contentType = "text/plain; charset=utf-8"
        return format
    }
}

extension StreamFormat where Element == Data {
    /// The bytes of each line, of at most 1 MiB each.
    public static var lineData: Self { lineData() }

    /// Reads and writes the bytes of each line.
    ///
    /// The line ending, LF or CR LF, isn't part of an element, and the last line may lack a line ending.
    ///
    /// Most lines are slices without a copy, so `startIndex` may not be 0. A line that you keep also keeps up to 64 KiB
    /// around it in memory: to avoid that, copy the line with `Data(line)`.
    ///
    /// - Parameter limit: The maximum number of bytes in a line: 1 MiB by default. A longer line fails with
    ///   ``RequestErrorCode/responseTooLarge``.
    /// - Returns: The format.
    public static func lineData(limit: Int = defaultLimit) -> Self {
        StreamFormat(writing: { line, _ in try Self.written(line) }) { _, _ in LineDataParser(limit: limit) }
    }
}

private struct LineParser: StreamParser {
    private var scanner: LineScanner
    /// A chunk, and the ranges of those lines in the chunk that aren't strings yet.
    private var unmade: (chunk: Data, lines: [Range<Int>]) = (Data(), [])

    init(limit: Int) {
        scanner = LineScanner(limit: limit, setting: ".lines(limit:)")
    }

    mutating func parse(_ chunk: Data, _ emit: (String) throws -> Void) throws {
        // Checking the whole chunk for ASCII once is faster than validating each line.
        guard chunk.withUnsafeBytes({ $0.bindMemory(to: UInt8.self).isASCII }) else {
            return try scanner.scan(chunk) { try emit(Self.text(of: $0)) }
        }
        var lines = unmade.lines
        unmade.lines = []
        defer { unmade = (chunk, lines) }
        try scanner.scan(chunk) { line in
            // Only the first line may have begun in an earlier chunk.
            if let range = line.range { lines.append(range) } else { try emit(Self.text(of: line)) }
        }
    }

    mutating func takeUnmade() -> UnmadeElements<String>? {
        let (chunk, lines) = unmade
        unmade = (Data(), [])
        guard !lines.isEmpty else { return nil }
        unmade.lines.reserveCapacity(lines.count)
        return UnmadeElements(count: lines.count) { range, texts in
            chunk.withUnsafeBytes { bytes in
                let bytes = bytes.bindMemory(to: UInt8.self)
                var index = range.upperBound
                while index > range.lowerBound {
                    index -= 1
                    texts.append(String(decoding: bytes.part(lines[index]), as: UTF8.self))
                }
            }
        }
    }

    mutating func finish(_ emit: (String) throws -> Void) throws {
        try scanner.finish { try emit(Self.text(of: $0)) }
    }

    private static func text(of line: LineScanner.Line) throws -> String {
        guard let text = line.text.validText else {
            throw StreamError.malformed("line \(line.number) isn't valid UTF-8: use .lineData instead")
        }
        return text
    }
}

private struct LineDataParser: StreamParser {
    private var scanner: LineScanner

    init(limit: Int) {
        scanner = LineScanner(limit: limit, setting: ".lineData(limit:)")
    }

    mutating func parse(_ chunk: Data, _ emit: (Data) throws -> Void) throws {
        try scanner.scan(chunk) { line in
            guard let range = line.range else { return try emit(line.bytes.data) }
            let start = chunk.startIndex
            try emit(chunk[(start + range.lowerBound)..<(start + range.upperBound)])
        }
    }

    mutating func finish(_ emit: (Data) throws -> Void) throws {
        try scanner.finish { try emit($0.bytes.data) }
    }
}
