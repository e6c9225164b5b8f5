/// Writes each pair in one go, directly to its final memory.
///
/// Code that is generic over a key only asks the key for its name. All other code is the same for all keys.
extension KeyValueWriter {
    // MARK: - Properties

    @inline(__always)
    @inlinable
    package func write(_ text: String, _ key: some CodingKey, of place: KeyValuePlace) {
        if let problem = append(text, named: wireName(of: key.stringValue), below: place) {
            fail(problem, of: key, in: place)
        }
    }

    /// Writes the entries of a dictionary of texts, sorted by key.
    ///
    /// Code for any type of entries would take several times as long. So would copies of the entries: only keys are sorted, and each
    /// text is looked up.
    func write(_ texts: [String: String], at place: KeyValuePlace) {
        let isLiteral = isLiteral(below: place)
        for name in texts.keys.sorted() {
            guard let text = texts[name] else { continue }
            if let problem = append(text, named: name, below: place), !isLiteral {
                fail(problem, of: WireKey(name), in: place)
            }
        }
    }

    @inlinable @inline(__always)
    package func write(_ number: some FixedWidthInteger, _ key: some CodingKey, of place: KeyValuePlace) {
        guard let number = Int64(exactly: number) else { return write(String(number), key, of: place) }
        if let problem = append(number, named: wireName(of: key.stringValue), below: place) {
            fail(problem, of: key, in: place)
        }
    }

    @usableFromInline @inline(never)
    func fail(_ problem: NameIssue, of key: some CodingKey, in place: KeyValuePlace) {
        fail(KeyValueEncodingIssue(problem: problem.text, path: codingPath(of: place) + [key]))
    }

    @inline(never)
    @usableFromInline
    func append(_ text: String, named name: String, below place: KeyValuePlace)
        -> NameIssue?
    {
        text.withBytes { text in
            append(named: name, below: place, upTo: Self.limit(text)) {
                $0.write(text, keeping: .unreserved, spaces: naming.spaces)
            }
        }
    }

    @inline(never)
    @usableFromInline
    func append(_ number: Int64, named name: String, below place: KeyValuePlace)
        -> NameIssue?
    {
        append(named: name, below: place, upTo: 20) { $0.write(number) }
    }

    @inline(__always)
    private func append(
        named name: String, below place: KeyValuePlace, upTo limit: Int,
        _ write: (inout ByteWriter) -> Void
    ) -> NameIssue? {
        name.withBytes { name in
            let isNamed = hasName(place)
            var isPlain = false
            append(
                prefix: openedName(of: place),
                upTo: 3 * name.count + NestedNameWriter.limit + 1 + limit
            ) { writer in
                let start = writer.count
                writer.write(name, keeping: .unreserved, spaces: naming.spaces)
                isPlain = writer.count == start + name.count
                if isNamed { naming.close(&writer) }
                writer.write(UInt8(ascii: "="))
                write(&writer)
            }
            return isReadBack ? problem(of: name, isPlain: isPlain, below: place) : nil
        }
    }

    /// Appends a pair whose name begins with encoded bytes.
    @inline(__always)
    private func append(
        prefix: UnsafeBufferPointer<UInt8>, upTo limit: Int, _ write: (inout ByteWriter) -> Void
    ) {
        let separator = state.pointee.separator
        state.pointee.separator = UInt8(ascii: "&")
        state.pointee.output.append(upTo: 1 + prefix.count + limit) { writer in
            if let separator { writer.write(separator) }
            writer.write(prefix)
            write(&writer)
        }
    }

    /// Returns the maximum number of bytes that a text takes.
    @inline(__always)
    private static func limit(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        // A long text is scanned before three times its memory is reserved.
        text.count < 4_096 ? 3 * text.count : exactLimit(text)
    }

    @inline(never)
    private static func exactLimit(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var count = text.count
        for byte in text where !ByteSet.unreserved.contains(byte) { count += 2 }
        return count
    }

    /// Writes a property that is a scalar.
    ///
    /// - Returns: Whether the property is a scalar.
    func writeScalar<Value: Encodable>(
        _ value: Value, _ kind: KeyValueKind, _ key: some CodingKey, of place: KeyValuePlace
    ) throws -> Bool {
        if kind == .other || kind == .unordered { return false }
        if kind == .integer, let number = value.exactly(Int.self) {
            write(number, key, of: place)
            return true
        }
        guard
            let text = try scalarText(of: value, kind, at: codingPath(of: place) + [key])
        else { return false }
        // A text that could be read as a nil needs a place: the caller writes it there.
        if text.isEmpty, isReadBack, nils == .empty { return false }
        write(text, key, of: place)
        return true
    }

