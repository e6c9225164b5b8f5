/// Checks for values that a form can't distinguish, so that every written value is decoded as an equal value.
extension KeyValueWriter {
    /// Returns whether the names of entries are written unchanged, even if they would be decoded as different names.
    ///
    /// This applies if a dictionary is the whole form: `["user[name]": "Ada"]`. In such a dictionary, as in a query, clients
    /// spell out the names that servers expect. An endpoint decodes the form, so its names must be unambiguous.
    func hasLiteralNames(in place: KeyValuePlace) -> Bool {
        use != .readQuery && !coding.isOfEndpoint && place.depth == 0
    }

    /// Returns the problem of a name below a place; this function is fast if no byte needs an escape, as in most names.
    @inline(__always)
    func problem(of name: Bytes, isPlain: Bool, in place: KeyValuePlace) -> String? {
        if isPlain, !name.isEmpty, nesting == .brackets, place.depth < Self.depthLimit { return nil }
        return problem(of: name, in: place)
    }

    /// Returns the reason why a name below a place would be decoded as several names, or as a different name.
    @inline(never)
    func problem(of name: Bytes, in place: KeyValuePlace) -> String? {
        let (usesDots, usesBrackets) = (nesting == .dots, nesting == .brackets)
        // Only the position of a bracket shows whether it is part of a name or delimits a nested name.
        if usesDots, name.contains(UInt8(ascii: ".")) {
            return "has a dot in its name, which would be read as nesting: use `nesting: .brackets`"
        }
        if usesBrackets || arrays == .brackets,
            name.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") })
        {
            let cures: [String] =
                (usesBrackets ? ["`nesting: .dots`"] : []) + (arrays == .brackets ? ["a different ArrayStyle"] : [])
            return "has a bracket in its name, which would be read as nesting: use \(cures.joined(separator: " and "))"
        }
        if name.isEmpty, usesBrackets, place.isNamed {
            return "has an empty name, which would be read as an element of an array: use `nesting: .dots`"
        }
        return place.depth < Self.depthLimit ? nil : "is nested more than \(Self.depthLimit) levels deep"
    }

    /// Throws an error for an empty string that would be decoded as `nil`, and for a comma in a comma-separated array.
    func checkReadable(_ text: String, at place: KeyValuePlace) throws {
        if text.isEmpty, nils == .empty, place.isOptional { throw place.emptyText }
        if arrays == .commaSeparated, place.path.isElement, text.utf8.contains(UInt8(ascii: ",")) {
            throw place.issue(
                "contains a comma, but commas separate the elements of the array: use a different ArrayStyle")
        }
    }

    /// Throws an error for a `nil` element that would be lost or out of order, and for a `nil` without a name.
    func checkReadableNil(at place: KeyValuePlace) throws {
        if place.path.isElement, arrays != .indices || nils == .omitted {
            throw place.issue(
                "is nil, but the current ArrayStyle and NilStyle can't represent nil in an array: "
                    + "use ArrayStyle.indices with NilStyle.empty or .flag")
        }
        if nils == .flag, place.isNamed, place.nameCount == 0 {
            throw place.issue("is nil and has an empty name, so nothing would be written: give the value a name")
        }
    }

    /// Throws an error for a value that would be decoded as missing or `nil`; `start` is the number of bytes written
    /// before the value.
    func checkReadable(_ type: Any.Type, at place: KeyValuePlace, since start: Int) throws {
        if output.count == start, place.depth > 0, !isReadAsEmpty(type, at: place) {
            throw place.issue(
                "is empty, so nothing is written, and the value would be read as missing: "
                    + (place.isOptional ? "use nil instead" : "make the type optional, and use nil instead"))
        }
        if nils == .empty, place.isOptional {
            let written = output[start..<output.count].drop { $0 == UInt8(ascii: "&") }
            let name = scalarName(at: place)
            guard written.starts(with: name) else { return }
            if ["=", "%5B%5D="].contains(where: { written.dropFirst(name.count).elementsEqual($0.utf8) }) {
                throw place.emptyText
            }
        }
    }

    /// Returns whether a missing collection is decoded as an empty collection, as for a property that is not optional.
    private func isReadAsEmpty(_ type: Any.Type, at place: KeyValuePlace) -> Bool {
        place.path.isProperty && !place.isOptional && type is any EmptyIfMissing.Type
    }

    /// Checks an enum case, whose values are in a container with the name of the case.
    func check(
        _ member: Outline.Member, ofCaseWith values: Outline, isWritten: Bool, at place: KeyValuePlace
    ) throws {
        if !isWritten, isReadBack || !values.hasNull {
            throw place.issue(KeyValueEncodingIssue.noRawValue)
        }
        guard isReadBack else { return }
        let property = coding.keys.propertyName(of: coding.keys.wireName(of: member.name))
        if property != member.name {
            throw place.issue(
                "is an enum case whose name the KeyStyle would decode as `\(property)`: give the case a coding key",
                of: member)
        }
    }
}

extension KeyValuePlace {
    fileprivate var emptyText: KeyValueEncodingIssue {
        issue("is written as an empty string, which would be read as nil: use a different NilStyle")
    }

    /// Returns the error for an array that has no name.
    func unnamedArray(isReadBack: Bool) -> KeyValueEncodingIssue {
        issue(
            isReadBack
                ? "is an array without a name: give the array a name, as in .form([\"name\": values])"
                : "is an array without a name: give the array a name, as in adding(query: \"name\", values)")
    }
}
