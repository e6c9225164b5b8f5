public import Requests
public import RequestsEndpoints
import RequestsInspection

extension Routes {
    /// Looks for declared endpoints that have no handler or are never reached.
    ///
    /// One line in a test is enough.
    ///
    /// ```swift
    /// @Test func `every endpoint is served`() throws { try Routes.live.check() }
    /// ```
    ///
    /// Like the API's `check()`, it checks the endpoints that the API stores directly or in structs.
    ///
    /// If nothing authenticates requests, it also finds endpoints that require credentials. It also finds endpoints
    /// with identical or ambiguous routes, even if the API's check ignored such routes.
    ///
    /// - Parameter methods: The methods that the server supports, if the framework's parser rejects all other methods.
    ///   A route with any other method is a problem. By default, every method is supported.
    /// - Throws: ``EndpointProblems``, each identifying its endpoint.
    public func check(methods: Set<HTTPMethod>? = nil) throws(EndpointProblems) {
        let declared = DeclaredEndpoint.all(in: api)
        let served = Set(endpoints)
        var problems = declared.filter { !served.contains($0.endpoint.route) }.map {
            "\($0.title): the endpoint has no handler"
        }
        problems += RouteClash.problems(of: declared)
        problems += unauthenticated(declared)
        if declared.isEmpty { problems = [EndpointProblems.noEndpoint(of: API.self)] }
        if let methods { problems += unreachable(methods, declared) }
        try EndpointProblems.report(problems)
    }

    /// Returns a problem for each endpoint that requires credentials if the routes don't authenticate requests.
    private func unauthenticated(_ declared: [DeclaredEndpoint]) -> [String] {
        guard !areAuthenticated else { return [] }
        return declared.filter { authentication(of: $0.endpoint.options) == .required }.map { endpoint in
            "\(endpoint.title): the endpoint requires credentials, but the routes don't accept credentials: "
                + "add `authenticating(by:)`"
        }
    }

    /// Returns a problem for each route that is never reached, because the server rejects its method.
    private func unreachable(_ methods: Set<HTTPMethod>, _ declared: [DeclaredEndpoint]) -> [String] {
        endpoints.compactMap { route in
            let method = HTTPMethod(String(route.prefix { $0 != " " }))
            guard !methods.contains(method) else { return nil }
            let title = declared.first { $0.endpoint.route == route }?.title ?? route
            return "\(title): the server rejects requests with the method \(method)"
        }
    }
}
