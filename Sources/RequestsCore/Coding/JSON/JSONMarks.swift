import Foundation

/// The JSON values inside another value, in the `userInfo` of a JSON encoder, which writes marks in their place.
///
/// Foundation can't write a number digit for digit, or deeply nested values. So the exact values replace the marks afterwards.
/// The marks of a coding's encoder only record that a ``JSONValue`` was encoded. From then on, the coding makes an encoder with
/// its own marks for each body. ``JSONOrigin`` does the same for decoding.
final class JSONMarks: Sendable {
    static let key = CodingUserInfoKey(rawValue: "Requests.JSONMarks")

    /// The random beginning of each mark, which no other string contains; `nil` to only record that marks are missing.
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
