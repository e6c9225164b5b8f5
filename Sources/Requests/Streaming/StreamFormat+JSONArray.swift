import Foundation

extension StreamFormat where Element: Decodable {
    /// Decodes each element of a JSON array as soon as it's complete; requests `application/json`.
    ///
    /// Elements are decoded with the API's coding. The stream fails with ``RequestErrorCode/decodingFailed`` if an
    /// element can't be decoded, or if the body isn't an array, is incomplete, or continues after the array. The error
    /// contains the index of the element, counted from 0; the error's body is the element.
    ///
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - limit: The maximum number of bytes in an element: 1 MiB by default. A larger element fails with
    ///     ``RequestErrorCode/responseTooLarge``.
    /// - Returns: The format, which can be read but not written.
    public static func jsonArray(_ type: Element.Type = Element.self, limit: Int = defaultLimit) -> Self {
        StreamFormat(mediaType: .json) { _, coding in JSONArrayParser<Element>(limit: limit, coding: coding) }
    }
}

private struct JSONArrayParser<Element: Decodable & Sendable>: StreamParser {
    private var scanner: JSONArrayScanner
    private let coding: Coding

    init(limit: Int, coding: Coding) {
        scanner = JSONArrayScanner(limit: limit)
        self.coding = coding
    }

    mutating func parse(_ chunk: Data, _ emit: (Element) throws -> Void) throws {
        try chunk.withUnsafeBytes { bytes in
            try scanner.scan(bytes.bindMemory(to: UInt8.self)) { bytes, index in
                try emit(coding.streamed(Data(bytes), called: "the element at index \(index)"))
            }
        }
    }

    mutating func finish(_ emit: (Element) throws -> Void) throws {
        try scanner.finish()
    }
}
