/// The properties of a whole value as parts of a multipart form, in the order in which it encodes them.
///
/// ```swift
/// .multipart {
///     Fields(signUp)                  // name=…, email=…, each a part
///     FilePart("avatar", url)
/// }
/// ```
///
/// Names and values are written by the ``Coding`` of the API, as those of a query are. Fields of a header that are added go
/// with each part.
public struct Fields: PartConvertible {
    /// The part that stands for all of them.
    public let part: Part

    /// Makes the parts of a value with named properties, or of a dictionary.
    ///
    /// - Parameter value: The value. What can't be written is an error when the request is resolved
    ///   (``RequestErrorCode/bodyEncodingFailed``).
    public init(_ value: some Encodable & Sendable) {
        part = Part(name: "", .fields(value))
    }
}

extension Fields: CustomStringConvertible, CustomReflectable {
    /// That these are fields; never their content.
    public var description: String { part.description }

    /// What `dump` shows: that these are fields.
    public var customMirror: Mirror { part.customMirror }
}
