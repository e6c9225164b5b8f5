package import Foundation

extension JSONValue {
    /// Parses JSON in UTF-8.
    ///
    /// - Throws: `DecodingError` with the problem and its position.
    package init(parsing data: Data) throws(DecodingError) { self = try Self.read(data, repairing: false).value }

    /// Parses JSON in UTF-8, keeping the first of repeated members, and replacing half a surrogate pair by U+FFFD.
    ///
    /// - Returns: The value, and whether a member was dropped or half a surrogate pair replaced.
    /// - Throws: `DecodingError` with the problem and its position.
    package static func repairing(_ data: Data) throws(DecodingError) -> (value: JSONValue, isRepaired: Bool) {
        try read(data, repairing: true)
    }

    private static func read(
        _ data: Data, repairing repairs: Bool
    ) throws(DecodingError) -> (value: JSONValue, isRepaired: Bool) {
        let result = data.withUnsafeBytes { bytes -> Result<(JSONValue, Bool), JSONError> in
            var parser = JSONParser(bytes: bytes.bindMemory(to: UInt8.self), repairs: repairs)
            do throws(JSONParser.Stop) {
                return .success((try parser.text(), parser.isRepaired))
            } catch {
                let problem = error.text(at: parser.position, of: data.count)
                return .failure(JSONError(kind: .text, description: problem))
            }
        }
        do {
            return try result.get()
        } catch {
            throw .dataCorrupted(.init(codingPath: [], debugDescription: JSONError.notJSON, underlyingError: error))
        }
    }

    /// Returns whether JSON is in UTF-8: other encodings start with their byte order mark, or contain zeros.
    static func canParse(_ data: Data) -> Bool {
        Charset.ofByteOrderMark(data) ?? "utf-8" == "utf-8" && !data.prefix(4).contains(0)
    }
}

extension DecodingError {
    /// The reason why text is not JSON, with its position; `nil` for any other error.
    package var jsonIssue: String? {
        guard case .dataCorrupted(let context) = self else { return nil }
        return (context.underlyingError as? JSONError)?.description
    }
}
