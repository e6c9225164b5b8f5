import Requests

/// The documentation of an endpoint.
package struct EndpointDocumentation: Sendable {
    package var summary = ""
    package var description = ""
    package var tags: [String] = []
    package var isDeprecated = false
    package var operationID: String?
    /// The OAuth 2.0 scopes of requests.
    package var scopes: [String] = []
    package var examples: [EndpointExample] = []
}

/// An example of an endpoint's input and output.
package struct EndpointExample: Sendable {
    package let name: String
    package let input: (any Encodable & Sendable)?
    package let output: (any Encodable & Sendable)?
}
