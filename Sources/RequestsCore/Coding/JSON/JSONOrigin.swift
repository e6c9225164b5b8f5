import Foundation

/// The JSON text that a decoder reads, because Foundation does not provide the digits of numbers.
///
/// The decoder's `userInfo` contains this object.
///
/// In the decoder of a coding, this object has no text, and only records that a ``JSONValue`` was decoded. From then
/// on, the coding makes a separate decoder with the text for each body. If no ``JSONValue`` is ever decoded, there is
/// no overhead.
final class JSONOrigin: Sendable {
    static let key = CodingUserInfoKey(rawValue: "Requests.JSONOrigin")

    private let data: Data?
    private let document = Guarded<JSONValue?>(nil)
    private let hasNote = Guarded(false)

    /// Makes an origin with a text; with `nil`, the origin only records that a text was missing.
    init(_ data: Data?) { self.data = data }

    /// Indicates whether a value was decoded without its text.
    var isMissed: Bool { hasNote.withLock(\.self) }

    /// Returns the value at the path of a decoder; `nil` if unknown.
    func value(for decoder: any Decoder) -> JSONValue? {
        guard let data, JSONValue.canParse(data) else {
            if data == nil { hasNote.withLock { $0 = true } }
            return nil
        }
        let root = document.withLock { document in
            if document == nil { document = try? JSONValue(parsing: data) }
            return document
        }
        guard var place = root else { return nil }
        for key in decoder.codingPath {
            guard let next = child(place, key) else { return nil }
            place = next
        }
        guard place.matches(decoder) else { return nil }
        return place
    }

    private func child(_ value: JSONValue, _ key: any CodingKey) -> JSONValue? {
        switch value {
        case .array: key.intValue.flatMap { value[$0] }
        case .object(let members): members[key.stringValue]
        default: nil
        }
    }
}

extension JSONValue {
    /// Returns whether a decoder's value matches this value, because a custom decoder may have a different path or
    /// text.
    fileprivate func matches(_ decoder: any Decoder) -> Bool {
        guard let container = try? decoder.singleValueContainer() else { return false }
        switch self {
        case .null: return container.decodeNil()
        case .bool(let value): return (try? container.decode(Bool.self)) == value
        case .string(let text): return (try? container.decode(String.self)) == text
        case .number(let number): return (try? container.decode(Double.self)) == number.double
        case .array(let elements): return (try? decoder.unkeyedContainer().count) == elements.count
        case .object(let members):
            return (try? decoder.container(keyedBy: WireKey.self).allKeys.count) == members.count
        }
    }
}
