import Foundation

extension ResponseDecoder where Resource: Decodable {
    /// Decodes a form, and asks for `application/x-www-form-urlencoded`.
    ///
    /// The API's ``Coding`` says how it is read: see ``Coding/value(_:fromForm:)``. An empty body is `nil` for an optional
    /// type, and a form without values for another.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoder.
    public static func form(_ type: Resource.Type = Resource.self) -> Self {
        ResponseDecoder(accept: .form) { _, data, coding in
            try DecodedBody.form(Resource.self, from: data, coding: coding)
        }
    }
}

extension ResponseDecoder {
    /// Decodes a form, and makes the resource from what was decoded.
    ///
    /// ```swift
    /// api.post(.form(grant), to: "/token").receiving(.form(Grant.self, as: \.accessToken))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - transform: Makes the resource. What it throws becomes the underlying error of
    ///     ``RequestErrorCode/decodingFailed``.
    /// - Returns: The decoder.
    public static func form<Value: Decodable & SendableMetatype>(
        _ type: Value.Type, as transform: @escaping @Sendable (Value) throws -> Resource
    ) -> Self {
        ResponseDecoder(accept: .form) { _, data, coding in
            try transform(DecodedBody.form(type, from: data, coding: coding))
        }
    }
}

extension DecodedBody {
    /// Reads a form; one without values is one, too, where the type needs none.
    fileprivate static func form<Value: Decodable>(_ type: Value.Type, from data: Data, coding: Coding) throws -> Value
    {
        if data.isEmpty, let value = try? coding.value(type, fromForm: data) { return value }
        return try value(type, from: data, called: "a form") { try coding.value(type, fromForm: $0) }
    }
}
