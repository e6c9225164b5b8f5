/// The outline of a value: the members or elements that its `encode(to:)` writes, which aren't encoded themselves.
///
/// All that this library writes from a value is a function of outlines: the pairs of a query or form, the text of a field, the
/// places of a message, the part of an input that is the body. To go deeper, make the outline of a value in an outline.
///
/// The outline is also the encoder that the value writes to.
package final class Outline: Encoder {
    /// The kind of container that a value fills.
    package enum Shape {
        case nothing
        /// One value, as a type with a raw value writes.
        case single(Content)
        case members
        case elements
    }

    /// The value of a member or an element.
    ///
    /// The most frequent types have cases, because values of any type need memory.
    package enum Content {
        /// No value; the type is known for a member whose type is an optional.
        case null((any Encodable.Type)?)
        case text(String)
        case integer(Int)
        case number(Double)
        case flag(Bool)
        case value(OutlinedValue)
        /// A container that the outer value's own code opened and filled.
        case outline(Outline)
    }

    /// A member of an object.
    package struct Member {
        /// The name of its key.
        package let name: String
        /// The type of its key.
        package let keys: any CodingKey.Type
        package let content: Content
        /// Indicates whether the value's type is an optional.
        package let isOptional: Bool

        package var key: any CodingKey { keys.init(stringValue: name) ?? WireKey(name) }

        /// Returns the member with another value.
        package func with(_ content: Content, isOptional: Bool) -> Member {
            Member(name: name, keys: keys, content: content, isOptional: isOptional)
        }
    }

    // Tracking each access would cost instructions in all queries and inputs.
    @exclusivity(unchecked) package fileprivate(set) var shape = Shape.nothing
    @exclusivity(unchecked) package fileprivate(set) var members: [Member] = []
    @exclusivity(unchecked) package fileprivate(set) var elements: [Content] = []

    private let path: CodingPath
    package let userInfo: [CodingUserInfoKey: Any]

    private init(in path: CodingPath, userInfo: [CodingUserInfoKey: Any]) {
        self.path = path
        self.userInfo = userInfo
    }

    /// Makes the outline of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - codingPath: The path that the value's code sees.
    ///   - userInfo: The information that the value's code sees.
    /// - Throws: The error of the value's code.
    package convenience init(
        of value: some Encodable, at codingPath: [any CodingKey] = [], userInfo: [CodingUserInfoKey: Any] = [:]
    ) throws {
        self.init(in: .outer(codingPath), userInfo: userInfo)
        try value.encode(to: self)
    }

    /// Makes the outline of a value in another.
    convenience init(of value: some Encodable, in path: CodingPath) throws {
        self.init(in: path, userInfo: [:])
        try value.encode(to: self)
    }

    /// Indicates whether the value is an object, to which other members can be added.
    package var hasMembers: Bool { if case .members = shape { true } else { false } }

    // MARK: - Encoder

    package var codingPath: [any CodingKey] { path.keys }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        shape = .members
        if members.isEmpty { members.reserveCapacity(8) }
        return KeyedEncodingContainer(OutlineKeyedEncodingContainer<Key>(outline: self))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        shape = .elements
        return OutlineElementEncodingContainer(outline: self)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer {
        OutlineElementEncodingContainer(outline: self)
    }

    // MARK: - Filling

    func add(_ key: some CodingKey, _ content: Content, isOptional: Bool = false) {
        members.append(
            Member(name: key.stringValue, keys: type(of: key), content: content, isOptional: isOptional))
    }

    func nested(_ key: some CodingKey) -> Outline {
        let nested = Outline(in: .key(path, key.stringValue, type(of: key)), userInfo: userInfo)
        add(key, .outline(nested))
        return nested
    }

    /// Adds an element, or sets the only value.
    func add(_ content: Content) {
        if case .elements = shape { elements.append(content) } else { shape = .single(content) }
    }

    func nestedElement() -> Outline {
        let nested = Outline(in: .element(path, elements.count), userInfo: userInfo)
        add(.outline(nested))
        return nested
    }
}

/// A value of any type in an outline.
package final class OutlinedValue {
    package let value: any Encodable

    fileprivate init(_ value: any Encodable) { self.value = value }
}

extension Outline.Content {
    /// Makes the content for a value of any type.
    package init<Value: Encodable>(_ value: Value) {
        self =
            if let text = value.exactly(String.self) { .text(text) } else if let integer = value.exactly(Int.self) {
                .integer(integer)
            } else { .value(OutlinedValue(value)) }
    }

    /// The value; `nil` for no value and for a container.
    package var value: (any Encodable)? {
        switch self {
        case .null, .outline: nil
        case .text(let text): text
        case .integer(let integer): integer
        case .number(let number): number
        case .flag(let flag): flag
        case .value(let value): value.value
        }
    }
}
