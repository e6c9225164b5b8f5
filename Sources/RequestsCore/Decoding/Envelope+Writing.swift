import Foundation

extension Envelope {
    /// Wraps a value in the envelope.
    ///
    /// - Parameter value: The content, which must not be an optional; `nil` if there is none.
    /// - Returns: The value to write.
    /// - Throws: An error if the envelope defines no value to write beside the content. Also an error if one of the
    ///   following has no properties: that value, a property around the content, or content without a name.
    package func wrapping(_ value: (any Encodable)?) throws(TransportError) -> any Encodable {
        if hasCheck, success == nil {
            throw .unwritable(
                "defines how responses are read, but not how a success is written: "
                    + "use Envelope(Status.self, writing: Status(…)) { … }")
        }
        if let success, !Self.hasMembers(success) {
            throw .unwritable(
                "needs a `writing:` value with properties, but \(type(of: success)) has no properties")
        }
        if let value, contentPath.isEmpty, !Self.hasMembers(value) {
            throw .unwritable(
                "has no key for the content, so the content must be an object, but \(type(of: value)) has no properties"
            )
        }
        var outer: (any Encodable)? = success
        for name in contentPath.dropLast() {
            outer = try? outer.flatMap { try Outline(of: $0).separating(name).value }
            if let outer, !Self.hasMembers(outer) {
                throw .unwritable(
                    "writes `\(name)` as \(type(of: outer)), but `\(name)` must be an object that can "
                        + "contain the content")
            }
        }
        return EnvelopedValue(beside: success, path: contentPath[...], content: value)
    }

    /// Returns whether a value is encoded as an object, to which other members can be added.
    ///
    /// If encoding the value throws an error, the result is `true`, because the format reports the error later.
    private static func hasMembers(_ value: some Encodable) -> Bool { (try? Outline(of: value))?.hasMembers ?? true }
}

/// The content of an envelope, with the properties beside it.
private struct EnvelopedValue: Encodable {
    let beside: (any Encodable)?
    let path: ArraySlice<String>
    let content: (any Encodable)?

    func encode(to encoder: any Encoder) throws {
        guard let name = path.first else {
            try beside?.encode(to: encoder)
            try content?.encode(to: encoder)
            return
        }
        var inner = content
        if path.count == 1 {
            try beside?.encode(to: encoder)
        } else {
            // The property around the content can also contain other properties.
            let (members, outer) = try beside.map { try Outline(of: $0).separating(name) } ?? ([], nil)
            try encoder.encode(members)
            inner = EnvelopedValue(beside: outer, path: path.dropFirst(), content: content)
        }
        var container = encoder.container(keyedBy: WireKey.self)
        let key = WireKey(name)
        if let inner { try container.encode(inner, forKey: key) } else { try container.encodeNil(forKey: key) }
    }
}

extension Outline {
    /// Returns the value of a member, and all other members.
    fileprivate func separating(_ name: String) -> (members: [Member], value: (any Encodable)?) {
        let value: (any Encodable)? =
            switch members.last(where: { $0.name == name })?.content {
            case .outline(let outline)?: NestedOutline(outline: outline)
            case let content: content?.value
            }
        return (members.filter { $0.name != name }, value)
    }
}

/// An object that a value's own code wrote.
private struct NestedOutline: Encodable {
    let outline: Outline

    func encode(to encoder: any Encoder) throws { try encoder.encode(outline) }
}

extension TransportError {
    fileprivate static func unwritable(_ problem: String) -> TransportError {
        TransportError(code: .bodyEncodingFailed, message: "the API's envelope \(problem)")
    }
}
