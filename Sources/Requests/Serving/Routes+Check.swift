extension Routes {
    /// Looks for declared endpoints that have no handler: one line in a test.
    ///
    /// ```swift
    /// @Test func `every endpoint is served`() throws { try Routes.live.check() }
    /// ```
    ///
    /// The endpoints are those that `check()` of an API finds: the API stores them, itself or in structs.
    ///
    /// - Throws: ``EndpointProblems``, each with its endpoint.
    public func check() throws(EndpointProblems) {
        let declared = DeclaredEndpoint.all(in: api)
        let served = Set(endpoints)
        var problems = declared.filter { !served.contains($0.endpoint.route) }.map { missing in
            EndpointProblem(
                endpoint: missing.name, route: missing.endpoint.route, property: nil, message: "it has no handler")
        }
        if declared.isEmpty { problems = [.noEndpoint(of: API.self)] }
        if !problems.isEmpty { throw EndpointProblems(problems: problems, unseen: []) }
    }
}
