public import Foundation

extension BodyProvider {
    /// A value as JSON, with the media type `application/json`.
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
    ///   - encoder: An encoder of your own, which is not changed afterwards. By default the API's ``Coding`` decides, whose
    ///     encoder sorts its keys.
    /// - Returns: What makes the body. A value that can't be encoded is ``RequestErrorCode/bodyEncodingFailed`` when the
    ///   request is resolved.
    public static func json(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> BodyProvider {
        BodyProvider { header, coding in
            header.append(.contentType(.json))
            return .data(try encoder?.encode(value) ?? coding.jsonData(from: value))
        }
    }
}
