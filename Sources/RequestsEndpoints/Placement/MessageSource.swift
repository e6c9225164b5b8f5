import Requests

/// A message from which declared values are read: a request or a response.
protocol MessageSource: AnyObject {
    /// The rules for properties without a wrapper.
    var scheme: PlacementScheme { get }

    /// The coding of the API.
    var coding: Coding { get }

    /// The types whose properties are checked while they are decoded.
    var checkedTypes: (any CheckedTypes)? { get }

    /// The error of listing keys, stored until it can be thrown, because `allKeys` can't throw.
    var names: AllKeysErrors { get }

    /// The values of the path's placeholders.
    var pathTexts: PathTexts { get }

    /// The reason why the body can't be read; `nil` if it can be read, or if there is no body.
    var unreadableBody: (any Error)? { get }

    /// Returns the place of a wrapped property; `nil` if the message has no such place.
    func place(of wrapper: any PlacedProperty.Type) -> MessagePlace?

    /// Returns the text of a value outside the body; `nil` if the value is missing.
    func text(of place: MessagePlace, _ key: any CodingKey) -> TextParameter?

    /// Returns the cookie for a property of type ``WebCookie``, or all cookies for an array; `nil` if there is no
    /// cookie, or for other types.
    func cookies(as type: Any.Type, _ key: any CodingKey) -> Any?

    /// Returns the decoder of the query.
    func query() throws -> KeyValueDecoder

    /// Returns the scalar with a name in the query; `nil` if the query lacks the name.
    func queryValue(named name: String) throws -> KeyValueSource?

    /// Reads the whole body as one value.
    func body<Value: Decodable>(_ type: Value.Type, _ body: (any Decoder)?, _ key: any CodingKey) throws -> Value

    /// Reads the body of a failed response.
    func failureBody<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value

    /// Returns the value of a requirement that was not sent, such as the base URL.
    func value(of requirement: RequestRequirement) -> Any?

    /// Reads a group that may be missing; `nil` if a part of the group is missing.
    func present<Value>(_ read: () throws -> Value) throws -> Value?

    /// Notes that a property of the body is missing.
    func noteMissing()

    /// Notes that a part is missing, and returns the error.
    func missing(_ place: MessagePlace, _ key: any CodingKey) -> any Error

    /// Notes that the whole body is missing, and returns the error.
    func missingBody() -> any Error

    /// Returns the error for an unreadable part.
    ///
    /// - Parameters:
    ///   - error: The error of the decoder.
    ///   - place: The place of the part.
    ///   - key: The property; `nil` if the error concerns the whole place.
    ///   - type: The type of the property, if it is known.
    ///   - decoder: A function that returns the decoder of the part, to locate the error.
    /// - Returns: The error to throw.
    func problem(
        _ error: any Error, at place: MessagePlace, _ key: (any CodingKey)?, _ type: Any.Type?,
        in decoder: () throws -> (any Decoder)?
    ) -> any Error
}
