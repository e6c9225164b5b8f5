import Foundation
public import Requests

extension ResponseDecoder where Resource: Decodable {
    /// Decodes a response as a type whose properties declare fields, cookies, the status and the body.
    ///
    /// ```swift
    /// struct Page: Decodable {
    ///     @HeaderValue var rateLimitRemaining: Int?      // Rate-Limit-Remaining
    ///     @ResponseStatus var status: HTTPStatus
    ///     @ErrorBody var problem: ProblemDetails?             // if the status is 400 or more
    ///     @BodyValue var users: [User]?                  // the whole body of a success
    /// }
    ///
    /// let page = try await session.perform(api.get(.declared(Page.self), from: "/users"))
    /// ```
    ///
    /// Properties without a wrapper are properties of the JSON object in the body, inside the API's
    /// ``/Requests/Envelope``. To decode failed responses as well, declare a property as optional if only a successful
    /// body contains it.
    ///
    /// A failed response throws an ordinary error, ``/Requests/RequestErrorCode/unacceptableStatus``, if the type
    /// declares neither a ``ResponseStatus`` nor an ``ErrorBody``, or if a required property is missing. So also
    /// declare a field or cookie as optional if failed responses may lack it.
    ///
    /// - Parameters:
    ///   - type: The type of the response.
    ///   - format: The format of the body, including a failure's; JSON by default.
    /// - Returns: The decoder, which requests the media type of the format.
    public static func declared(_ type: Resource.Type = Resource.self, body format: BodyFormat = .json) -> Self {
        if Resource.self is any StatusAlternatives.Type { return .alternatives(body: format) }
        let plain = PlainValues()
        return ResponseDecoder(
            accept: format.mediaType, extras: DecoderExtras(alternatives: [], acceptableStatus: .any)
        ) { head, data, coding in
            // The JSON decoder alone doesn't open envelopes.
            if format.isCodedAsJSON, head.status.isSuccess, !data.isEmpty, !coding.envelope.wraps(format),
                let attempt = plain.attempt()
            {
                do {
                    let value = try coding.value(Resource.self, fromJSON: data)
                    if attempt.isPlain { return value }
                } catch {
                    // The slower decoding below, which looks for wrappers, throws a more precise error.
                }
            }
            let source = ResponseSource(head, data, coding, format)
            let value = try DeclaredResponse.value(Resource.self, of: source)
            plain.note(!source.hasWrappers)
            return value
        }
    }
}

/// Decodes a declared response type from a received response.
enum DeclaredResponse {
    static func value<Value: Decodable>(_ type: Value.Type, of source: ResponseSource) throws -> Value {
        let value: Value
        do {
            value = try decoded(type, from: source)
        } catch  where !source.head.status.isSuccess {
            // If the type represents only successful responses, the decoding error doesn't explain the failure.
            throw UndeclaredFailure(cause: source.lacksSuccess && !source.hasPlace ? nil : error)
        }
        if !source.hasPlace { throw UndeclaredFailure() }
        return value
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, from source: ResponseSource) throws -> Value {
        guard !source.format.isEmpty(source.data) else {
            // An empty form is also valid.
            if source.format.hasEmptyBodies, let value = try? source.read(type, { try read(type, source, $0) }) {
                return value
            }
            return try read(type, source, nil)
        }
        do {
            return try source.read(type) { body in
                source.begin()
                return try read(type, source, body)
            }
        } catch  where !source.isBeingRead && !source.isChecked {
            // A body in a different format is an error only if a property requires the body.
            source.bodyError = error
            return try source.names.checked { try Value(from: PlacementDecoder(source: source, body: nil)) }
        }
    }

    /// Decodes a value; an optional is `nil` if a success has no body, or if its envelope has no content.
    private static func read<Value: Decodable>(
        _ type: Value.Type, _ source: ResponseSource, _ body: (any Decoder)?
    ) throws -> Value {
        if body == nil, !source.isFailure, let type = type as? any OptionalType.Type,
            let empty = type.absent as? Value
        {
            return empty
        }
        // Decode with the container, not with the type's initializer: the container applies the styles of dates and
        // data, and leaves the keys of a dictionary unchanged.
        if let body, !source.isFailure, PlacementScheme.isScalar(type) || PlacementScheme.response.holdsWhole(type) {
            return try body.singleValueContainer().decode(type)
        }
        let decoder = PlacementDecoder(source: source, body: source.isFailure ? nil : body)
        return try source.names.checked { try Value(from: decoder) }
    }
}
