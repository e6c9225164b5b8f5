import Requests

/// The documentation of a declaration.
package struct EndpointDocumentation: Sendable {
    package var summary = ""
    package var description = ""
    package var tags: [String] = []
    package var isDeprecated = false
    package var operationID: String?
    package var examples: [EndpointExample] = []
}

/// An input and an output of an endpoint, as an example.
package struct EndpointExample: Sendable {
    package let name: String
    package let input: (any Encodable & Sendable)?
    package let output: (any Encodable & Sendable)?
}
