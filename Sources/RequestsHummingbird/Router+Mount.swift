#if Hummingbird
public import Hummingbird
import HTTPTypes
public import Requests
public import RequestsEndpoints

extension Router {
    /// Serves an API's routes at the path of its base URL.
    ///
    /// ```swift
    /// let router = Router()
    /// router.get("health") { _, _ in "fine" }
    /// router.mount(Routes(api).on(\.all) { input in … })
    /// try await Application(router: router).runService()
    /// ```
    ///
    /// The router's endpoints take precedence, wherever the routes are mounted. The routes respond to every other
    /// request at their path or below it, with any method. They also respond with 404 and 405, unless a later
    /// middleware or mount responds. Middleware that was added earlier applies to the routes.
    ///
    /// A handler can access the request and the context:
    ///
    /// ```swift
    /// .on(requestOf: \.add) { input, request in
    ///     request[BasicRequestContext.self]?.logger.info("added")
    ///     let uri = request[Hummingbird.Request.self]?.uri
    /// }
    /// ```
    ///
    /// A handler may also throw Hummingbird's errors, such as `HTTPError(.unauthorized)`.
    ///
    /// Bodies stream in both directions. A response of unknown length ends when its client disconnects. After such a
    /// response, the connection is closed.
    ///
    /// - Parameter routes: The routes.
    /// - Returns: The router.
    @discardableResult
    public func mount(_ routes: Routes<some RequestProviding>) -> Self {
        add(middleware: RoutesMiddleware(responder: RoutesResponder(routes: routes)))
    }
}

extension RouterGroup {
    /// Serves an API's routes in a group, with its middleware and its context.
    ///
    /// ```swift
    /// router.group("v1", context: SignedInContext.self)
    ///     .add(middleware: SignIn())
    ///     .mount(routes)                        // Routes(api), whose base URL is https://…/v1
    /// ```
    ///
    /// The routes respond to everything below the group's path, unless the router has an endpoint whose path begins
    /// with the same segments. They receive requests with the routes' methods and the registered methods. To any other
    /// method, the router responds with a 404.
    ///
    /// - Parameters:
    ///   - routes: The routes, whose path includes the group's path.
    ///   - path: The path of the routes below the group's path; by default, the group's path itself.
    /// - Returns: The group.
    @discardableResult
    public func mount(_ routes: Routes<some RequestProviding>, at path: RouterPath = "") -> Self {
        let responder = RoutesResponder<_, Context>(routes: routes)
        let names = Set(routes.methods.map(\.rawValue)).union(HTTPRequest.Method.registered)
        for method in names.compactMap({ HTTPRequest.Method($0) }) {
            on(path, method: method, responder: responder)
            on(path.appendingPath("**"), method: method, responder: responder)
        }
        return self
    }
}

extension HTTPRequest.Method {
    /// The methods in IANA's registry that a server receives.
    ///
    /// CONNECT is missing, because it has no path.
    fileprivate static var registered: [String] {
        ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "QUERY", "PROPFIND", "REPORT", "SEARCH"]
    }
}
#endif
