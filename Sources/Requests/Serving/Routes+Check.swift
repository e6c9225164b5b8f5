extension Routes {
    /// Looks for declared endpoints that have no handler, or that are never reached: one line in a test.
    ///
    /// ```swift
    /// @Test func `every endpoint is served`() throws { try Routes.live.check() }
    /// ```
    ///
    /// The endpoints are those that `check()` of an API finds: the API stores them, itself or in structs.
    ///
    /// Two endpoints with the same method and path, or with ambiguous paths, are found here, too, however the API was checked.
    ///
    /// - Throws: ``EndpointProblems``, each with its endpoint.
    public func check() throws(EndpointProblems) {
        let declared = DeclaredEndpoint.all(in: api)
        let served = Set(endpoints)
        var problems = declared.filter { !served.contains($0.endpoint.route) }.map { missing in
            EndpointProblem(
                endpoint: missing.name, route: missing.endpoint.route, property: nil, message: "it has no handler")
        }
        problems += RouteClash.all(in: declared).map { endpoint, message in
            EndpointProblem(endpoint: endpoint.name, route: endpoint.endpoint.route, property: nil, message: message)
        }
        if declared.isEmpty { problems = [.noEndpoint(of: API.self)] }
        if !problems.isEmpty { throw EndpointProblems(problems: problems, unseen: []) }
    }
}
