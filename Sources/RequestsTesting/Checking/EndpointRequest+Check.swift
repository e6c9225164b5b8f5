import Foundation
import Requests
public import RequestsEndpoints
import RequestsInspection

extension EndpointRequest {
    /// Looks for problems in the declaration of the request: one line in a test.
    ///
    /// ```swift
    /// @Test func `the request fits together`() throws { try AddTodo.check() }
    /// ```
    ///
    /// It finds the same problems as an API's `check()`. A type that can't be decoded from made-up values is also a
    /// problem, unless its declaration has an example: see ``/RequestsEndpoints/Endpoint/example(_:input:)``.
    ///
    /// - Throws: ``EndpointProblems``.
    public static func check() throws(EndpointProblems) {
        let declared = DeclaredEndpoint(name: "\(Self.self)", endpoint: declaration)
        let examples = declared.endpoint.documentation.examples
        let request = InputProbe().value(Self.self) ?? examples.lazy.compactMap { $0.input as? Self }.first
        let api = CheckedAPI(
            coding: request?.coding ?? .standard, endpoint: declared.endpoint, baseURL: request?.baseURL, header: [],
            query: [], options: request?.options ?? RequestOptions())
        try EndpointProblems.report(
            EndpointCheckup.problems(of: declared, api: api) { example in _ = try (example as? Self)?.resolve() })
    }
}
