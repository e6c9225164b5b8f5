import Foundation

/// Removes from an error of Foundation's what may be secret: URLs with API keys, values that could not be encoded.
enum ErrorScrubber {
    static func scrub(_ error: any Error, secrets: [String]) -> any Error {
        switch error {
        case let error as URLError:
            // Its user info holds the URL three times.
            return URLError(error.code)
        case EncodingError.invalidValue(let value, let context):
            return EncodingError.invalidValue(
                UnwritableValue(value), .init(codingPath: context.codingPath, debugDescription: "could not be written")
            )
        case let error as RedactedError:
            return RedactedError(type: error.type, text: Redaction.hide(secrets, in: error.text))
        default:
            // On Linux an NSError of URL loading is no URLError, and holds the URL as well.
            if let code = urlLoadingCode(of: error) { return URLError(code) }
            var text = ""
            dump(error, to: &text)
            text += String(describing: error) + String(reflecting: error) + error.localizedDescription
            guard Redaction.isFound(secrets, in: text) else { return error }
            return RedactedError(
                // What no error of its kind shows, this one does not show either.
                type: "\(type(of: error))", text: Redaction.hide(secrets, in: ErrorText.developerText(of: error))
            )
        }
    }
}

extension ErrorScrubber {
    private static func urlLoadingCode(of error: any Error) -> URLError.Code? {
        let error = error as NSError
        guard error.domain == NSURLErrorDomain else { return nil }
        // Failable on Linux alone.
        let code: URLError.Code? = URLError.Code(rawValue: error.code)
        return code ?? .unknown
    }
}

/// Stands for a value that could not be encoded, and tells its type alone.
struct UnwritableValue: CustomStringConvertible {
    let type: String

    init(_ value: Any) {
        type = (value as? UnwritableValue)?.type ?? "\(Swift.type(of: value))"
    }

    var description: String { "a value of type \(type)" }
}

/// Stands for an error whose description had a secret in it.
struct RedactedError: LocalizedError, CustomStringConvertible {
    let type: String
    let text: String

    var description: String { "\(type): \(text)" }
    var errorDescription: String? { description }
}
