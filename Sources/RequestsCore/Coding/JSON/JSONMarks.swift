import Foundation

/// A list of the ``JSONValue``s inside another value.
///
/// A JSON encoder writes a mark in place of each ``JSONValue``. The encoder's `userInfo` contains this object.
///
/// Foundation can't write a number digit for digit, or deeply nested values. So the exact values replace the marks
/// afterwards. In the encoder of a coding, this object only records that a ``JSONValue`` was encoded. From then on, the
/// coding makes a separate encoder with marks for each body. ``JSONOrigin`` does the same for decoding.
final class JSONMarks: Sendable {
    static let key = CodingUserInfoKey(rawValue: "Requests.JSONMarks")

    /// The random beginning of each mark, which no other string contains; `nil` if only missing marks are recorded.
    private let beginning: String?
    private let values = Guarded<[Data]>([])
    private let hasNote = Guarded(false)

    init(areWritten: Bool) {
        beginning = areWritten ? "\(UUID().uuidString)-" : nil
    }

    /// Indicates whether a value was encoded without a mark.
    var areMissed: Bool { hasNote.withLock(\.self) }

    /// Returns the mark that replaces a value.
    ///
    /// - Throws: `EncodingError` if the value is nested too deeply.
    func mark(for value: JSONValue, at path: [any CodingKey]) throws(EncodingError) -> String {
        guard let beginning else {
            hasNote.withLock { $0 = true }
            return ""
        }
        let data = try JSONWriter.data(of: value, at: path)
        return values.withLock { values in
            values.append(data)
            return beginning + String(values.count - 1)
        }
    }

    /// Returns JSON with the values in place of their marks.
    func replaced(in data: Data) -> Data {
        let values = values.withLock(\.self)
        guard let beginning, !values.isEmpty else { return data }
        let (content, pattern) = (Array(data), BytePattern("\"" + beginning))
        var result = Data()
        var position = 0
        while let start = pattern.firstPlace(in: content, from: position),
            case let digits = content[(start + pattern.bytes.count)...].prefix(while: { $0 != UInt8(ascii: "\"") }),
            let index = Int(String(decoding: digits, as: UTF8.self)), values.indices.contains(index)
        {
            result.append(contentsOf: content[position..<start])
            result.append(values[index])
            position = digits.endIndex + 1
        }
        result.append(contentsOf: content[position...])
        return result
    }
}
