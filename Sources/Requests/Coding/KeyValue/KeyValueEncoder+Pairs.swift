/// Writes each pair in one step, directly to its final memory.
///
/// Code that is generic over a key only reads the key's name. All other code is shared by all keys.
extension KeyValueEncoder {
    // MARK: - Properties

    @inlinable @inline(__always)
    package func write(_ text: String, _ key: some CodingKey) {
        if let problem = append(text, named: writer.wireName(of: key.stringValue)) { fail(problem, of: key) }
    }

    @inlinable @inline(__always)
    package func write(_ number: Int, _ key: some CodingKey) {
        if let problem = append(number, named: writer.wireName(of: key.stringValue)) { fail(problem, of: key) }
    }

    /// Writes the entries of a dictionary of strings, sorted by key.
    ///
    /// Generic code would take several times as long, and so would sorting copies of the entries. So only the keys are sorted,
    /// and each string is looked up.
    func write(_ texts: [String: String]) {
        for name in texts.keys.sorted() {
            guard let text = texts[name], let problem = append(text, named: name), !hasLiteralNames else { continue }
            fail(problem, of: WireKey(name))
        }
    }

    /// Writes a property of any type.
    func encode<Value: Encodable>(_ value: Value, _ key: some CodingKey, isOptional: Bool = false) throws {
        if let number = value.exactly(Int.self) { return write(number, key) }
        let text = try text(of: value, at: codingPath + [key])
        // A string that could be decoded as nil needs a separate encoder.
        let needsPlace = text?.isEmpty == true && writer.isReadBack && writer.nils == .empty
        if let text, !needsPlace { return write(text, key) }
        let child = child(key)
        child.isOptional = isOptional
        if let text { try child.write(text) } else { try child.encodeContents(of: value) }
    }

    @usableFromInline @inline(never)
    func fail(_ problem: String, of key: some CodingKey) {
        writer.fail(KeyValueEncodingIssue(problem: problem, path: codingPath + [key]))
    }

    @usableFromInline @inline(never)
    func append(_ text: String, named name: String) -> String? {
        text.withBytes { text in
            append(named: name, upTo: Self.limit(text)) {
                $0.write(text, keeping: .unreserved, spaces: writer.spaces)
            }
        }
    }

    @usableFromInline @inline(never)
    func append(_ number: Int, named name: String) -> String? {
        append(named: name, upTo: 20) { $0.write(Int64(number)) }
    }

    /// Appends a pair, and returns the problem of its name.
    @inline(__always)
    private func append(named name: String, upTo limit: Int, _ write: (inout ByteWriter) -> Void) -> String? {
        let (writer, prefix, isNamed) = (writer, self.name, isNamed)
        return name.withBytes { name in
            var isPlain = false
            let nameLimit = prefix.count + 3 * name.count + KeyValueWriter.partLimit
            writer.appendPair(upTo: nameLimit + 1 + limit) { bytes in
                if isNamed {
                    bytes.write(prefix)
                    writer.openPart(&bytes)
                }
                let start = bytes.count
                bytes.write(name, keeping: .unreserved, spaces: writer.spaces)
                isPlain = bytes.count == start + name.count
                if isNamed { writer.closePart(&bytes) }
                bytes.write(UInt8(ascii: "="))
                write(&bytes)
            }
            return writer.isReadBack ? problem(of: name, isPlain: isPlain) : nil
        }
    }

    /// Returns the maximum number of bytes that a string takes.
    @inline(__always)
    private static func limit(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        // A long string is scanned first, to avoid reserving three times its size.
        text.count < 4_096 ? 3 * text.count : exactLimit(text)
    }

    @inline(never)
    private static func exactLimit(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var count = text.count
        for byte in text where !ByteSet.unreserved.contains(byte) { count += 2 }
        return count
    }

    // MARK: - Any place

    func write(_ text: String) throws {
        if writer.isReadBack { try checkReadable(text) }
        if writer.use == .text, isElement, !HeaderListElement.isReadBack(text) {
            throw issue("is an element that is empty, or has a comma, quotes or white space around it")
        }
        try checkNamed()
        text.withBytes { text in
            append(upTo: Self.limit(text)) {
                if writer.use == .text { return $0.write(text) }
                $0.write(text, keeping: .unreserved, spaces: writer.spaces)
            }
        }
    }

    /// Writes a pair that represents a file, which is stored separately from the pairs.
    func write(_ attachment: any KeyValueAttachment) throws {
        if let problem = attachment.problem { throw issue(problem) }
        guard isNamed else { throw issue("is a file without a name: make it a property") }
        writer.attachments.append((outputCount + (writer.state.pointee.separator == nil ? 0 : 1), attachment))
        // The value is not empty, because an empty value may be decoded as nil.
        appendPair(upTo: 2) { bytes in
            bytes.write(UInt8(ascii: "="))
            bytes.write(UInt8(ascii: "f"))
        }
    }

    /// Writes an empty value.
    func writeEmpty() throws {
        try checkNamed()
        append(upTo: 0) { _ in }
    }

    private func checkNamed() throws {
        if isNamed { return }
        throw issue(
            writer.isReadBack
                ? "has no names of its own: a form has named values, as in .form([\"name\": value])"
                : "has no names of its own: add it with a name, as in adding(query: \"name\", value)")
    }

    /// Appends a pair with the name of this place, or appends to the elements before it with a comma.
    private func append(upTo limit: Int, _ write: (inout ByteWriter) -> Void) {
        let name = scalarName
        let state = writer.state
        let isJoined = writer.arrays == .commaSeparated && isElement
        if isJoined, let list = state.pointee.openList, list.end == outputCount,
            state.pointee.output[list.name].equals(name)
        {
            state.pointee.output.append(upTo: 1 + limit) { bytes in
                bytes.write(UInt8(ascii: ","))
                write(&bytes)
            }
            state.pointee.openList = (list.name, outputCount)
            return
        }
        let start = outputCount + (state.pointee.separator == nil ? 0 : 1)
        appendPair(upTo: 1 + limit) { bytes in
            bytes.write(UInt8(ascii: "="))
            write(&bytes)
        }
        if isJoined { state.pointee.openList = (start..<start + name.count, outputCount) }
    }

    // MARK: - The output

    /// The number of bytes written.
    var outputCount: Int { writer.state.pointee.output.count }

    /// A copy of the bytes written.
    package var written: [UInt8] { withExtendedLifetime(self) { Array($0.writer.state.pointee.output.bytes) } }

    /// The error of opening a container, which can't throw.
    package var failure: KeyValueEncodingIssue? { writer.state.pointee.failure }
}
