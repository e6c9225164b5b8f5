import Foundation

/// Removes possible secrets from errors of other modules: URLs with API keys, values that could not be encoded.
enum ErrorScrubber {
    static func scrub(_ error: any Error, secrets: [String]) -> any Error {
        switch error {
        case let error as URLError:
            // The user info of the error contains the URL three times.
            return URLError(error.code)
        case EncodingError.invalidValue(let value, let context):
            return EncodingError.invalidValue(
                UnwritableValue(value), .init(codingPath: context.codingPath, debugDescription: "could not be written")
            )
        case let error as RedactedError:
            return RedactedError(type: error.type, text: Redaction.hide(secrets, in: error.text))
        default:
            // On Linux, an NSError of URL loading is not a URLError, but it also contains the URL.
            if let code = urlLoadingCode(of: error) { return URLError(code) }
            let search = SecretSearch(secrets)
            if search.isEmpty { return error }
            var text = ""
            dump(error, to: &text)
            text += String(describing: error) + String(reflecting: error) + error.localizedDescription
            guard search.secret(in: Array(text.utf8), from: 0) != nil else { return error }
            return RedactedError(
                // For some types, `developerText` hides more than the given secrets.
                type: "\(type(of: error))", text: Redaction.hide(secrets, in: ErrorText.developerText(of: error))
            )
        }
    }
}

extension ErrorScrubber {
    private static func urlLoadingCode(of error: any Error) -> URLError.Code? {
        let error = error as NSError
        guard error.domain == NSURLErrorDomain else { return nil }
        // This initializer can fail only on Linux.
        let code: URLError.Code? = URLError.Code(rawValue: error.code)
        return code ?? .unknown
    }
}

/// The replacement for a value that could not be encoded: shows only its type, or that it isn't a finite number.
struct UnwritableValue: CustomStringConvertible {
    /// The predicate of a sentence whose subject is the value's position.
    let description: String

    init(_ value: Any) {
        if let value = value as? UnwritableValue {
            self = value
        } else if (value as? any BinaryFloatingPoint)?.isFinite == false {
            description = "is not a finite number"
        } else {
            description = "has a value of type \(type(of: value)) that can't be written"
        }
    }
}

/// The replacement for an error whose description contained a secret.
struct RedactedError: LocalizedError, CustomStringConvertible {
    let type: String
    let text: String

    var description: String { "\(type): \(text)" }
    var errorDescription: String? { description }
}
