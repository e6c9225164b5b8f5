/// Writes each pair in one step, directly to its final memory.
extension KeyValueWriter {
    // MARK: - Properties

    /// Writes the text of a property.
    mutating func write(_ text: String, _ member: Outline.Member, in place: KeyValuePlace) throws {
        if let problem = append(text, named: wireName(of: member.name), in: place) {
            throw place.issue(problem, of: member)
        }
    }

    /// Writes the entries of a dictionary of strings, sorted by key.
    ///
    /// Generic code would take several times as long, and so would sorting copies of the entries. So only the keys are sorted,
    /// and each string is looked up.
    mutating func write(_ texts: [String: String], at place: KeyValuePlace) throws {
        for name in texts.keys.sorted() {
            guard let text = texts[name], let problem = append(text, named: name, in: place),
                !hasLiteralNames(in: place)
            else { continue }
            throw KeyValueEncodingIssue(problem: problem, path: place.path.keys + [WireKey(name)])
        }
    }

    /// Appends a pair, and returns the problem of its name.
    private mutating func append(_ text: String, named name: String, in place: KeyValuePlace) -> String? {
        text.withBytes { text in
            name.withBytes { name in
                var isPlain = false
                let (nesting, spaces, prefix) = (nesting, spaces, names[0..<place.nameCount])
                let nameLimit = prefix.count + 3 * name.count + Self.partLimit
                appendPair(upTo: nameLimit + 1 + Self.limit(text)) { bytes in
                    if place.isNamed {
                        bytes.write(prefix)
                        nesting.openPart(&bytes)
                    }
                    let start = bytes.count
                    bytes.write(name, keeping: .unreserved, spaces: spaces)
                    isPlain = bytes.count == start + name.count
                    if place.isNamed { nesting.closePart(&bytes) }
                    bytes.write(UInt8(ascii: "="))
                    bytes.write(text, keeping: .unreserved, spaces: spaces)
                }
                return isReadBack ? problem(of: name, isPlain: isPlain, in: place) : nil
            }
        }
    }

    /// Returns the maximum number of bytes that a string needs in the output.
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

    /// Writes a text.
    mutating func write(_ text: String, at place: KeyValuePlace) throws {
        if isReadBack { try checkReadable(text, at: place) }
        try checkNamed(place)
        text.withBytes { text in
            let spaces = spaces
            append(upTo: Self.limit(text), at: place) { $0.write(text, keeping: .unreserved, spaces: spaces) }
        }
    }

    /// Writes the absence of a value in the style of the coding.
    mutating func writeNil(at place: KeyValuePlace) throws {
        if isReadBack { try checkReadableNil(at: place) }
        guard place.isNamed else { return }
        switch nils {
        case .omitted: break
        case .empty: append(upTo: 0, at: place) { _ in }
        case .flag: appendPair(at: place, upTo: 0) { _ in }
        }
    }

    /// Writes a pair that represents a file, which is stored separately from the pairs.
    mutating func write(_ file: any FormFile, at place: KeyValuePlace) throws {
        if let problem = file.problem { throw place.issue(problem) }
        guard place.isNamed else { throw place.issue("is a file without a name: put the file in a property") }
        files.append((output.count + (separator == nil ? 0 : 1), file))
        // The value is not empty, because an empty value may be decoded as nil.
        appendPair(at: place, upTo: 2) { bytes in
            bytes.write(UInt8(ascii: "="))
            bytes.write(UInt8(ascii: "f"))
        }
    }

    private func checkNamed(_ place: KeyValuePlace) throws {
        if place.isNamed { return }
        throw place.issue(
            isReadBack
                ? "is a single value without a name: give the value a name, as in .form([\"name\": value])"
                : "is a single value without a name: give the value a name, as in adding(query: \"name\", value)")
    }

    /// Appends a pair with the name of a place; appends a comma-separated element to the element before it instead.
    private mutating func append(upTo limit: Int, at place: KeyValuePlace, _ write: (inout ByteWriter) -> Void) {
        let isJoined = arrays == .commaSeparated && place.path.isElement
        if isJoined, listEnd == output.count {
            output.append(upTo: 1 + limit) { bytes in
                bytes.write(UInt8(ascii: ","))
                write(&bytes)
            }
        } else {
            appendPair(at: place, upTo: 1 + limit) { bytes in
                bytes.write(UInt8(ascii: "="))
                write(&bytes)
            }
        }
        listEnd = isJoined ? output.count : nil
    }

    /// Appends the pair of a scalar: its name, and at most `limit` bytes that a function writes.
    @inline(__always)
    private mutating func appendPair(
        at place: KeyValuePlace, upTo limit: Int, _ write: (inout ByteWriter) -> Void
    ) {
        let name = scalarName(at: place)
        let hasBrackets = place.path.isElement && arrays == .brackets
        appendPair(upTo: name.count + Self.partLimit + limit) { bytes in
            bytes.write(name)
            if hasBrackets {
                bytes.write(escaped: UInt8(ascii: "["))
                bytes.write(escaped: UInt8(ascii: "]"))
            }
            write(&bytes)
        }
    }

    /// Appends a pair: a separator, and at most `limit` bytes that a function writes.
    @inline(__always)
    private mutating func appendPair(upTo limit: Int, _ write: (inout ByteWriter) -> Void) {
        let separator = separator
        self.separator = UInt8(ascii: "&")
        output.append(upTo: 1 + limit) { bytes in
            if let separator { bytes.write(separator) }
            write(&bytes)
        }
    }
}
