public import Foundation
import Requests
import RequestsEndpoints
import RequestsInspection

/// The problems that `check()` finds in an API's endpoints.
public struct EndpointProblems: LocalizedError, Hashable, CustomStringConvertible {
    /// A text for each problem, in the order of the endpoints.
    let problems: [String]

    /// One line per problem: the endpoint's name in backticks, its method and path in parentheses, and the problem.
    public var description: String { problems.joined(separator: "\n") }

    /// The same text as the description.
    public var errorDescription: String? { description }

    /// Throws the problems if there are any.
    static func report(_ problems: [String]) throws(EndpointProblems) {
        if !problems.isEmpty { throw EndpointProblems(problems: problems) }
    }

    /// Returns the problem of an API without endpoints.
    static func noEndpoint(of api: Any.Type) -> String {
        "`\(api)` (no route): the API has no stored endpoints: declare endpoints with @GET and similar wrappers, "
            + "or with `let`"
    }
}

extension DeclaredEndpoint {
    /// The name and the route, or only the route of an endpoint that isn't stored.
    var title: String { name.isEmpty ? endpoint.route : "`\(name)` (\(endpoint.route))" }
}
