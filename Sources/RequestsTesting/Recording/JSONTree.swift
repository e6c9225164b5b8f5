/// A JSON value that keeps the order of members and the text of numbers, so that it is written as it was read.
enum JSONTree: Sendable {
    case null
    case boolean(Bool)
    /// The text of a number, which may be larger than any type.
    case number(String)
    case text(String)
    case array([JSONTree])
    case object([Member])

    /// A member of an object.
    struct Member: Sendable {
        var name: String
        var value: JSONTree

        init(_ name: String, _ value: JSONTree) {
            self.name = name
            self.value = value
        }
    }

    /// Makes a number.
    static func number(_ value: Int) -> JSONTree { .number(String(value)) }

    /// The member of an object with a name; the last one if there are several.
    ///
    /// Setting a value replaces the member, or appends one.
    subscript(name: String) -> JSONTree? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.last { $0.name == name }?.value
        }
        set {
            guard case .object(var members) = self else { return }
            if let index = members.lastIndex(where: { $0.name == name }) {
                if let newValue { members[index].value = newValue } else { members.remove(at: index) }
            } else if let newValue {
                members.append(Member(name, newValue))
            }
            self = .object(members)
        }
    }

    /// The kind of the value, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .text: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
