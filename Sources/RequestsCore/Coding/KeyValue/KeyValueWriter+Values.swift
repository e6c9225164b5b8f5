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
        if let text = try coding.text(of: value, for: use, at: place.path.keys) {
            try write(text, at: place)
            return .scalar
        }
        return try writeContents(of: value, at: place)
    }

    /// Writes the contents of a value.
    mutating func writeContents<Value: Encodable>(of value: Value, at place: KeyValuePlace) throws -> Written {
        guard level < Self.depthLimit, !isReadBack || place.depth < Self.depthLimit else {
            throw place.issue("is nested more than \(Self.depthLimit) levels deep")
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
        // A dictionary or a set has the size of one reference. Checking the size first avoids looking up the
        // conformances of most other types.
        if MemoryLayout<Value>.size == MemoryLayout<Int>.size, Value.self is any UnorderedCollection.Type,
            let unordered = value as? any UnorderedCollection
        {
            try unordered.write(to: &self, at: place)
            return .nested
        }
        if use == .formWithFiles, let file = value as? any FormFile {
            try write(file, at: place)
            return .scalar
        }
        let outline: Outline
        do {
            outline = try Outline(of: value, in: place.path, keepsFiles: use == .formWithFiles)
        } catch {
            throw KeyValueEncodingIssue(error, path: place.path.keys)
        }
        let start = output.count
        let written = try write(outline, at: place)
        // The synthesised code of `enum E: Encodable { case a }` opens a container named `a` and writes nothing into it.
        if let (member, values) = outline.enumCase, Mirror(reflecting: value).displayStyle == .enum {
            try check(member, ofCaseWith: values, isWritten: output.count > start, at: place)
        }
        return written
    }

    private mutating func write(_ outline: Outline, at place: KeyValuePlace) throws -> Written {
        switch outline.shape {
        case .nothing: break
        case .invalid(let error): throw KeyValueEncodingIssue(error, path: place.path.keys)
        case .single(let content): return try write(content, at: place)
        case .members: for member in outline.members { try write(member, in: place) }
        case .elements:
            try write(outline.elements, at: place) { content, place, writer in try writer.write(content, at: place) }
        }
        return .nested
    }

    private mutating func write(_ content: Outline.Content, at place: KeyValuePlace) throws -> Written {
        if let text = try coding.text(of: content, for: use, at: place.path.keys) {
            try write(text, at: place)
            return .scalar
        }
        return try writeContents(of: content, at: place)
    }

    private mutating func writeContents(of content: Outline.Content, at place: KeyValuePlace) throws -> Written {
        switch content {
        case .outline(let outline): return try write(outline, at: place)
        case .value(let value): return try writeContents(of: value.value, at: place)
        case .null, .text, .integer, .number, .flag:
            try writeNil(at: place)
            return .null
        }
    }

    /// Writes a member of an object.
    mutating func write(_ member: Outline.Member, in place: KeyValuePlace) throws {
        let text = try text(of: member, in: place)
        // An empty string that could be decoded as nil is checked, which requires its place.
        let needsPlace = text?.isEmpty == true && isReadBack && nils == .empty
        if let text, !needsPlace { return try write(text, member, in: place) }
        var child = try child(member, in: place)
        child.isOptional = member.isOptional
        if let text { try write(text, at: child) } else { _ = try writeContents(of: member.content, at: child) }
    }

    /// Returns the text of a member; `nil` if it isn't a scalar.
    @inline(__always)
    private func text(of member: Outline.Member, in place: KeyValuePlace) throws -> String? {
        // These cases don't need the coding, and copying the coding would take longer.
        switch member.content {
        case .text(let text): return text
        case .integer(let integer): return String(integer)
        case .null, .outline: return nil
        case .number, .flag, .value: break
        }
        return try coding.text(of: member.content, for: use, at: place.path.keys + [member.key])
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
                    "is in an array with both single and nested values, so the order of the elements would be lost: "
                        + "use ArrayStyle.indices"
                )
            }
            isNumbered = written == .nested
        }
    }
}
