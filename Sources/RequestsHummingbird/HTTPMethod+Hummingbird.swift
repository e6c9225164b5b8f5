#if Hummingbird
public import Requests
import RequestsEndpoints

extension Set<HTTPMethod> {
    /// The methods that Hummingbird supports in HTTP/1.
    ///
    /// Hummingbird responds to any other method with an empty 400, so no route receives the request. To check the
    /// methods of your routes, add a line to a test that imports `RequestsTesting`:
    ///
    /// ```swift
    /// try Routes.live.check(methods: .hummingbird)
    /// ```
    public static var hummingbird: Set<HTTPMethod> {
        [
            "ACL", "BIND", "CHECKOUT", "COPY", "DELETE", "GET", "HEAD", "LINK", "LOCK", "MERGE", "MKACTIVITY",
            "MKCALENDAR", "MKCOL", "MOVE", "NOTIFY", "OPTIONS", "PATCH", "POST", "PROPFIND", "PROPPATCH", "PURGE",
            "PUT",
            "QUERY", "REBIND", "REPORT", "SEARCH", "SOURCE", "SUBSCRIBE", "TRACE", "UNBIND", "UNLINK", "UNLOCK",
            "UNSUBSCRIBE",
        ]
    }
}
#endif
