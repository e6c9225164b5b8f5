extension KeyValueEncoder {
    /// Writes the values that a value encodes.
    func encodeContents<Value: Encodable>(of value: Value) throws {
        let state = writer.state
        guard state.pointee.depth < KeyValueWriter.depthLimit,
            !writer.isReadBack || depth < KeyValueWriter.depthLimit
        else { throw issue("nests more than \(KeyValueWriter.depthLimit) levels") }
        state.pointee.depth += 1
        defer { state.pointee.depth -= 1 }
        if writer.isReadBack, writer.nils == .empty, Value.self is any OptionalType.Type { isOptional = true }
        let start = outputCount
        let (nilCount, containerCount) = (state.pointee.nilCount, state.pointee.nestedContainerCount)
        do {
            try encodeInOrder(value)
        } catch {
            throw state.pointee.failure ?? KeyValueEncodingIssue(error, path: codingPath)
        }
        if let failure = state.pointee.failure { throw failure }
        // The synthesised code of `enum E: Encodable { case a }` opens a container named `a` and writes nothing into it.
        let mayBeCase = state.pointee.nestedContainerCount > containerCount
        if mayBeCase, outputCount == start, state.pointee.nilCount == nilCount || writer.isReadBack, isEnum(value) {
            throw issue("is an enum case without a value: give the enum raw values, as in enum State: String")
        }
        guard writer.isReadBack else { return }
        let isNil = state.pointee.nilCount == nilCount + 1 && state.pointee.nilDepth == depth
        if !isNil { try checkReadable(Value.self, since: start) }
        if mayBeCase, let key = state.pointee.unreadableKey {
            state.pointee.unreadableKey = nil
            if isEnum(value) {
                throw KeyValueEncodingIssue(
                    problem: "is a case of an enum whose name the key style can't read back: give it a coding key",
                    path: codingPath + [key])
            }
        }
    }

    private func encodeInOrder<Value: Encodable>(_ value: Value) throws {
        // A dictionary or a set is one reference, so most other types need no look-up of their conformances.
        if MemoryLayout<Value>.size == MemoryLayout<Int>.size, Value.self is any UnorderedCollection.Type,
            let unordered = value as? any UnorderedCollection
        {
            if refusesArrays { throw issue(KeyValueEncodingIssue.notOneText) }
            try unordered.encodeInOrder(to: self)
        } else {
            try value.encode(to: self)
        }
    }

    private func isEnum(_ value: some Encodable) -> Bool { Mirror(reflecting: value).displayStyle == .enum }

    /// Records that a property opens a container, as an enum does for its case.
    func noteNestedContainer(named key: some CodingKey) {
        writer.state.pointee.nestedContainerCount += 1
        guard writer.isReadBack else { return }
        let name = writer.wireName(of: key.stringValue)
        writer.state.pointee.unreadableKey = writer.coding.keys.propertyName(of: name) == key.stringValue ? nil : key
    }

    /// Indicates whether arrays throw an error, because a single string can't contain several values without commas.
    var refusesArrays: Bool { writer.use == .text && writer.arrays != .commaSeparated }

    /// The error for an array that has no name.
    var unnamedArray: KeyValueEncodingIssue {
        issue(
            writer.isReadBack
                ? "is an array without a name: a form has named values, as in .form([\"name\": values])"
                : "is an array without a name: add it with one, as in adding(query: \"name\", values)")
    }
}
