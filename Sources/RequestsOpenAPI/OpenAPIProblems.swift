public import Foundation
import Requests

/// The problems that prevent making a document, or that an existing document contains.
public struct OpenAPIProblems: LocalizedError, Hashable, Sendable {
    /// The problems, each with its endpoint or JSON pointer.
    public let problems: [OpenAPIProblem]

    /// All problems, one per line.
    public var errorDescription: String? { problems.map(\.description).joined(separator: "\n") }
}

extension OpenAPIProblems: CustomStringConvertible {
    /// All problems, one per line.
    public var description: String { errorDescription ?? "" }
}

/// The reason why an endpoint can't be described, a problem in a document that was read, or a part that is missing.
public struct OpenAPIProblem: Hashable, Sendable, CustomStringConvertible {
    /// The name of the endpoint's property; empty if the problem concerns the whole API, or is a note of a document.
    public let endpoint: String

    /// The type and the property, such as `Todo.list`, or for a note the JSON pointer (RFC 6901), such as
    /// `/paths/~1items/get`; `nil` if there is neither.
    public let place: String?

    /// The reason.
    public let message: String

    /// The endpoint, the type or pointer, and the reason.
    public var description: String {
        let name = endpoint.isEmpty ? "" : "`\(endpoint)`: "
        return (name + (place.map { "`\($0)` " } ?? "") + message).withoutControls
    }
}
