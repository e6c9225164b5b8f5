/// The outline of a value: the members or elements that its `encode(to:)` writes, without encoding each of them.
///
/// This library uses outlines to write the pairs of a query or form, the text of a field, and the places of a message.
/// Foundation writes JSON, and XMLCoder writes XML. To reach nested values, make the outline of a value in an outline.
///
/// The outline is also the encoder that the value writes to.
package final class Outline: Encoder {
    /// The kind of container that a value fills.
    package enum Shape {
        case nothing
        /// One value, as in the outline of a type with a raw value.
        case single(Content)
        case members
        case elements
        /// The value fills different kinds of containers.
        case invalid(any Error)
    }

    /// The value of a member or an element.
    ///
    /// The most frequent types have separate cases, because a value of any other type needs allocated memory.
    package enum Content {
        /// No value; the wrapped type is known if the member's type is an optional.
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

        package var key: any CodingKey { keys.key(named: name) }

        /// Returns the member with another value.
        package func with(_ content: Content, isOptional: Bool) -> Member {
            Member(name: name, keys: keys, content: content, isOptional: isOptional)
        }
    }

    // Tracking each access would cost instructions in the workloads `form10` and `endpoint`.
    @exclusivity(unchecked) package fileprivate(set) var shape = Shape.nothing
    @exclusivity(unchecked) package fileprivate(set) var members: [Member] = []
    @exclusivity(unchecked) package fileprivate(set) var elements: [Content] = []

    /// The indices of the members that are nested containers, because several parts of a value can open the same
    /// container.
    @exclusivity(unchecked) private var containers: [String: Int] = [:]

    private let path: CodingPath
    package let userInfo: [CodingUserInfoKey: Any]

    /// Indicates whether the format stores files separately, so that an outline keeps a file as a value.
    private let keepsFiles: Bool

    /// Indicates whether the outline is a nested container of members, such as that of an enum's case.
    private var isNestedContainer = false

    private init(in path: CodingPath, userInfo: [CodingUserInfoKey: Any], keepsFiles: Bool) {
        self.path = path
        self.userInfo = userInfo
        self.keepsFiles = keepsFiles
    }

    /// Makes the outline of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - codingPath: The coding path that the value's `encode(to:)` sees.
    ///   - userInfo: The `userInfo` that it sees.
    /// - Throws: Any error from `encode(to:)`.
    package convenience init(
        of value: some Encodable, at codingPath: [any CodingKey] = [], userInfo: [CodingUserInfoKey: Any] = [:]
    ) throws {
        self.init(in: .outer(codingPath), userInfo: userInfo, keepsFiles: false)
        try fill(with: value)
    }

    /// Makes the outline of a value at a path in another value.
    convenience init(of value: some Encodable, in path: CodingPath, keepsFiles: Bool = false) throws {
        self.init(in: path, userInfo: [:], keepsFiles: keepsFiles)
        try fill(with: value)
    }

    private func fill(with value: some Encodable) throws {
        try value.encode(to: self)
        if case .invalid(let error) = shape { throw error }
    }

    /// Indicates whether the value is an object, to which other members can be added.
    package var hasMembers: Bool { if case .members = shape { true } else { false } }

    /// The only member and the container with its values, if the value is an enum case that is encoded by synthesized
    /// code.
    package var enumCase: (member: Member, values: Outline)? {
        guard members.count == 1, let member = members.first, case .outline(let values) = member.content,
            values.isNestedContainer
        else { return nil }
        return (member, values)
    }

    /// Indicates whether a member has no value.
    var hasNull: Bool { members.contains { if case .null = $0.content { true } else { false } } }

    // MARK: - Encoder

    package var codingPath: [any CodingKey] { path.keys }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let shape = shape
        self.shape = .members
        if members.isEmpty { members.reserveCapacity(12) }
        switch shape {
        case .nothing, .members: break
        case .single(let content): merge(content)
        case .elements, .invalid: fail()
        }
        return KeyedEncodingContainer(OutlineKeyedEncodingContainer<Key>(outline: self))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        switch shape {
        case .nothing, .elements: shape = .elements
        case .single, .members, .invalid: fail()
        }
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
        let path = CodingPath.key(path, key.stringValue, type(of: key))
        let nested = Outline(in: path, userInfo: userInfo, keepsFiles: keepsFiles)
        add(key, .outline(nested))
        return nested
    }

    /// Returns the outline of a nested container; for the same key, always the same outline.
    func nestedContainer(_ key: some CodingKey, ofMembers isNestedContainer: Bool) -> Outline {
        if let index = containers[key.stringValue], case .outline(let nested) = members[index].content { return nested }
        containers[key.stringValue] = members.count
        let nested = nested(key)
        nested.isNestedContainer = isNestedContainer
        return nested
    }

    /// Adds an element, or sets the only value.
    func add(_ content: Content) {
        switch shape {
        case .nothing, .single(.null): shape = .single(content)
        case .single(let first):
            if case .null = content { return }
            shape = .members
            merge(first)
            merge(content)
        case .members: merge(content)
        case .elements: elements.append(content)
        case .invalid: break
        }
    }

    func nestedElement() -> Outline {
        let nested = Outline(in: .element(path, elements.count), userInfo: userInfo, keepsFiles: keepsFiles)
        add(.outline(nested))
        return nested
    }

    /// Sets a file as the only value, if the format stores files separately.
    package func keep(file: some Encodable) -> Bool {
        guard keepsFiles else { return false }
        if case .members = shape { fail() } else { add(.value(OutlinedValue(file))) }
        return true
    }

    /// Adds the members of a value to the members that another value wrote to this encoder.
    private func merge(_ content: Content) {
        switch content {
        case .null: break
        case .value(let value):
            let value = value.value
            // A number would encode itself again, in an endless recursion.
            if isUnnested(type(of: value)) { return fail() }
            do { try value.encode(to: self) } catch { shape = .invalid(error) }
        case .text, .integer, .number, .flag, .outline: fail()
        }
    }

    private func fail() {
        let problem = "the value's encode(to:) must write either an object or another kind of value, but writes both"
        shape = .invalid(
            EncodingError.invalidValue(self, .init(codingPath: codingPath, debugDescription: problem)))
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

    /// The value; `nil` for a container, or if there is no value.
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
