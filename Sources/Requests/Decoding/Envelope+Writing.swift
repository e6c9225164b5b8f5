import Foundation

extension Envelope {
    /// Returns a value with the envelope around it, which its format can encode.
    ///
    /// - Parameter value: The content, which must not be an optional; `nil` if there is none.
    /// - Returns: The value to write.
    /// - Throws: An error if the envelope has no value to write beside the content, or if that value, or unnamed content, has
    ///   no properties.
    package func wrapping(_ value: (any Encodable)?) throws(TransportError) -> any Encodable {
        if hasCheck, success == nil {
            throw .unwritable(
                "says how responses are read, and not what a success is written with; "
                    + "give it a value: Envelope(Status.self, writing: Status(…)) { … }")
        }
        if let success, !Self.hasMembers(success) {
            throw .unwritable("is to be written with a \(type(of: success)), which has no properties")
        }
        if let value, contentKey == nil, !Self.hasMembers(value) {
            throw .unwritable(
                "has no name for its content, and a \(type(of: value)) has no properties to stand beside it")
        }
        return EnvelopedValue(success: success, key: contentKey, content: value)
    }

    /// Returns whether a value is encoded as an object, to which other members can be added.
    ///
    /// For a value that throws an error, the result is `true`: its format reports the error.
    private static func hasMembers(_ value: some Encodable) -> Bool { (try? Outline(of: value))?.hasMembers ?? true }
}

/// The content of an envelope, with the properties beside it.
private struct EnvelopedValue: Encodable {
    let success: (any Encodable)?
    let key: WireKey?
    let content: (any Encodable)?

    func encode(to encoder: any Encoder) throws {
        try success?.encode(to: encoder)
        guard let key else {
            try content?.encode(to: encoder)
            return
        }
        var container = encoder.container(keyedBy: WireKey.self)
        if let content { try container.encode(content, forKey: key) } else { try container.encodeNil(forKey: key) }
    }
}

extension TransportError {
    fileprivate static func unwritable(_ problem: String) -> TransportError {
        TransportError(code: .bodyEncodingFailed, message: "the envelope of the API \(problem)")
    }
}
