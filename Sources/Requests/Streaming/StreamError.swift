import Foundation

/// The errors of streams.
enum StreamError {
    /// Returns the error for an element that is larger than its limit.
    static func tooLarge(_ element: String, limit: Int, setting: String) -> TransportError {
        TransportError(
            code: .responseTooLarge,
            message: "\(element) is larger than the limit of \(BodyText.size(limit)): raise the limit with \(setting)"
        )
    }

    /// Returns the error for a malformed body.
    static func malformed(_ message: String) -> TransportError {
        TransportError(code: .decodingFailed, message: message)
    }
}

extension Coding {
    /// Decodes a stream's element from JSON; if that fails, the error's body contains the element's bytes.
    func streamed<Element: Decodable>(_ json: Data, called name: @autoclosure () -> String) throws -> Element {
        do {
            return try value(Element.self, fromJSON: json)
        } catch {
            throw TransportError(
                code: .decodingFailed,
                message: "\(name()) could not be decoded as \(Element.self): \(ErrorText.developerText(of: error))",
                underlyingError: error,
                body: json
            )
        }
    }
}

extension TransportError {
    /// Converts a parser's error: any error but a ``RequestError`` becomes ``RequestErrorCode/decodingFailed``.
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
