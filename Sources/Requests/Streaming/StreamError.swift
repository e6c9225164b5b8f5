import Foundation

/// The errors of streams.
enum StreamError {
    /// Returns the error for an element that could not be decoded; its bytes become the body of the error.
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

    /// Returns the error for an element that is larger than its limit.
    static func tooLarge(_ element: String, limit: Int, setting: String) -> TransportError {
        TransportError(
            code: .responseTooLarge,
            message: "\(element) is larger than the limit of \(BodyText.size(limit)); raise it with \(setting)"
        )
    }

    /// Returns the error for a text that is malformed.
    static func malformed(_ message: String) -> TransportError {
        TransportError(code: .decodingFailed, message: message)
    }
}

extension TransportError {
    /// Makes the error of a parser: a ``TransportError`` stays, any other error makes the body unreadable.
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
