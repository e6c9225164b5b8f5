import Foundation
public import Requests
public import RequestsEndpoints
import RequestsInspection

extension RequestProviding {
    /// Looks for problems in the endpoints that the API declares: one line in a test.
    ///
    /// ```swift
    /// @Test func `the API fits together`() throws { try TodosAPI.live.check() }
    /// ```
    ///
    /// The check finds:
    /// - malformed templates, and methods, paths and fields that can't be sent,
    /// - placeholders without a property, and path properties without a placeholder,
    /// - inputs and outputs with two bodies,
    /// - names that conflict with each other, even in nested types, or with the fields or query items of all requests,
    /// - wrappers that only a response or only an input supports,
    /// - values that can't be written as a single string in the path, a field or a cookie,
    /// - an output for a status that forbids content,
    /// - identical or ambiguous routes.
    ///
    /// Nothing is sent.
    ///
    /// It checks the stored endpoints: those declared with ``/RequestsEndpoints/GET`` and similar wrappers, as a `let`,
    /// or in a stored struct. It decodes the endpoints' inputs from made-up values. An input that accepts no made-up
    /// value is also a problem, unless its endpoint has an example: see
    /// ``/RequestsEndpoints/Endpoint/example(_:input:)``. It also makes the examples' requests. To check other
    /// endpoints, pass them:
    ///
    /// ```swift
    /// try api.check(\.add, \.computed)
    /// ```
    ///
    /// A client may declare two endpoints with the same path and different outputs, as some APIs require. A server can't
    /// distinguish such endpoints, so declare that your code only calls the API:
    ///
    /// ```swift
    /// try GitHub.live.check(isServed: false)
    /// ```
    ///
    /// - Parameters:
    ///   - endpoints: The endpoints to check, stored or not; by default, all stored endpoints.
    ///   - isServed: Whether the API is also served, so that identical or ambiguous routes are problems. The default is `true`.
    /// - Returns: The names of the checked endpoints.
    /// - Throws: ``EndpointProblems``, each identifying its endpoint and property.
    @discardableResult
    public func check<each Input, each Output>(
        _ endpoints: repeat KeyPath<Self, Endpoint<each Input, each Output>>, isServed: Bool = true
    ) throws(EndpointProblems) -> [String] {
        let declared = DeclaredEndpoint.all(in: self)
        var named: [DeclaredEndpoint] = []
        for endpoint in repeat self[keyPath: each endpoints] {
            let stored = declared.first { $0.endpoint.isSame(as: endpoint) }
            named.append(DeclaredEndpoint(name: stored?.name ?? "", endpoint: endpoint))
        }
        let checked = named.isEmpty ? declared : named
        var problems = checked.flatMap(problems)
        if isServed { problems += RouteClash.problems(of: checked) }
        if checked.isEmpty { problems.append(EndpointProblems.noEndpoint(of: Self.self)) }
        try EndpointProblems.report(problems)
        return checked.map { $0.name.isEmpty ? $0.endpoint.route : $0.name }
    }

    private func problems(in declared: DeclaredEndpoint) -> [String] {
        let endpoint = declared.endpoint
        let parts = request(to: "", using: endpoint.method).parts
        let api = CheckedAPI(
            coding: coding, endpoint: endpoint, baseURL: baseURL, header: parts.header, query: parts.target.items,
            options: parts.options)
        return EndpointCheckup.problems(of: declared, api: api) { try endpoint.resolve(example: $0, of: self) }
    }
}

extension DescribedEndpoint {
    /// Returns whether another endpoint has the same route, input type and output type.
    fileprivate func isSame(as other: any DescribedEndpoint) -> Bool {
        route == other.route && resultType == other.resultType
            && inputType.map(ObjectIdentifier.init) == other.inputType.map(ObjectIdentifier.init)
    }
}
