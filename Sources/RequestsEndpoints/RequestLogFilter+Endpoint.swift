public import Requests

extension RequestLogFilter {
    /// Includes the entries about calls of an endpoint.
    public static func endpoint<Input, Output>(_ endpoint: Endpoint<Input, Output>) -> RequestLogFilter {
        .endpoint(endpoint.description)
    }
}
