public import Foundation

/// The problems that prevent a document.
public struct OpenAPIProblems: LocalizedError, Hashable, Sendable {
    /// The reasons, each with its endpoint.
    public let problems: [OpenAPIProblem]

    /// All reasons, a line each.
    public var errorDescription: String? { problems.map(\.description).joined(separator: "\n") }
}

extension OpenAPIProblems: CustomStringConvertible {
    /// All reasons, a line each.
    public var description: String { errorDescription ?? "" }
}

/// The reason why an endpoint can't be described.
public struct OpenAPIProblem: Hashable, Sendable, CustomStringConvertible {
    /// The name of the endpoint's property; empty if the problem is one of the whole API.
    public let endpoint: String

    /// The type and the property, such as `Todo.list`; `nil` if the problem isn't about a type.
    public let place: String?

    /// The reason.
    public let message: String

    /// The endpoint, the place and the reason.
    public var description: String {
        let name = endpoint.isEmpty ? "" : "`\(endpoint)`: "
        return name + (place.map { "`\($0)` " } ?? "") + message
    }
}
