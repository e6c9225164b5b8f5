/// Checks for values that a form can't distinguish, so that every written value is decoded as an equal one.
extension KeyValueEncoder {
    /// Indicates whether the names of entries are written unchanged, even if they are decoded as other names.
    ///
    /// This applies if a dictionary is the whole form: `["user[name]": "Ada"]`. In such a dictionary, as in a query, clients
    /// spell out the names that servers expect. An endpoint decodes the form, so its names must be unambiguous.
    var hasLiteralNames: Bool { writer.use != .readQuery && !writer.coding.isOfEndpoint && depth == 0 }

    /// Returns the problem of a name below this place, faster if no byte needs an escape, as in most names.
    @inline(__always)
    func problem(of name: UnsafeBufferPointer<UInt8>, isPlain: Bool) -> String? {
        if isPlain, !name.isEmpty, writer.nesting == .brackets, depth < KeyValueWriter.depthLimit { return nil }
        return problem(of: name)
    }

    /// Returns the reason why a name below this place would be decoded as several names, or as a different one.
    @inline(never)
    func problem(of name: UnsafeBufferPointer<UInt8>) -> String? {
        let (usesDots, usesBrackets) = (writer.nesting == .dots, writer.nesting == .brackets)
        // Only their position distinguishes brackets in a name from those that nest.
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

    /// Throws an error for an empty string that would be decoded as `nil`, and for a comma in a comma-separated array.
    func checkReadable(_ text: String) throws {
        if text.isEmpty, writer.nils == .empty, isOptional { throw emptyText }
        if writer.arrays == .commaSeparated, isElement, text.utf8.contains(UInt8(ascii: ",")) {
            throw issue("has a comma in an array whose elements are separated by commas: choose another ArrayStyle")
        }
    }

    /// Throws an error for a `nil` element that would be lost or out of order, and for a `nil` without a name.
    func checkReadableNil() throws {
        if isElement, writer.arrays != .indices || writer.nils == .omitted {
            throw issue(
                "is nil among the elements of an array, which only indices with a NilStyle other than omitted can tell")
        }
        if writer.nils == .flag, isNamed, name.isEmpty {
            throw issue("is nil and has an empty name, which would be read as nothing")
        }
    }

    /// Throws an error for a value that would be decoded as missing or `nil`; `start` is the number of bytes written before it.
    func checkReadable(_ type: Any.Type, since start: Int) throws {
        if outputCount == start, depth > 0, !isReadAsEmpty(type) {
            throw issue(
                "is empty, which is written as nothing, so that it would be read as missing: "
                    + (isOptional ? "set it to nil instead" : "make it optional, and nil where it is empty"))
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

    /// Returns whether a missing collection is decoded as an empty one, as for a property that is not optional.
    private func isReadAsEmpty(_ type: Any.Type) -> Bool {
        isProperty && !isOptional && type is any EmptyIfMissing.Type
    }

    private var emptyText: KeyValueEncodingIssue {
        issue("is written as an empty text, as nil is, so that it would be read as nil: choose another NilStyle")
    }
}
