public import Foundation
import Requests

/// The problems that prevent a document, or that a document has.
public struct OpenAPIProblems: LocalizedError, Hashable, Sendable {
    /// The reasons, each with its endpoint or its JSON pointer.
    public let problems: [OpenAPIProblem]

    /// All reasons, a line each.
    public var errorDescription: String? { problems.map(\.description).joined(separator: "\n") }
}

extension OpenAPIProblems: CustomStringConvertible {
    /// All reasons, a line each.
    public var description: String { errorDescription ?? "" }
}

/// The reason why an endpoint can't be described, or a problem of a document that was read.
public struct OpenAPIProblem: Hashable, Sendable, CustomStringConvertible {
    /// The name of the endpoint's property; empty if the problem is one of the whole API, or of a document that was read.
    public let endpoint: String

    /// The type and the property, such as `Todo.list`; the JSON pointer (RFC 6901) in a document that was read, such as
    /// `/paths/~1items/get`; `nil` for neither.
    public let place: String?

    /// The reason.
    public let message: String

    /// The endpoint, the place and the reason.
    public var description: String {
        let name = endpoint.isEmpty ? "" : "`\(endpoint)`: "
        return (name + (place.map { "`\($0)` " } ?? "") + message).withoutControls
    }
}
