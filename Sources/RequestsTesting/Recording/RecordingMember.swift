import Foundation
import Requests

/// A JSON value in a file, with its path for error messages.
struct RecordingMember {
    let value: JSONValue
    private let file: URL
    private let entry: Int?
    private let path: String

    /// Begins at the root of a file.
    init(_ value: JSONValue, of file: URL) {
        self.init(value, file, nil, "")
    }

    private init(_ value: JSONValue, _ file: URL, _ entry: Int?, _ path: String) {
        (self.value, self.file, self.entry, self.path) = (value, file, entry, path)
    }

    /// Returns the error for a problem of this value.
    func error(_ reason: String) -> RecordingError {
        RecordingError(file: file, entry: entry, member: path.isEmpty ? nil : path, reason: reason)
    }

    private func child(_ name: String, _ value: JSONValue) -> RecordingMember {
        RecordingMember(value, file, entry, path.isEmpty ? name : path + "." + name)
    }

    /// Returns a member of an object; `nil` if it is missing or null.
    ///
    /// - Throws: An error if this value is not an object.
    func optional(_ name: String) throws(RecordingError) -> RecordingMember? {
        guard case .object = value else { throw wrongKind("an object") }
        guard let member = value[name], member != .null else { return nil }
        return child(name, member)
    }

    /// Returns a member of an object; throws if it is missing or null.
    func required(_ name: String) throws(RecordingError) -> RecordingMember {
        guard let member = try optional(name) else { throw child(name, .null).error("is missing") }
        return member
    }

    /// Returns the elements of a list.
    func elements() throws(RecordingError) -> [RecordingMember] {
        guard let values = value.array else { throw wrongKind("an array") }
        return values.enumerated().map { index, value in
            RecordingMember(value, file, entry, path + "[\(index)]")
        }
    }

    /// Returns the elements of the list of entries.
    func entries() throws(RecordingError) -> [RecordingMember] {
        guard let values = value.array else { throw wrongKind("an array") }
        return values.enumerated().map { index, value in RecordingMember(value, file, index, "") }
    }

    func text() throws(RecordingError) -> String {
        guard let text = value.string else { throw wrongKind("a string") }
        return text
    }

    /// Returns a finite number.
    func number() throws(RecordingError) -> Double {
        guard case .number(let number) = value else { throw wrongKind("a number") }
        guard let number = number.double else { throw error("is a number that is too large") }
        return number
    }

    func integer(in range: ClosedRange<Int>) throws(RecordingError) -> Int {
        guard let number = Int(exactly: try number()), range.contains(number) else {
            throw error("is not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func wrongKind(_ kind: String) -> RecordingError { error("is \(value.kind), but \(kind) was expected") }
}

extension JSONValue {
    /// The kind of the value, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
