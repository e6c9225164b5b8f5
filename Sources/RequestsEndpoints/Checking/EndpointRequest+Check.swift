import Foundation
import Requests

extension EndpointRequest {
    /// Looks for problems in the declaration of the request: one line in a test.
    ///
    /// ```swift
    /// @Test func `the request fits together`() throws { try AddTodo.check() }
    /// ```
    ///
    /// It finds the same problems as `check()` of an API. A type that can't be decoded from made-up values is also a problem,
    /// unless its declaration has an example: see ``Endpoint/example(_:input:)``.
    ///
    /// - Throws: ``EndpointProblems``.
    public static func check() throws(EndpointProblems) {
        let endpoint = declaration
        let request = InputProbe().value(Self.self) ?? endpoint.examples.lazy.compactMap { $0.input as? Self }.first
        var checkup = EndpointCheckup(
            endpoint,
            api: CheckedAPI(
                coding: request?.coding ?? .standard, endpoint: endpoint, baseURL: request?.baseURL, header: [],
                query: [], options: request?.options ?? RequestOptions()))
        checkup.checkAll { example in _ = try (example as? Self)?.resolve() }
        guard !checkup.findings.isEmpty else { return }
        let problems = checkup.findings.map { finding in
            EndpointProblem(
                endpoint: "\(Self.self)", route: endpoint.route, property: finding.property, message: finding.message)
        }
        throw EndpointProblems(problems: problems)
    }
}
