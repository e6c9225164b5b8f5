import Foundation

extension StreamFormat where Element: Decodable {
    /// Decodes the elements of a response that is a JSON array, each as soon as it is complete; asks for `application/json`.
    ///
    /// They are decoded by the API's coding. The stream ends with ``RequestErrorCode/decodingFailed`` for an element that can't
    /// be decoded, for a body that is not an array, for an incomplete array, and for an array followed by anything but white
    /// space. The error names the index of the element, counted from 0, and has the element as its body.
    ///
    /// - Parameters:
    ///   - type: The type of an element.
    ///   - limit: The maximum number of bytes in an element: 1 MiB by default. A larger one is
    ///     ``RequestErrorCode/responseTooLarge``.
    /// - Returns: The format, which can only be read.
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
