/// The outline of a value: the members or elements that its `encode(to:)` writes, which aren't encoded themselves.
///
/// All that this library writes from a value is a function of outlines: the pairs of a query or form, the text of a field, the
/// places of a message, the part of an input that is the body. To go deeper, make the outline of a value in an outline.
///
/// The outline is also the encoder that the value writes to, and its container for a single value.
package final class Outline: Encoder, SingleValueEncodingContainer {
    /// The kind of container that a value fills.
    package enum Shape {
        case nothing
        case null
        /// Another value, as a type with a raw value writes.
        case value(any Encodable)
        case members
        case elements
    }

    /// The value of a member or an element.
    package enum Content {
        /// No value; the type is known for a member whose type is an optional.
        case null((any Encodable.Type)?)
        case value(any Encodable)
        /// A container that the outer value's own code opened and filled.
        case outline(Outline)
    }

    /// A member of an object.
    package struct Member {
        package let key: any CodingKey
        package let content: Content
        /// Indicates whether the value's type is an optional.
        package let isOptional: Bool

        package init(key: any CodingKey, content: Content, isOptional: Bool) {
            self.key = key
            self.content = content
            self.isOptional = isOptional
        }
    }

    // Tracking each access would cost instructions in all queries and inputs.
    @exclusivity(unchecked) package fileprivate(set) var shape = Shape.nothing
    @exclusivity(unchecked) package fileprivate(set) var members: [Member] = []
    @exclusivity(unchecked) package fileprivate(set) var elements: [Content] = []

    package let codingPath: [any CodingKey]
    package let userInfo: [CodingUserInfoKey: Any]

    fileprivate init(at codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) {
        self.codingPath = codingPath
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
        self.init(at: codingPath, userInfo: userInfo)
        try value.encode(to: self)
    }

    /// Indicates whether the value is an object, to which other members can be added.
    package var hasMembers: Bool { if case .members = shape { true } else { false } }

    fileprivate func add(_ key: some CodingKey, _ content: Content, isOptional: Bool = false) {
        members.append(Member(key: key, content: content, isOptional: isOptional))
    }

    fileprivate func nested(_ key: some CodingKey) -> Outline {
        let nested = Outline(at: codingPath + [key], userInfo: userInfo)
        add(key, .outline(nested))
        return nested
    }

    fileprivate func nestedElement() -> Outline {
        let key = WireKey(String(elements.count), intValue: elements.count)
        let nested = Outline(at: codingPath + [key], userInfo: userInfo)
        elements.append(.outline(nested))
        return nested
    }

    // MARK: - Encoder

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        shape = .members
        if members.isEmpty { members.reserveCapacity(8) }
        return KeyedEncodingContainer(OutlineKeyedEncodingContainer<Key>(outline: self))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        shape = .elements
        return OutlineUnkeyedEncodingContainer(outline: self)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }

    package func encodeNil() { shape = .null }
    package func encode<Value: Encodable>(_ value: Value) { shape = .value(value) }
    // The default implementations of these throw.
    package func encode(_ value: Int128) { shape = .value(value) }
    package func encode(_ value: UInt128) { shape = .value(value) }
}

/// The container of members.
private struct OutlineKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let outline: Outline

    var codingPath: [any CodingKey] { outline.codingPath }

    func encodeNil(forKey key: Key) { outline.add(key, .null(nil)) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) { outline.add(key, .value(value)) }
    // The default implementations of these throw.
    func encode(_ value: Int128, forKey key: Key) { outline.add(key, .value(value)) }
    func encode(_ value: UInt128, forKey key: Key) { outline.add(key, .value(value)) }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) {
        outline.add(key, value.map { .value($0) } ?? .null(Value.self), isOptional: true)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        outline.nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        outline.nested(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { outline.nested(WireKey("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { outline.nested(key) }
}

/// The default implementations of these lose the information that the value is optional.
extension OutlineKeyedEncodingContainer {
    private func add<Value: Encodable>(_ value: Value?, _ key: Key) { encodeIfPresent(value, forKey: key) }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) { add(value, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) { add(value, key) }
}

/// The container of elements.
private struct OutlineUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let outline: Outline

    var codingPath: [any CodingKey] { outline.codingPath }
    var count: Int { outline.elements.count }

    func encodeNil() { outline.elements.append(.null(nil)) }
    func encode<Value: Encodable>(_ value: Value) { outline.elements.append(.value(value)) }
    // The default implementations of these throw.
    func encode(_ value: Int128) { outline.elements.append(.value(value)) }
    func encode(_ value: UInt128) { outline.elements.append(.value(value)) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        outline.nestedElement().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { outline.nestedElement().unkeyedContainer() }

    func superEncoder() -> any Encoder { outline.nestedElement() }
}
