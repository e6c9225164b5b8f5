public import Foundation

/// What is wrong with the endpoints of an API, as `check()` of an API finds it.
public struct EndpointProblems: LocalizedError, Hashable, CustomStringConvertible {
    /// All that was found, in the order of the endpoints.
    public let problems: [EndpointProblem]

    /// The names of the endpoints whose inputs could not be looked into: each is a problem as well, until it has a sample.
    public let unseen: [String]

    /// A line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }

    /// The same text.
    public var errorDescription: String? { description }
}

/// Something that is wrong with an endpoint.
public struct EndpointProblem: Hashable, Sendable, CustomStringConvertible {
    /// The name of the endpoint in its API, or of the type that a request is; empty for one that is not stored.
    public let endpoint: String

    /// Its method and path: `GET /lists/{list}/todos`.
    public let route: String

    /// The property of the input or the output that it is about, if there is one.
    public let property: String?

    /// What is wrong.
    public let message: String

    /// One line: the name of the endpoint in backticks, its method and path in parentheses, and what is wrong.
    public var description: String {
        endpoint.isEmpty ? "\(route): \(message)" : "`\(endpoint)` (\(route)): \(message)"
    }

    /// That there is nothing to check.
    static func noEndpoint(of api: Any.Type) -> EndpointProblem {
        let message = "the API stores no endpoint: declare them by @GET and its kin, or as a `let`"
        return EndpointProblem(endpoint: "\(api)", route: "no route", property: nil, message: message)
    }
}

/// What a check of an API has looked at.
public struct EndpointCheck: Hashable, Sendable {
    /// The names of the endpoints, in the order of their declaration.
    public let endpoints: [String]
}

/// Inputs that show a check what it can't find out by itself.
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
    ///   - endpoint: The endpoint; one that is computed is checked along with those that are stored.
    ///   - sample: An input, whose optionals are best not `nil`. Its request is made, but not sent.
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

/// An input that shows what can't be found out.
struct EndpointSample<API> {
    let endpoint: any DescribedEndpoint
    let shape: InputShape
    /// Makes the request.
    let resolve: (API) throws -> Void
}
