import Foundation

extension EndpointRequest {
    /// Looks for what is wrong with the declaration of the request: one line in a test.
    ///
    /// ```swift
    /// @Test func `the request fits together`() throws { try AddTodo.check() }
    /// ```
    ///
    /// What is found is what `check()` of an API finds of an endpoint. A type that does not decode from values that are
    /// made up is a problem, too: ``check(sample:)`` does without them.
    ///
    /// - Throws: ``EndpointProblems``.
    public static func check() throws(EndpointProblems) {
        try check(InputProbe().value(Self.self), isSample: false)
    }

    /// Looks for what is wrong with the declaration of the request, whose properties a sample shows.
    ///
    /// - Parameter sample: A request, whose optionals are best not `nil`. It is not sent.
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
