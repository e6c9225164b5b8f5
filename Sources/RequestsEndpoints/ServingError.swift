public import Foundation
public import Requests

/// The reason why a request could not be served.
///
/// The error becomes the response, unless the routes describe it differently.
///
/// ```swift
/// throw ServingError(.conflict, "the list is closed")       // 409, {"message": "the list is closed"}
/// ```
public struct ServingError: LocalizedError, Hashable {
    /// The status of the response.
    public let status: HTTPStatus

    /// The description of the problem, for the client.
    public let message: String

    /// The header fields of the response.
    public let header: HeaderFields

    /// Makes an error.
    public init(_ status: HTTPStatus, _ message: String, header: HeaderFields = []) {
        self.status = status
        self.message = message
        self.header = header
    }
}

extension ServingError: CustomStringConvertible {
    /// The status and the message.
    public var description: String { "\(status): \(message)" }

    /// The same text as the description.
    public var errorDescription: String? { description }
}

extension ServingError: HTTPStatusConvertible {
    /// The status of the error.
    public var responseStatus: HTTPStatus { status }
}
