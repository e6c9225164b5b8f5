import Foundation
import Synchronization

/// The JSON values inside another value, for which a JSON encoder writes marks, in its `userInfo`.
///
/// Foundation can't write a number with its own text, nor deep nesting. The marks are replaced by the exact values afterwards.
/// The encoder of a coding has marks that only note that a ``JSONValue`` was encoded. From then on, the coding makes an encoder
/// with its own marks for each body: see ``JSONOrigin``, which does the same for reading.
final class JSONMarks: Sendable {
    static let key = CodingUserInfoKey(rawValue: "Requests.JSONMarks")

    /// The beginning of each mark, which no other text contains, because it is random; `nil` only notes that marks are missed.
    private let beginning: String?
    private let values = Guarded<[Data]>([])
    private let hasNote = Atomic<Bool>(false)

    init(areWritten: Bool) {
        beginning = areWritten ? "\(UUID().uuidString)-" : nil
    }

    /// Indicates whether a value was encoded without a mark.
    var areMissed: Bool { hasNote.load(ordering: .relaxed) }

    /// Returns the mark that takes the place of a value.
    ///
    /// - Throws: `EncodingError` if the value is nested deeper than a JSON text may be.
    func mark(for value: JSONValue, at path: [any CodingKey]) throws(EncodingError) -> String {
        guard let beginning else {
            hasNote.store(true, ordering: .relaxed)
            return ""
        }
        let data = try JSONWriter.data(of: value, at: path)
        return values.withLock { values in
            values.append(data)
            return beginning + String(values.count - 1)
        }
    }

    /// Returns a text with the values in place of their marks.
    func replaced(in data: Data) -> Data {
        let values = values.withLock(\.self)
        guard let beginning, !values.isEmpty else { return data }
        let (content, pattern) = (Array(data), BytePattern("\"" + beginning))
        var result = Data()
        var position = 0
        while let start = pattern.firstPlace(in: content, from: position) {
            let digits = content[(start + pattern.bytes.count)...].prefix { $0 != UInt8(ascii: "\"") }
            guard let index = Int(String(decoding: digits, as: UTF8.self)), values.indices.contains(index) else {
                break
            }
            result.append(contentsOf: content[position..<start])
            result.append(values[index])
            position = digits.endIndex + 1
        }
        result.append(contentsOf: content[position...])
        return result
    }
}
