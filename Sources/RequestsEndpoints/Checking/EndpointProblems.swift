public import Foundation
public import Requests

/// The problems that `check()` finds in the endpoints of an API.
public struct EndpointProblems: LocalizedError, Hashable, CustomStringConvertible {
    /// All problems that were found, in the order of the endpoints.
    public let problems: [EndpointProblem]

    /// The names of the endpoints whose inputs could not be checked: each is also a problem, until it has a sample.
    public let unseen: [String]

    /// A line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }

    /// The same text.
    public var errorDescription: String? { description }
}

/// A problem of an endpoint.
public struct EndpointProblem: Hashable, Sendable, CustomStringConvertible {
    /// The name of the endpoint in its API, or the type of the request; empty for an endpoint that is not stored.
    public let endpoint: String

    /// The method and the path: `GET /lists/{list}/todos`.
    public let route: String

    /// The property of the input or the output that has the problem, if there is one.
    public let property: String?

    /// A description of the problem.
    public let message: String

    /// One line: the name of the endpoint in backticks, its method and path in parentheses, and the problem.
    public var description: String {
        endpoint.isEmpty ? "\(route): \(message)" : "`\(endpoint)` (\(route)): \(message)"
    }

    /// Returns the problem that there is nothing to check.
    static func noEndpoint(of api: Any.Type) -> EndpointProblem {
        let message = "the API stores no endpoint: declare them by @GET and its kin, or as a `let`"
        return EndpointProblem(endpoint: "\(api)", route: "no route", property: nil, message: message)
    }
}

/// The result of a check that found no problem.
public struct EndpointCheck: Hashable, Sendable {
    /// The names of the endpoints, in the order of their declaration.
    public let endpoints: [String]
}

/// Inputs for endpoints that a check can't inspect without them.
///
/// ```swift
/// try api.check { $0.sample(\.search, Search(order: .newest)) }
/// ```
public struct EndpointSamples<API: RequestProviding> {
    let api: API
    private(set) var samples: [EndpointSample<API>] = []

    init(api: API) { self.api = api }

    /// Adds the input of an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint; a computed endpoint is checked along with the stored ones.
    ///   - sample: An input, preferably without `nil` optionals. Its request is made, but not sent.
    public mutating func sample<Input: Codable, Output>(
        _ endpoint: KeyPath<API, Endpoint<Input, Output>>, _ sample: Input
    ) {
        let declared = api[keyPath: endpoint]
        samples.append(
            EndpointSample(
                endpoint: declared,
                shape: declared.shape(of: sample, coding: api.coding),
                resolve: { api in _ = try api.request(endpoint, sample).resolve() }))
    }
}

/// An input for an endpoint that can't be inspected without it.
struct EndpointSample<API> {
    let endpoint: any DescribedEndpoint
    let shape: InputShape
    /// Makes the request.
    let resolve: (API) throws -> Void
}
