public import Foundation

extension BodyProvider {
    /// Makes a body from a value as JSON, with the media type `application/json`.
    ///
    /// ```swift
    /// // POST /issues
    /// // Content-Type: application/json
    /// //
    /// // {"labels":["bug"],"title":"Broken"}
    /// api.post(.json(NewIssue(title: "Broken", labels: ["bug"])), to: "/issues")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: A custom encoder, which must not be changed afterwards. By default, the encoder of the API's ``Coding`` is
    ///     used, which sorts keys.
    /// - Returns: The provider of the body. If the value can't be encoded, resolving the request throws
    ///   ``RequestErrorCode/bodyEncodingFailed``.
    public static func json(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> BodyProvider {
        BodyProvider { header, coding in
            header.append(.contentType(.json))
            return .data(try encoder?.data(from: value) ?? coding.jsonData(from: value))
        }
    }
}
