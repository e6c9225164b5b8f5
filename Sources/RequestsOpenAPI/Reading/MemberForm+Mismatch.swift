import Requests

extension MemberForm {
    /// Returns the problem of a value that doesn't have the required form; `nil` if the value has this form.
    func mismatch(_ value: JSONValue, isOld: Bool) -> String? {
        guard let wanted = wanted(for: value, isOld: isOld) else { return nil }
        switch (self, value) {
        case (.strings, .array), (.names, .array): return "must contain only strings"
        default: return "must be \(wanted), but is \(value.kindName)"
        }
    }

    /// Returns a description of the required form; `nil` if the value has this form.
    private func wanted(for value: JSONValue, isOld: Bool) -> String? {
        switch (self, value) {
        case (.any, _), (.string, .string), (.boolean, .bool), (.number, .number), (.names, .string),
            (.bound, .number), (.map, .object), (.list, .array), (.node, .object), (.node(.schema), .bool):
            nil
        case (.bound, .bool) where isOld: nil
        case (.count, .number(let number)): number.isCount ? nil : "a nonnegative integer"
        case (.strings, .array(let values)), (.names, .array(let values)):
            values.allSatisfy { $0.string != nil } ? nil : "a list of strings"
        case (.string, _): "a string"
        case (.boolean, _): "a boolean"
        case (.number, _), (.bound, _): "a number"
        case (.count, _): "an integer"
        case (.strings, _): "a list of strings"
        case (.names, _): "a string or a list of strings"
        case (.list, _): "a list"
        case (.map, _), (.node, _): "an object"
        }
    }
}

extension JSONValue {
    /// The name of the value's kind.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number(let number): number.text.count <= 20 ? "the number \(number)" : "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension JSONValue.Number {
    /// Indicates whether the number is a nonnegative integer.
    fileprivate var isCount: Bool { integer(UInt64.self) != nil }
}

extension String {
    /// The beginning of an untrusted text, fit for a message.
    var shortened: String { (count <= 80 ? self : prefix(80) + "…").withoutControls }
}
