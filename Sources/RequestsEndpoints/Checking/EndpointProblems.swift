public import Foundation
import Requests

/// The problems that `check()` finds in an API's endpoints.
public struct EndpointProblems: LocalizedError, Hashable, CustomStringConvertible {
    /// All problems, in the order of the endpoints.
    package let problems: [EndpointProblem]

    /// One line per problem: the endpoint's name in backticks, its method and path in parentheses, and the problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }

    /// The same text as the description.
    public var errorDescription: String? { description }
}

/// A problem of an endpoint.
package struct EndpointProblem: Hashable, Sendable, CustomStringConvertible {
    /// The endpoint's name in its API, or the type of the request; empty for an endpoint that is not stored.
    package let endpoint: String

    /// The method and the path: `GET /lists/{list}/todos`.
    package let route: String

    /// The property of the input or output that causes the problem, if one does.
    package let property: String?

    /// A description of the problem.
    package let message: String

    package var description: String {
        endpoint.isEmpty ? "\(route): \(message)" : "`\(endpoint)` (\(route)): \(message)"
    }

    /// Returns the problem of an API without endpoints.
    static func noEndpoint(of api: Any.Type) -> EndpointProblem {
        let message = "the API stores no endpoint: declare them by @GET and its kin, or as a `let`"
        return EndpointProblem(endpoint: "\(api)", route: "no route", property: nil, message: message)
    }

    /// Returns the problems of routes that a server can't distinguish from earlier ones.
    static func clashes(of endpoints: [DeclaredEndpoint]) -> [EndpointProblem] {
        RouteClash.all(in: endpoints).map { endpoint, message in
            EndpointProblem(endpoint: endpoint.name, route: endpoint.endpoint.route, property: nil, message: message)
        }
    }
}
