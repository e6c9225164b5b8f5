import Foundation
import Requests

extension EndpointRequest {
    /// Looks for problems in the declaration of the request: one line in a test.
    ///
    /// ```swift
    /// @Test func `the request fits together`() throws { try AddTodo.check() }
    /// ```
    ///
    /// It finds the same problems as `check()` of an API. A type that does not decode from made-up values is also a problem. Use
    /// ``check(sample:)`` for such a type.
    ///
    /// - Throws: ``EndpointProblems``.
    public static func check() throws(EndpointProblems) {
        try check(InputProbe().value(Self.self), isSample: false)
    }

    /// Looks for problems in the declaration of the request, with a sample that shows its properties.
    ///
    /// - Parameter sample: A request, preferably without `nil` optionals. It is not sent.
    /// - Throws: ``EndpointProblems``.
    public static func check(sample: Self) throws(EndpointProblems) {
        try check(sample, isSample: true)
    }

    private static func check(_ request: Self?, isSample: Bool) throws(EndpointProblems) {
        let endpoint = declaration
        let coding = request?.coding ?? .standard
        var checkup = EndpointCheckup(
            endpoint,
            api: CheckedAPI(
                coding: coding, endpoint: endpoint, baseURL: request?.baseURL, header: [], query: [],
                options: request?.options ?? RequestOptions()))
        checkup.checkHead()
        var isSeen = true
        if let request, isSample {
            checkup.checkInput(endpoint.shape(of: request, coding: coding))
            checkup.resolve { _ = try request.resolve() }
        } else {
            isSeen = checkup.checkProbedInput()
        }
        if let output = endpoint.outputType { checkup.checkOutput(output) }
        guard !checkup.findings.isEmpty else { return }
        let problems = checkup.findings.map { finding in
            EndpointProblem(
                endpoint: "\(Self.self)", route: endpoint.route, property: finding.property, message: finding.message)
        }
        throw EndpointProblems(problems: problems, unseen: isSeen ? [] : ["\(Self.self)"])
    }
}
