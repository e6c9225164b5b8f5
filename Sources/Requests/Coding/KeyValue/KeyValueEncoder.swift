/// An encoder of `name=value` pairs, as bytes in the order in which the value encodes them.
///
/// Each place in the value (the root, a property or an element) has an encoder, which is also its single-value container. All of
/// them share a writer. The options are in the ``Coding``.
package final class KeyValueEncoder: Encoder {
    /// The step from the parent to this place.
    enum Step {
        case root
        case key(any CodingKey)
        case name(String)
        case element(Int)
    }

    @usableFromInline let writer: KeyValueWriter
    let parent: KeyValueEncoder?
    let step: Step

    /// The percent-encoded name, which is the prefix of the names of properties and numbered elements.
    ///
    /// The encoder allocates its memory: with an array, the workload `form10` takes 5 % more instructions.
    let name: Bytes

    /// Indicates whether the place has a name; the root has none if the value has named properties or keys.
    let isNamed: Bool

    /// The number of keys that lead to the place.
    let depth: Int

    /// Indicates whether the value may be `nil`.
    var isOptional = false

    /// Makes the encoder of a whole value.
    ///
    /// - Parameters:
    ///   - coding: The styles.
    ///   - use: The purpose of the pairs.
    ///   - name: The name of the value, unchanged; `nil` for a value with named properties or keys.
    ///   - separator: The byte before the first pair.
    package init(coding: Coding, use: KeyValueWriter.Use, name: String? = nil, separator: UInt8? = nil) {
        writer = KeyValueWriter(coding: coding, use: use, separator: separator)
        parent = nil
        step = .root
        isNamed = name != nil
        depth = 0
        self.name =
            name?.withBytes { name in Self.bytes(upTo: 3 * name.count) { $0.write(name, keeping: .unreserved) } }
            ?? Bytes(start: nil, count: 0)
    }

    private init(_ step: Step, below parent: KeyValueEncoder, upTo limit: Int, _ write: (inout ByteWriter) -> Void) {
        name = Self.bytes(upTo: parent.name.count + KeyValueWriter.partLimit + limit) { bytes in
            if parent.isNamed {
                bytes.write(parent.name)
                parent.writer.openPart(&bytes)
            }
            write(&bytes)
            if parent.isNamed { parent.writer.closePart(&bytes) }
        }
        writer = parent.writer
        self.parent = parent
        self.step = step
        isNamed = true
        depth = parent.depth + 1
    }

    deinit { name.deallocate() }

    private static func bytes(upTo limit: Int, _ write: (inout ByteWriter) -> Void) -> Bytes {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: limit)
        var bytes = ByteWriter(memory)
        write(&bytes)
        return Bytes(start: memory.baseAddress, count: bytes.count)
    }

    /// Sets the style of the arrays that are written next.
    package func use(_ arrays: Coding.ArrayStyle) { writer.arrays = arrays }

    // MARK: - Places below

    /// Returns the place of a property.
    func child(_ key: some CodingKey) -> KeyValueEncoder {
        child(.key(key), named: writer.wireName(of: key.stringValue))
    }

    /// Returns the place of a name.
    func child(_ step: Step, named name: String) -> KeyValueEncoder {
        name.withBytes { name in
            let child = KeyValueEncoder(step, below: self, upTo: 3 * name.count) {
                $0.write(name, keeping: .unreserved, spaces: writer.spaces)
            }
            var isLiteral = false
            if case .name = step { isLiteral = hasLiteralNames }
            if writer.isReadBack, !isLiteral, let problem = problem(of: name) { writer.fail(child.issue(problem)) }
            return child
        }
    }

    /// Returns the place of an element.
    func element(_ index: Int) -> KeyValueEncoder {
        KeyValueEncoder(.element(index), below: self, upTo: 20) { $0.write(Int64(index)) }
    }

    // MARK: - Facts

    package var codingPath: [any CodingKey] {
        guard let parent else { return [] }
        switch step {
        case .root: return []
        case .key(let key): return parent.codingPath + [key]
        case .name(let name): return parent.codingPath + [WireKey(name)]
        case .element(let index): return parent.codingPath + [WireKey(String(index), intValue: index)]
        }
    }

    /// Returns the issue of the value at this place.
    func issue(_ problem: String) -> KeyValueEncodingIssue { KeyValueEncodingIssue(problem: problem, path: codingPath) }

    var isElement: Bool { if case .element = step { true } else { false } }

    /// Indicates whether the place is a property, rather than an entry of a type that accepts any name.
    var isProperty: Bool { if case .key(let key) = step { !type(of: key).isOpen } else { false } }

    /// The name of a scalar at this place; elements without numbers use their array's name.
    var scalarName: Bytes {
        guard isElement, let parent, writer.arrays != .indices else { return name }
        return parent.name
    }

    /// Appends the pair of a scalar at this place: its name, and at most `limit` bytes that a function writes.
    @inline(__always)
    func appendPair(upTo limit: Int, _ write: (inout ByteWriter) -> Void) {
        let name = scalarName
        let hasBrackets = isElement && writer.arrays == .brackets
        writer.appendPair(upTo: name.count + KeyValueWriter.partLimit + limit) { bytes in
            bytes.write(name)
            if hasBrackets {
                bytes.write(escaped: UInt8(ascii: "["))
                bytes.write(escaped: UInt8(ascii: "]"))
            }
            write(&bytes)
        }
    }

    // MARK: - Encoder

    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyValueKeyedEncodingContainer<Key>(place: self))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if refusesArrays { writer.fail(issue(KeyValueEncodingIssue.notOneText)) }
        if !isNamed { writer.fail(unnamedArray) }
        return KeyValueUnkeyedEncodingContainer(list: self)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension KeyValueEncoder: SingleValueEncodingContainer {
    package func encodeNil() throws {
        writer.state.pointee.nilCount += 1
        writer.state.pointee.nilDepth = depth
        if writer.isReadBack { try checkReadableNil() }
        if writer.use == .text, isElement { throw issue("is an element that is nil") }
        guard isNamed else { return }
        switch writer.nils {
        case .omitted: break
        case .empty: try writeEmpty()
        case .flag: appendPair(upTo: 0) { _ in }
        }
    }

    /// Writes any value: a scalar, or the values that it encodes.
    package func encode<Value: Encodable>(_ value: Value) throws {
        if let text = try text(of: value, at: codingPath) { try write(text) } else { try encodeContents(of: value) }
    }

    // The default implementations of these throw.
    package func encode(_ value: Int128) throws { try write(String(value)) }
    package func encode(_ value: UInt128) throws { try write(String(value)) }
}
