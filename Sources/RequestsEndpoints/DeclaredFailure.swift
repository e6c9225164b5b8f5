import Requests

/// A failed response that an endpoint declares.
package struct DeclaredFailure: Sendable {
    package let status: HTTPStatus
    /// The type of the body; `nil` if the API's failure type is used.
    package let body: (any (Codable & Error).Type)?
}
