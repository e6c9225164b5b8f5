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

extension ServingError {
    /// What a message says of an input that can't be read.
    init(_ problem: InputProblem) {
        let place =
            switch problem.place {
            case .path: "path value"
            case .query: "query value"
            case .header: "header value"
            case .cookie: "cookie"
            default: "body value"
            }
        guard let key = problem.key, !key.isEmpty else {
            let message = problem.cause.map { "the body is malformed\(Self.detail(of: $0))" } ?? "expected a body"
            self.init(.badRequest, message)
            return
        }
        guard let cause = problem.cause else {
            self.init(.badRequest, "expected \(place) `\(key)`")
            return
        }
        self.init(.badRequest, "\(place) `\(key)` \(Self.text(of: cause))")
    }

    /// What is wrong with a multipart form: the names of its parts are the sender's own.
    private static func detail(of cause: any Error) -> String {
        guard case .dataCorrupted(let context) = cause as? DecodingError,
            let problem = context.underlyingError as? MultipartProblem
        else { return "" }
        return ": \(problem)"
    }

    /// What is wrong with a value, never the value.
    private static func text(of cause: any Error) -> String {
        guard let error = cause as? DecodingError else { return "is malformed" }
        if case .dataCorrupted(let context) = error, let problem = context.underlyingError as? KeyValueProblem {
            return problem.description
        }
        return if case .typeMismatch(let type, _) = error { "is not \(Self.name(of: type))" } else { "is malformed" }
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is any FixedWidthInteger.Type: "an integer"
        case is any BinaryFloatingPoint.Type: "a number"
        case is String.Type: "a text"
        case is Bool.Type: "a boolean"
        case is [Any].Type: "an array"
        case is [String: Any].Type: "an object"
        default: "\(type)"
        }
    }
}
