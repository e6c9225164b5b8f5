public import Requests

/// An error that provides the status of its response, such as an API's failure.
public protocol HTTPStatusConvertible: Error {
    /// The status; 400 or more for a failure.
    var responseStatus: HTTPStatus { get }
}

extension ProblemDetails: HTTPStatusConvertible {
    /// The problem's status, or 500.
    public var responseStatus: HTTPStatus { status ?? .internalServerError }
}
