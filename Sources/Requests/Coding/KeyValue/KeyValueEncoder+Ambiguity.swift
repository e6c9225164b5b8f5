/// Refuses values that a form can't tell apart, so that a value that is written reads back unchanged.
extension KeyValueEncoder {
    /// Indicates whether the names of entries are written unchanged, whatever they are read as.
    ///
    /// This holds for a dictionary that is a whole form: `["user[name]": "Ada"]`. There, as in a query, clients write
    /// the names that servers expect by hand. An endpoint reads the form back, so its names must be readable.
    var hasLiteralNames: Bool { writer.use != .readQuery && !writer.coding.isOfEndpoint && depth == 0 }

    /// Returns the problem of a name below this place if it is known whether any byte needs an escape: most names need none.
    @inline(__always)
    func problem(of name: UnsafeBufferPointer<UInt8>, isPlain: Bool) -> String? {
        if isPlain, !name.isEmpty, writer.nesting == .brackets, depth < KeyValueWriter.depthLimit { return nil }
        return problem(of: name)
    }

    /// Returns the reason why a name below this place would be read as several, or as the name of something else.
    @inline(never)
    func problem(of name: UnsafeBufferPointer<UInt8>) -> String? {
        let (usesDots, usesBrackets) = (writer.nesting == .dots, writer.nesting == .brackets)
        // Only the position tells the brackets of a name from those of its place.
        if usesDots, name.contains(UInt8(ascii: ".")) {
            return "has a dot in its name, which would be read as nesting: nest by brackets"
        }
        if usesBrackets || writer.arrays == .brackets,
            name.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") })
        {
            return "has a bracket in its name, which would be read as nesting: nest by dots"
        }
        if name.isEmpty, usesBrackets, isNamed {
            return "has an empty name, which would be read as an element: nest by dots"
        }
        return depth < KeyValueWriter.depthLimit ? nil : "nests more than \(KeyValueWriter.depthLimit) levels"
    }

    /// Refuses an empty text if it would be a `nil`, and a comma in a comma-separated array.
    func checkReadable(_ text: String) throws {
        if text.isEmpty, writer.nils == .empty, isOptional { throw emptyText }
        if writer.arrays == .commaSeparated, isElement, text.utf8.contains(UInt8(ascii: ",")) {
            throw issue("has a comma in an array whose elements are separated by commas: choose another ArrayStyle")
        }
    }

    /// Refuses a `nil` among elements if it would be lost or out of order, and a `nil` without a name.
    func checkReadableNil() throws {
        if isElement, writer.arrays != .indices || writer.nils == .omitted {
            throw issue(
                "is nil among the elements of an array, which only indices with a NilStyle other than omitted can tell")
        }
        if writer.nils == .flag, isNamed, name.isEmpty {
            throw issue("is nil and has an empty name, which would be read as nothing")
        }
    }

    /// Refuses a value that would be read as missing or as `nil`; the number is that of the bytes written before it.
    func checkReadable(_ type: Any.Type, since start: Int) throws {
        if outputCount == start, depth > 0, !isReadAsEmpty(type) {
            throw issue(
                "is empty, which is written as nothing, so that it would be read as missing: make it optional, "
                    + "and nil where it is empty")
        }
        if writer.nils == .empty, isOptional {
            let written = writer.state.pointee.output[start..<outputCount].drop { $0 == UInt8(ascii: "&") }
            let name = scalarName
            guard written.starts(with: name) else { return }
            if ["=", "%5B%5D="].contains(where: { written.dropFirst(name.count).elementsEqual($0.utf8) }) {
                throw emptyText
            }
        }
    }

    /// Returns whether a missing collection is read as an empty one: this holds for a property that is not optional.
    private func isReadAsEmpty(_ type: Any.Type) -> Bool {
        isProperty && !isOptional && type is any EmptyIfMissing.Type
    }

    private var emptyText: KeyValueEncodingIssue {
        issue("is written as an empty text, as nil is, so that it would be read as nil: choose another NilStyle")
    }
}
