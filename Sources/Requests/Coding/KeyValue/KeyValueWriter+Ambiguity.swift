/// Refuses values that a form can't tell apart, so that a value that is written reads back unchanged.
extension KeyValueWriter {
    /// The reason why a name would be read as several, or as the name of something else.
    @usableFromInline
    enum NameIssue {
        case dot, bracket, empty, depth

        var text: String {
            switch self {
            case .dot: "has a dot in its name, which would be read as nesting: nest by brackets"
            case .bracket: "has a bracket in its name, which would be read as nesting: nest by dots"
            case .empty: "has an empty name, which would be read as an element: nest by dots"
            case .depth: "nests more than \(KeyValueWriter.depthLimit) levels"
            }
        }
    }

    /// Returns the problem of a name if it is known whether any byte needs an escape: most names need none.
    @inline(__always)
    func problem(
        of name: UnsafeBufferPointer<UInt8>, isPlain: Bool, below place: KeyValuePlace
    ) -> NameIssue? {
        if isPlain, !name.isEmpty, naming.nesting == .brackets,
            depth(of: place) < Self.depthLimit
        {
            return nil
        }
        return problem(of: name, below: place)
    }

    @inline(never)
    func problem(of name: UnsafeBufferPointer<UInt8>, below place: KeyValuePlace) -> NameIssue? {
        // Only the position tells the brackets of a name from those of its place.
        if naming.nesting == .dots, Self.has(name, UInt8(ascii: "."), UInt8(ascii: ".")) { return .dot }
        if naming.nesting == .brackets || naming.arrays == .brackets,
            Self.has(name, UInt8(ascii: "["), UInt8(ascii: "]"))
        {
            return .bracket
        }
        if name.isEmpty, naming.nesting == .brackets, hasName(place) {
            return .empty
        }
        return depth(of: place) >= Self.depthLimit ? .depth : nil
    }

    private static func has(_ name: UnsafeBufferPointer<UInt8>, _ first: UInt8, _ second: UInt8)
        -> Bool
    {
        for byte in name where byte == first || byte == second { return true }
        return false
    }

    /// Refuses an empty text if it would be a `nil`, and a comma in a comma-separated array.
    func checkReadable(_ text: String, at place: KeyValuePlace) throws {
        if text.isEmpty, nils == .empty, isOptional(place) {
            throw emptyText(at: place)
        }
        guard naming.arrays == .commaSeparated, isElement(place),
            text.utf8.contains(UInt8(ascii: ","))
        else {
            return
        }
        throw KeyValueEncodingIssue(
            problem:
                "has a comma in an array whose elements are separated by commas: choose another ArrayStyle",
            path: codingPath(of: place)
        )
    }

    /// Refuses a `nil` among elements if it would be lost or out of order, and a `nil` without a name.
    func checkReadableNil(at place: KeyValuePlace) throws {
        if isElement(place), naming.arrays != .indices || nils == .omitted {
            throw KeyValueEncodingIssue(
                problem:
                    "is nil among the elements of an array, which only indices with a NilStyle other than omitted "
                    + "can tell",
                path: codingPath(of: place)
            )
        }
        if nils == .flag, hasName(place),
            encodedName(of: place).isEmpty
        {
            throw KeyValueEncodingIssue(
                problem: "is nil and has an empty name, which would be read as nothing",
                path: codingPath(of: place)
            )
        }
    }

    /// Refuses a value that would be read as missing or as `nil`; the parameters give the bytes and nils written before it.
    func checkReadable(_ type: Any.Type, at place: KeyValuePlace, since start: Int, nilCount: Int) throws {
        let count = outputCount - start
        if count == 0, depth(of: place) > 0, !isNil(at: place, since: nilCount),
            !isReadAsEmpty(type, at: place)
        {
            throw KeyValueEncodingIssue(
                problem:
                    "is empty, which is written as nothing, so that it would be read as missing: make it optional, "
                    + "and nil where it is empty",
                path: codingPath(of: place)
            )
        }
        if nils == .empty, isOptional(place), !isNil(at: place, since: nilCount) {
            let name = encodedName(of: place)
            guard count <= name.count + 8 else { return }
            let written = state.pointee.output[start..<outputCount].drop {
                $0 == UInt8(ascii: "&")
            }
            if written.starts(with: name),
                ["=", "%5B%5D="].contains(where: { written.dropFirst(name.count).elementsEqual($0.utf8) })
            {
                throw emptyText(at: place)
            }
        }
    }

    /// Returns whether a missing collection is read as an empty one: this holds for a property that is not optional.
    private func isReadAsEmpty(_ type: Any.Type, at place: KeyValuePlace) -> Bool {
        guard isProperty(place), !isOptional(place) else { return false }
        return type is any EmptyIfMissing.Type
    }

    /// Returns the error for an enum case whose name would be read as another.
    func unreadableCase(_ key: any CodingKey, at place: KeyValuePlace) -> KeyValueEncodingIssue {
        KeyValueEncodingIssue(
            problem:
                "is a case of an enum whose name the key style can't read back: give it a coding key",
            path: codingPath(of: place) + [key]
        )
    }

    private func emptyText(at place: KeyValuePlace) -> KeyValueEncodingIssue {
        KeyValueEncodingIssue(
            problem:
                "is written as an empty text, as nil is, so that it would be read as nil: choose another NilStyle",
            path: codingPath(of: place)
        )
    }
}
