import Foundation
public import Requests

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
    /// - two bodies,
    /// - names that clash, with each other or with something that all requests have, also in nested types,
    /// - wrappers that only a response or only an input can have,
    /// - values without a single text in a place that needs one,
    /// - an output for a status that has no content,
    /// - routes that are the same, or ambiguous.
    ///
    /// Nothing is sent.
    ///
    /// It checks the stored endpoints: declared by ``GET`` and similar wrappers, as a `let`, or in a stored struct. It decodes
    /// their inputs from made-up values. An input that accepts none of these is also a problem, until its endpoint has an
    /// example: see ``Endpoint/example(_:input:)``. The requests of examples are made, too. To check other endpoints, name them:
    ///
    /// ```swift
    /// try api.check(\.add, \.computed)
    /// ```
    ///
    /// A client may declare two endpoints with one path and different outputs, as some APIs have them. A server can't tell these
    /// endpoints apart, so say that the API is only called:
    ///
    /// ```swift
    /// try GitHub.live.check(isServed: false)
    /// ```
    ///
    /// - Parameters:
    ///   - endpoints: The endpoints to check, stored or not. By default, they are all stored endpoints.
    ///   - isServed: Whether the API is also served, so that identical or ambiguous routes are a problem. The default is `true`.
    /// - Returns: The names of the endpoints that were checked.
    /// - Throws: ``EndpointProblems``, each with its endpoint and property.
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
        if isServed { problems += EndpointProblem.clashes(of: checked) }
        if checked.isEmpty { problems.append(.noEndpoint(of: Self.self)) }
        if !problems.isEmpty { throw EndpointProblems(problems: problems) }
        return checked.map { $0.name.isEmpty ? $0.endpoint.route : $0.name }
    }

    private func problems(in declared: DeclaredEndpoint) -> [EndpointProblem] {
        let endpoint = declared.endpoint
        var checkup = EndpointCheckup(endpoint, api: checkedAPI(endpoint))
        checkup.checkAll { try endpoint.resolve(example: $0, of: self) }
        return checkup.findings.map { finding in
            EndpointProblem(
                endpoint: declared.name, route: endpoint.route, property: finding.property, message: finding.message)
        }
    }

    /// Returns the parts that all requests of an endpoint share.
    private func checkedAPI(_ endpoint: any DescribedEndpoint) -> CheckedAPI {
        let parts = request(to: "", using: endpoint.method).parts
        return CheckedAPI(
            coding: coding, endpoint: endpoint, baseURL: baseURL, header: parts.header, query: parts.target.items,
            options: parts.options)
    }
}
