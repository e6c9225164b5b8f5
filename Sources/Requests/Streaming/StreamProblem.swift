import Foundation

/// The errors of streams.
enum StreamProblem {
    /// An element could not be decoded; its bytes become the body of the error.
    static func undecodable(
        _ element: String, as type: Any.Type, _ error: any Error, _ bytes: Data
    ) -> TransportError {
        TransportError(
            code: .decodingFailed,
            message: "\(element) could not be decoded as \(type): \(ErrorText.developerText(of: error))",
            underlyingError: error,
            body: bytes
        )
    }

    /// An element is larger than its limit.
    static func tooLarge(_ element: String, limit: Int, setting: String) -> TransportError {
        TransportError(
            code: .responseTooLarge,
            message: "\(element) is larger than the limit of \(BodyText.size(limit)); raise it with \(setting)"
        )
    }

    /// The text is not what it has to be.
    static func malformed(_ message: String) -> TransportError {
        TransportError(code: .decodingFailed, message: message)
    }
}

extension RequestError<Never> {
    /// The error of a parser: its own, or that what it threw made the body unreadable.
    init(parserError error: any Error) {
        if error is any AnyRequestError {
            self.init(anyError: error)
        } else {
            self.init(
                code: .decodingFailed,
                message: "the stream could not be read: \(ErrorText.developerText(of: error))",
                underlyingError: error
            )
        }
    }
}
