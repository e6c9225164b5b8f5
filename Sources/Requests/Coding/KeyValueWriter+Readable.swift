/// What a form can't tell apart: it is refused, so that what is written reads back as the same value.
extension KeyValueWriter {
    /// Notes a name that would be read as several, or as the name of something else.
    func checkReadable(_ name: UnsafeBufferPointer<UInt8>, of key: some CodingKey, in place: KeyValuePlace) {
        // Brackets of a name are told from those of its place by their place alone.
        let problem: String? =
            if coding.nesting == .dots, name.contains(UInt8(ascii: ".")) {
                "has a dot in its name, which would be read as nesting: nest by brackets"
            } else if coding.nesting == .brackets || coding.arrays == .brackets, Self.hasBracket(name) {
                "has a bracket in its name, which would be read as nesting: nest by dots"
            } else if coding.nesting == .brackets, place.isNamed, name.isEmpty {
                "has an empty name, which would be read as an element: nest by dots"
            } else if place.depth >= Self.depthLimit {
                "nests more than \(Self.depthLimit) levels"
            } else {
                nil
            }
        if let problem { fail(KeyValueError(problem: problem, path: place.path(to: key))) }
    }

    private static func hasBracket(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in 0..<name.count where name[index] == UInt8(ascii: "[") || name[index] == UInt8(ascii: "]") {
            return true
        }
        return false
    }

    /// Refuses an empty text where it is a `nil`, and a comma between commas.
    func checkReadable(_ text: String, at place: KeyValuePlace) throws {
        if place.isOptional, text.isEmpty, coding.nils == .empty { throw emptyText(at: place) }
        guard place.isElement, coding.arrays == .commaSeparated, text.utf8.contains(UInt8(ascii: ",")) else { return }
        throw KeyValueError(
            problem: "has a comma in an array whose elements are separated by commas: choose another ArrayStyle",
            path: place.path
        )
    }

    /// Refuses a `nil` among elements, where it would be lost or out of order, and one that has no name.
    func checkReadableNil(at place: KeyValuePlace) throws {
        if place.isElement, coding.arrays != .indices || coding.nils == .omitted {
            throw KeyValueError(
                problem: "is nil among the elements of an array, which only indices with a NilStyle other than omitted "
                    + "can tell",
                path: place.path
            )
        }
        if coding.nils == .flag, place.isNamed, place.name.isEmpty {
            throw KeyValueError(
                problem: "is nil and has an empty name, which would be read as nothing", path: place.path
            )
        }
    }

    /// Refuses what would be read as missing or as `nil`, and a case whose name would be read as another.
    ///
    /// `before` is how many bytes, nils and containers there were before the value.
    func checkReadable(_ value: some Encodable, at place: KeyValuePlace, since before: (Int, Int, Int)) throws {
        let count = pairs.bytes.count - before.0
        if count == 0, place.depth > 0, !isNil(at: place, since: before.1) {
            throw KeyValueError(
                problem:
                    "is empty, which is written as nothing, so that it would be read as missing: make it optional, "
                    + "and nil where it is empty",
                path: place.path
            )
        }
        if place.isOptional, coding.nils == .empty, !isNil(at: place, since: before.1), count <= place.name.count + 8 {
            let written = pairs.bytes[before.0...].drop { $0 == UInt8(ascii: "&") }
            if written.elementsEqual(place.name + Array("=".utf8))
                || written.elementsEqual(place.name + Array("%5B%5D=".utf8))
            {
                throw emptyText(at: place)
            }
        }
        if let key = takeUnreadableKey(since: before.2), Mirror(reflecting: value).displayStyle == .enum {
            throw KeyValueError(
                problem: "is a case of an enum whose name the key style can't read back: give it a coding key",
                path: place.path(to: key)
            )
        }
    }

    private func emptyText(at place: KeyValuePlace) -> KeyValueError {
        KeyValueError(
            problem: "is written as an empty text, as nil is, so that it would be read as nil: choose another NilStyle",
            path: place.path
        )
    }
}
