public import Foundation

/// Why a request could not be served: an answer of its own, unless the routes make another of it.
///
/// ```swift
/// throw ServingError(.conflict, "the list is closed")       // 409, {"message": "the list is closed"}
/// ```
public struct ServingError: LocalizedError, Hashable {
    /// The status of the answer.
    public let status: HTTPStatus

    /// What is wrong, for who made the request.
    public let message: String

    /// Fields of the answer.
    public let header: HeaderFields

    /// Makes an error.
    public init(_ status: HTTPStatus, _ message: String, header: HeaderFields = []) {
        self.status = status
        self.message = message
        self.header = header
    }
}

extension ServingError: CustomStringConvertible {
    /// The status, and what is wrong.
    public var description: String { "\(status): \(message)" }

    /// The same text.
    public var errorDescription: String? { description }
}

/// An error that says the status of its answer, such as the failure of an API.
public protocol StatusProviding: Error {
    /// The status; of a failure, 400 or more.
    var responseStatus: HTTPStatus { get }
}

extension Problem: StatusProviding {
    /// The status of the problem; 500 where it has none.
    public var responseStatus: HTTPStatus { status ?? .internalServerError }
}
