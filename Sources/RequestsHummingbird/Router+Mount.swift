#if Hummingbird
public import Hummingbird
import HTTPTypes
public import Requests

extension Router {
    /// Serves the routes of an API, at their own path: that of the API's base URL.
    ///
    /// ```swift
    /// let router = Router()
    /// router.get("health") { _, _ in "fine" }
    /// router.mount(Routes(api).on(\.all) { input in … })
    /// try await Application(router: router).runService()
    /// ```
    ///
    /// What the router has an endpoint for is its own, wherever the routes are mounted. Anything else at their path or below is
    /// answered by them, whatever the method: 404 and 405, too, unless a later middleware or mount has an answer.
    /// Middleware that was added before applies to them.
    ///
    /// A handler that asks for it gets the request and the context:
    ///
    /// ```swift
    /// .on(requestOf: \.add) { input, request in
    ///     request[BasicRequestContext.self]?.logger.info("added")
    ///     let uri = request[Hummingbird.Request.self]?.uri
    /// }
    /// ```
    ///
    /// It may throw Hummingbird's errors as well, such as `HTTPError(.unauthorized)`.
    ///
    /// Bodies stream both ways. An answer whose length is not known beforehand ends when its client goes away, and closes
    /// the connection when it ends.
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
    /// Everything below the group's path is answered by the routes, unless the router has an endpoint whose path begins with the
    /// same segments. The methods are those of the routes and the registered ones; another is the router's own 404.
    ///
    /// - Parameters:
    ///   - routes: The routes, whose path includes that of the group.
    ///   - path: Where they are below the group's own path. By default at that path.
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
    /// The methods that a server is asked for, of IANA's registry; CONNECT has no path.
    fileprivate static var registered: [String] {
        ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "QUERY", "PROPFIND", "REPORT", "SEARCH"]
    }
}
#endif
