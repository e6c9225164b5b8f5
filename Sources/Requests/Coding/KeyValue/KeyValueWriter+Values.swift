/// Writes values: a scalar as a pair, any other value as the pairs of its outline.
extension KeyValueWriter {
    /// The kind of a value that was written.
    enum Written {
        case null
        case scalar
        case nested
    }

    /// Writes a value at a place.
    @discardableResult
    mutating func write<Value: Encodable>(_ value: Value, at place: KeyValuePlace) throws -> Written {
        if let text = try coding.text(of: value, for: use, at: place.path) {
            try write(text, at: place)
            return .scalar
        }
        return try writeContents(of: value, at: place)
    }

    /// Writes the values that a value encodes.
    mutating func writeContents<Value: Encodable>(of value: Value, at place: KeyValuePlace) throws -> Written {
        guard level < Self.depthLimit, !isReadBack || place.depth < Self.depthLimit else {
            throw place.issue("nests more than \(Self.depthLimit) levels")
        }
        level += 1
        defer { level -= 1 }
        var place = place
        if isReadBack, nils == .empty, Value.self is any OptionalType.Type { place.isOptional = true }
        let start = output.count
        let written = try writeInOrder(value, at: place)
        if isReadBack, written != .null { try checkReadable(Value.self, at: place, since: start) }
        return written
    }

    private mutating func writeInOrder<Value: Encodable>(_ value: Value, at place: KeyValuePlace) throws -> Written {
        // A dictionary or a set is one reference, so most other types need no look-up of their conformances.
        if MemoryLayout<Value>.size == MemoryLayout<Int>.size, Value.self is any UnorderedCollection.Type,
            let unordered = value as? any UnorderedCollection
        {
            try unordered.write(to: &self, at: place)
            return .nested
        }
        if use == .formWithFiles, let file = value as? any KeyValueAttachment {
            try write(file, at: place)
            return .scalar
        }
        let outline: Outline
        do {
            outline = try Outline(of: value, at: place.path)
        } catch {
            throw KeyValueEncodingIssue(error, path: place.path)
        }
        let start = output.count
        let written = try write(outline, at: place)
        // The synthesised code of `enum E: Encodable { case a }` opens a container named `a` and writes nothing into it.
        if outline.members.count == 1, let member = outline.members.first, case .outline(let contents) = member.content,
            Mirror(reflecting: value).displayStyle == .enum
        {
            try check(member.key, ofCaseWith: contents, isWritten: output.count > start, at: place)
        }
        return written
    }

    private mutating func write(_ outline: Outline, at place: KeyValuePlace) throws -> Written {
        switch outline.shape {
        case .nothing: return .nested
        case .null:
            try writeNil(at: place)
            return .null
        case .value(let value): return try write(value, at: place)
        case .members:
            for member in outline.members { try write(member, in: place) }
            return .nested
        case .elements:
            try write(outline.elements, at: place) { element, place, writer in
                switch element {
                case .null:
                    try writer.writeNil(at: place)
                    return .null
                case .value(let value): return try writer.write(value, at: place)
                case .outline(let outline): return try writer.write(outline, at: place)
                }
            }
            return .nested
        }
    }

    /// Writes a member of an object.
    mutating func write(_ member: Outline.Member, in place: KeyValuePlace) throws {
        switch member.content {
        case .null: try writeNil(at: try child(member.key, in: place))
        case .value(let value): try write(value, member.key, in: place, isOptional: member.isOptional)
        case .outline(let outline): _ = try write(outline, at: try child(member.key, in: place))
        }
    }

    private mutating func write<Value: Encodable>(
        _ value: Value, _ key: any CodingKey, in place: KeyValuePlace, isOptional: Bool
    ) throws {
        let text = try coding.text(of: value, for: use, at: place.path + [key])
        // A string that could be decoded as nil needs its place.
        let needsPlace = text?.isEmpty == true && isReadBack && nils == .empty
        if let text, !needsPlace { return try write(text, key, in: place) }
        var child = try child(key, in: place)
        child.isOptional = isOptional
        if let text { try write(text, at: child) } else { _ = try writeContents(of: value, at: child) }
    }

    /// Writes the elements of an array.
    mutating func write<Element>(
        _ elements: some Sequence<Element>, at list: KeyValuePlace,
        _ write: (Element, KeyValuePlace, inout KeyValueWriter) throws -> Written
    ) throws {
        guard list.isNamed else { throw list.unnamedArray(isReadBack: isReadBack) }
        listEnd = nil
        defer { listEnd = nil }
        var isNumbered: Bool?
        for (index, element) in elements.enumerated() {
            let place = self.element(index, in: list)
            let written = try write(element, place, &self)
            guard isReadBack, arrays != .indices else { continue }
            if let isNumbered, isNumbered != (written == .nested) {
                throw place.issue(
                    "is nested where other elements are not, so that their order would be lost: write arrays by indices"
                )
            }
            isNumbered = written == .nested
        }
    }
}
