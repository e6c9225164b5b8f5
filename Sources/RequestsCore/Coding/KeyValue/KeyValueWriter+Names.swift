/// The names of places: each name is the name of the place above, followed by a part.
extension KeyValueWriter {
    /// The maximum number of bytes that open and close a part of a name.
    static let partLimit = 6

    /// Returns the place of a property.
    mutating func child(_ member: Outline.Member, in place: KeyValuePlace) throws -> KeyValuePlace {
        try child(.key(place.path, member.name, member.keys), named: wireName(of: member.name), in: place)
    }

    /// Returns the place of an entry of a dictionary.
    mutating func entry(_ name: String, in place: KeyValuePlace) throws -> KeyValuePlace {
        try child(.name(place.path, name), named: name, in: place)
    }

    private mutating func child(
        _ path: CodingPath, named name: String, in place: KeyValuePlace
    ) throws -> KeyValuePlace {
        let problem = name.withBytes { name in
            let spaces = spaces
            appendPart(upTo: 3 * name.count, below: place) { $0.write(name, keeping: .unreserved, spaces: spaces) }
            return isReadBack ? self.problem(of: name, in: place) : nil
        }
        let child = child(path, in: place)
        guard let problem else { return child }
        if case .name = path, hasLiteralNames(in: place) { return child }
        throw child.issue(problem)
    }

    /// Returns the place of an element.
    mutating func element(_ index: Int, in list: KeyValuePlace) -> KeyValuePlace {
        appendPart(upTo: 20, below: list) { $0.write(Int64(index)) }
        return child(.element(list.path, index), in: list)
    }

    /// Returns the place of a whole value with a name.
    mutating func root(named name: String) -> KeyValuePlace {
        name.withBytes { name in names.append(upTo: 3 * name.count) { $0.write(name, keeping: .unreserved) } }
        return KeyValuePlace(path: .root, depth: 0, nameCount: names.count, nameCountAbove: 0, isNamed: true)
    }

    /// Returns the place with the name that was just written.
    private func child(_ path: CodingPath, in place: KeyValuePlace) -> KeyValuePlace {
        KeyValuePlace(
            path: path, depth: place.depth + 1, nameCount: names.count, nameCountAbove: place.nameCount, isNamed: true)
    }

    /// Appends the part of a place's name to the name of the place above.
    @inline(__always)
    private mutating func appendPart(
        upTo limit: Int, below place: KeyValuePlace, _ write: (inout ByteWriter) -> Void
    ) {
        names.truncate(to: place.nameCount)
        let nesting = nesting
        names.append(upTo: Self.partLimit + limit) { bytes in
            if place.isNamed { nesting.openPart(&bytes) }
            write(&bytes)
            if place.isNamed { nesting.closePart(&bytes) }
        }
    }

    /// Returns the name of a scalar at a place; elements without numbers use their array's name.
    func scalarName(at place: KeyValuePlace) -> Bytes {
        names[0..<(place.path.isElement && arrays != .indices ? place.nameCountAbove : place.nameCount)]
    }
}

extension Coding.NestingStyle {
    /// Writes the delimiter before a part of a name.
    @inline(__always)
    func openPart(_ writer: inout ByteWriter) {
        switch self {
        case .brackets: writer.write(escaped: UInt8(ascii: "["))
        case .dots: writer.write(UInt8(ascii: "."))
        }
    }

    /// Writes the delimiter after a part of a name.
    @inline(__always)
    func closePart(_ writer: inout ByteWriter) {
        if self == .brackets { writer.write(escaped: UInt8(ascii: "]")) }
    }
}
