import Foundation

/// Removes from an error of Foundation's what may be secret: URLs with API keys, values that could not be encoded.
enum ErrorScrubber {
    static func scrub(_ error: any Error, secrets: [String]) -> any Error {
        switch error {
        case let error as URLError:
            // Its user info holds the URL three times.
            return URLError(error.code)
        case EncodingError.invalidValue(let value, let context):
            let placeholder = "a value of type \(type(of: value))"
            return EncodingError.invalidValue(
                placeholder, .init(codingPath: context.codingPath, debugDescription: "could not be written")
            )
        case let error as any AnyRequestError:
            return error
        default:
            var text = ""
            dump(error, to: &text)
            text += String(describing: error) + String(reflecting: error) + error.localizedDescription
            guard Redaction.hide(secrets, in: text) != text else { return error }
            return RedactedError(type: "\(type(of: error))", text: Redaction.hide(secrets, in: String(describing: error)))
        }
    }
}

/// Stands for an error whose description had a secret in it.
struct RedactedError: LocalizedError, CustomStringConvertible {
    let type: String
    let text: String

    var description: String { "\(type): \(text)" }
    var errorDescription: String? { description }
}
