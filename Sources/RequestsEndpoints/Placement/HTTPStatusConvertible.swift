public import Requests

/// An error that provides the status of its response, such as the failure of an API.
public protocol HTTPStatusConvertible: Error {
    /// The status; 400 or more for a failure.
    var responseStatus: HTTPStatus { get }
}

extension ProblemDetails: HTTPStatusConvertible {
    /// The status of the problem; 500 if it has none.
    public var responseStatus: HTTPStatus { status ?? .internalServerError }
}
