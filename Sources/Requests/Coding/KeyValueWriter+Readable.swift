/// What a form can't tell apart: it is refused, so that what is written reads back as the same value.
extension KeyValueWriter {
    /// Notes a name that would be read as several, or as the name of something else.
    func checkReadable(_ name: String, of key: some CodingKey, in place: KeyValuePlace) {
        // Brackets of a name are told from those of its place by their place alone.
        let problem: String? =
            if coding.nesting == .dots, name.utf8.contains(UInt8(ascii: ".")) {
                "has a dot in its name, which would be read as nesting: nest by brackets"
            } else if coding.nesting == .brackets || coding.arrays == .brackets,
                name.utf8.contains(where: Self.isBracket)
            {
                "has a bracket in its name, which would be read as nesting: nest by dots"
            } else if coding.nesting == .brackets, place.isNamed, name.isEmpty {
                "has an empty name, which would be read as an element: nest by dots"
            } else if place.path.count >= Self.depthLimit {
                "nests more than \(Self.depthLimit) levels"
            } else {
                nil
            }
        if let problem { fail(KeyValueError(problem: problem, path: place.path + [key])) }
    }

    private static func isBracket(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
    }

    /// Refuses a comma between commas.
    func checkReadable(_ text: String, at place: KeyValuePlace) throws {
        guard place.isJoined, text.utf8.contains(UInt8(ascii: ",")) else { return }
        throw KeyValueError(
            problem: "has a comma in an array whose elements are separated by commas: choose another ArrayStyle",
            path: place.path
        )
    }

    /// Refuses a `nil` among elements, where it would be lost or out of order, and one that has no name.
    func checkReadableNil(at place: KeyValuePlace) throws {
        if place.nameAsParent != nil, coding.arrays != .indices || coding.nils == .omitted {
            throw KeyValueError(
                problem: "is nil among the elements of an array, which only indices with a NilStyle other than omitted "
                    + "can tell",
                path: place.path
            )
        }
        if coding.nils == .flag, place.isNamed, place.name.isEmpty {
            throw KeyValueError(
                problem: "is nil and has an empty name, which would be read as nothing", path: place.path)
        }
    }

    /// Refuses what would be read as missing or as `nil`, and a case whose name would be read as another.
    ///
    /// - Parameter before: How many bytes, nils and containers there were before the value.
    func checkReadable(_ value: some Encodable, at place: KeyValuePlace, since before: (Int, Int, Int)) throws {
        let written = pairs.bytes[before.0...]
        if written.isEmpty, !place.path.isEmpty, !isNil(at: place, since: before.1) {
            throw KeyValueError(
                problem:
                    "is empty, which is written as nothing, so that it would be read as missing: make it optional, "
                    + "and nil where it is empty",
                path: place.path
            )
        }
        if place.isOptional, coding.nils == .empty, !isNil(at: place, since: before.1),
            written.count <= place.name.count + 2,
            written.drop(while: { $0 == UInt8(ascii: "&") }).elementsEqual(place.name + [UInt8(ascii: "=")])
        {
            throw KeyValueError(
                problem:
                    "is written as an empty text, as nil is, so that it would be read as nil: choose another NilStyle",
                path: place.path
            )
        }
        if let key = takeUnreadableKey(since: before.2), Mirror(reflecting: value).displayStyle == .enum {
            throw KeyValueError(
                problem: "is a case of an enum whose name the key style can't read back: give it a coding key",
                path: place.path + [key]
            )
        }
    }
}
