#if Hummingbird
public import Hummingbird
import HTTPTypes
public import Requests
public import RequestsEndpoints

extension Router {
    /// Serves the routes of an API at the path of the API's base URL.
    ///
    /// ```swift
    /// let router = Router()
    /// router.get("health") { _, _ in "fine" }
    /// router.mount(Routes(api).on(\.all) { input in … })
    /// try await Application(router: router).runService()
    /// ```
    ///
    /// Endpoints of the router take precedence, wherever the routes are mounted. The routes respond to every other request at their path
    /// or below it, whatever the method. This includes 404 and 405, unless a later middleware or mount has a response. Middleware that
    /// was added before applies to the routes.
    ///
    /// A handler can get the request and the context:
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
    /// Bodies stream both ways. A response whose length is not known beforehand ends when its client goes away, and closes the connection
    /// when it ends.
    ///
    /// - Parameter routes: The routes.
    /// - Returns: The router.
    @discardableResult
    public func mount(_ routes: Routes<some RequestProviding>) -> Self {
        add(middleware: RoutesMiddleware(responder: RoutesResponder(routes: routes)))
    }
}

extension RouterGroup {
    /// Serves the routes of an API in a group, with its middleware and its context.
    ///
    /// ```swift
    /// router.group("v1", context: SignedInContext.self)
    ///     .add(middleware: SignIn())
    ///     .mount(routes)                        // Routes(api), whose base URL is https://…/v1
    /// ```
    ///
    /// The routes respond to everything below the group's path, unless the router has an endpoint whose path begins with the same
    /// segments. They get the methods of the routes and the registered methods. For any other method, the router responds with its own
    /// 404.
    ///
    /// - Parameters:
    ///   - routes: The routes. Their path includes the path of the group.
    ///   - path: The path of the routes below the group's path. By default they are at the group's path.
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
    /// The methods of IANA's registry that a server gets requests for.
    ///
    /// CONNECT has no path.
    fileprivate static var registered: [String] {
        ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "QUERY", "PROPFIND", "REPORT", "SEARCH"]
    }
}
#endif
