public import Foundation

extension ResponseDecoder where Resource: Decodable {
    /// Decodes JSON, and sends `Accept: application/json`.
    ///
    /// An empty body, or a body of white space, is decoded as `nil` for an optional type. For other types, decoding
    /// throws ``RequestErrorCode/emptyBody``.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: A custom decoder; don't change it afterwards. By default, the API's ``Coding`` provides the
    ///     decoder.
    /// - Returns: The decoder.
    @inlinable
    public static func json(_ type: Resource.Type = Resource.self, decoder: JSONDecoder? = nil) -> Self {
        // Without a custom decoder, the function captures nothing and costs nothing.
        guard let decoder else {
            return ResponseDecoder(accept: .json) { head, data, coding in
                try JSONResponse.value(Resource.self, from: data, of: head, decoder: nil, coding: coding)
            }
        }
        return ResponseDecoder(accept: .json) { head, data, coding in
            try JSONResponse.value(Resource.self, from: data, of: head, decoder: decoder, coding: coding)
        }
    }
}

extension ResponseDecoder {
    /// Decodes JSON, and makes the resource from the decoded value.
    ///
    /// ```swift
    /// api.get(.json(Envelope.self, as: \.data), from: "/users")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: A custom decoder; don't change it afterwards. By default, the API's ``Coding`` provides the
    ///     decoder.
    ///   - transform: Makes the resource. An error that it throws becomes the underlying error of
    ///     ``RequestErrorCode/validationFailed``, or of ``RequestErrorCode/decodingFailed`` for a `DecodingError`.
    /// - Returns: The decoder.
    public static func json<Value: Decodable & SendableMetatype>(
        _ type: Value.Type,
        decoder: JSONDecoder? = nil,
        as transform: @escaping @Sendable (Value) throws -> Resource
    ) -> Self {
        ResponseDecoder(accept: .json) { head, data, coding in
            let value = try JSONResponse.value(type, from: data, of: head, decoder: decoder, coding: coding)
            return try resource(from: value, by: transform)
        }
    }
}

/// Decoding of JSON from the body of a response.
@usableFromInline
enum JSONResponse {
    @usableFromInline
    static func value<Value: Decodable>(
        _ type: Value.Type, from data: Data, of head: ResponseHead, decoder: JSONDecoder?, coding: Coding
    ) throws -> Value {
        try OptionalBody.value(type, from: data, in: .json) { data in
            try FormattedBody.checked(.json, head, data, type) {
                if coding.envelope.wraps(.json) {
                    return try coding.envelope.content(type, from: data, decoder: decoder, coding: coding)
                }
                return try decoder?.value(type, from: data, by: DecodingRules.ifTracing)
                    ?? coding.value(type, fromJSON: data)
            }
        }
    }
}
