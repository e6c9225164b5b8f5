/// The properties of a whole value as parts of a multipart form, in the order in which it encodes them.
///
/// ```swift
/// .multipart {
///     Fields(signUp)                  // name=…, email=…, each a part
///     FilePart("avatar", url)
/// }
/// ```
///
/// The API's ``Coding`` writes the names and values, as in a query. Header fields that you add are added to each part.
public struct Fields: PartConvertible {
    /// The part that represents all the fields.
    public let part: Part

    /// Makes the parts of a value with named properties, or of a dictionary.
    ///
    /// - Parameter value: The value. A value that can't be written is an error when the request is resolved
    ///   (``RequestErrorCode/bodyEncodingFailed``).
    public init(_ value: some Encodable & Sendable) {
        part = Part(name: "", .fields(value))
    }
}

extension Fields: SafelyDescribed {
    /// A text that says that these are fields, without their content.
    public var description: String { part.description }
}