    // MARK: - Elements

    /// Writes an element that is a scalar.
    ///
    /// - Returns: Whether the element is a scalar.
    func writeScalar<Value: Encodable>(_ value: Value, element index: Int, of place: KeyValuePlace)
        throws -> Bool
    {
        guard naming.arrays != .commaSeparated, hasName(place) else {
            return false
        }
        let kind = state.pointee.kinds.kind(of: Value.self)
        if kind == .integer, let number = value.exactly(Int.self) {
            append(Int64(number), element: index, of: place)
            return true
        }
        let path = {
            self.codingPath(of: place) + [WireKey(String(index), intValue: index)]
        }
        guard let text = try scalarText(of: value, kind, at: path()) else { return false }
        append(text, element: index, of: place)
        return true
    }

    @inline(never)
    private func append(_ number: Int64, element index: Int, of place: KeyValuePlace) {
        append(element: index, of: place, upTo: 20) { $0.write(number) }
    }

    @inline(never)
    private func append(_ text: String, element index: Int, of place: KeyValuePlace) {
        text.withBytes { text in
            append(element: index, of: place, upTo: Self.limit(text)) {
                $0.write(text, keeping: .unreserved, spaces: naming.spaces)
            }
        }
    }

    @inline(__always)
    private func append(
        element index: Int, of place: KeyValuePlace, upTo limit: Int,
        _ write: (inout ByteWriter) -> Void
    ) {
        append(
            prefix: encodedNameAsParent(of: place),
            upTo: NestedNameWriter.elementLimit + 1 + limit
        ) { writer in
            naming.write(element: index, to: &writer)
            writer.write(UInt8(ascii: "="))
            write(&writer)
        }
    }

    // MARK: - Any place

    func write(_ text: String, at place: KeyValuePlace) throws {
        if isReadBack { try checkReadable(text, at: place) }
        try text.withBytes { text -> Result<Void, any Error> in
            Result {
                try write(at: place, upTo: Self.limit(text)) {
                    if isText {
                        $0.write(text)
                    } else {
                        $0.write(text, keeping: .unreserved, spaces: naming.spaces)
                    }
                }
            }
        }.get()
    }

    func write(_ number: some FixedWidthInteger, at place: KeyValuePlace) throws {
        guard let number = Int64(exactly: number) else { return try write(String(number), at: place) }
        try write(at: place, upTo: 20) { $0.write(number) }
    }

    /// Writes a pair with the name of a place, or joins the elements before it with a comma.
    func write(at place: KeyValuePlace, upTo limit: Int, _ write: (inout ByteWriter) -> Void) throws {
        guard hasName(place) else {
            throw KeyValueEncodingIssue(
                problem: isReadBack
                    ? "has no names of its own: a form has named values, as in .form([\"name\": value])"
                    : "has no names of its own: add it with a name, as in adding(query: \"name\", value)",
                path: codingPath(of: place)
            )
        }
        let name = encodedName(of: place)
        let isJoined = naming.arrays == .commaSeparated && isElement(place)
        if isJoined, let openList = state.pointee.openList, openList.end == outputCount,
            state.pointee.output[openList.name].equals(name)
        {
            state.pointee.output.append(upTo: 1 + limit) { writer in
                writer.write(UInt8(ascii: ","))
                write(&writer)
            }
            state.pointee.openList = (openList.name, outputCount)
            return
        }
        let start = outputCount + (state.pointee.separator == nil ? 0 : 1)
        append(prefix: name, upTo: 1 + limit) { writer in
            writer.write(UInt8(ascii: "="))
            write(&writer)
        }
        if isJoined {
            state.pointee.openList = (start..<start + name.count, outputCount)
        }
    }

    /// Writes a pair that represents a file, which is kept beside the pairs.
    func write(_ attachment: any KeyValueAttachment, at place: KeyValuePlace) throws {
        if let problem = attachment.problem {
            throw KeyValueEncodingIssue(problem: problem, path: codingPath(of: place))
        }
        guard hasName(place) else {
            throw KeyValueEncodingIssue(
                problem: "is a file without a name: make it a property", path: codingPath(of: place))
        }
        note(attachment, at: outputCount + (state.pointee.separator == nil ? 0 : 1))
        append(prefix: encodedName(of: place), upTo: 2) { writer in
            writer.write(UInt8(ascii: "="))
            // The value is not empty, because an empty one may be a nil.
            writer.write(UInt8(ascii: "f"))
        }
    }

    /// Writes the name of a place without a value.
    func writeName(of place: KeyValuePlace) {
        append(prefix: encodedName(of: place), upTo: 0) { _ in }
    }
}
