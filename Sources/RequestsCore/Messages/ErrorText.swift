import Foundation

/// The texts of errors from other modules.
package enum ErrorText {
    // The messages of transports, which report the same failure in the same words.
    package static let hostNotFound = "the host name could not be resolved"
    package static let proxyFailed = "could not connect through the proxy"
    package static let connectionFailed = "no connection to the host could be made"
    package static let connectionLost = "the connection ended before the response did"
    package static let secureConnectionFailed = "a secure connection could not be established"
    package static let certificateRejected = "the server's certificate isn't trusted"

    /// The message for a server that responds to a TLS handshake with something else, usually HTTP.
    package static let serverWithoutTLS = "the server doesn't use TLS on this port: use http, or a different port"

    /// The message for a server that ended a TLS handshake because of the client's certificate.
    package static let clientCertificate = "the server requires a client certificate, or rejected the one that was sent"

    /// Returns one line for developers: for a coding error, the problem with its path; for any other error, its description.
    ///
    /// Parts of the line may come from a server, such as the names in a path.
    package static func developerText(of error: any Error) -> String { text(of: error).withoutControls }

    private static func text(of error: any Error) -> String {
        switch error {
        case let error as any AnyRequestError: error.message
        case let error as DecodingError: decodingText(of: error)
        case let error as EncodingError: encodingText(of: error)
        case let error as URLError: "URLError \(error.code.rawValue)"
        case let error as CocoaError: "CocoaError \(error.code.rawValue)"
        case let error as RedactedError: error.text
        default: String(describing: error)
        }
    }

    /// Returns only the error's type, for an error whose text may contain a secret.
    package static func typeText(of error: any Error) -> String {
        "an error of type \((error as? RedactedError)?.type ?? "\(type(of: error))")"
    }

    private static func decodingText(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "`\(path(context.codingPath + [key]))` is missing"
                + ((context.underlyingError as? any LocatedError).map { "; \($0)" } ?? "")
        case .valueNotFound(let type, let context):
            "\(place(context.codingPath)) is null, but \(name(of: type)) is expected"
        case .typeMismatch(let type, let context):
            "\(place(context.codingPath)) is not \(name(of: type))" + found(context)
        case .dataCorrupted(let context) where context.underlyingError is any LocatedError:
            problemText(context)
        case .dataCorrupted(let context) where context.debugDescription.hasPrefix(notJSON):
            "the data is not valid JSON"
        case .dataCorrupted(let context) where context.debugDescription == ISO8601.problem:
            "\(place(context.codingPath)) is \(ISO8601.problem)"
        case .dataCorrupted(let context) where context.debugDescription == ISO8601.zoneProblem:
            "\(place(context.codingPath)) is \(ISO8601.zoneProblem): "
                + "to read such dates as UTC, use Coding(dates: .localISO8601(.gmt))"
        case .dataCorrupted(let context) where enumName(context) != nil:
            "\(place(context.codingPath)) is not a valid raw value of \(enumName(context) ?? "")"
        case .dataCorrupted(let context):
            // The context's description isn't used, because it may quote the value.
            "\(place(context.codingPath)) is not valid"
        @unknown default:
            "the data does not match the type"
        }
    }

    /// The start of Foundation's description of invalid JSON.
    private static let notJSON = "The given data was not valid JSON"

    private static func problemText(_ context: DecodingError.Context) -> String {
        guard let problem = context.underlyingError as? any LocatedError else { return "" }
        return problem.text(at: place(context.codingPath), isWhole: context.codingPath.isEmpty)
    }

    /// Returns a clause with the type of the found value, but without the value itself, which may be secret.
    private static func found(_ context: DecodingError.Context) -> String {
        guard let range = context.debugDescription.range(of: " but found ") else { return "" }
        let text = context.debugDescription[range.upperBound...]
        return kinds.first { text == "\($0.key) instead." }.map { ", but \($0.value)" } ?? ""
    }

    /// The names of the types of JSON values, keyed by Foundation's names.
    private static let kinds = [
        "a string": "a string", "number": "a number", "bool": "a boolean", "an array": "an array",
        "a dictionary": "an object", "null": "null",
    ]

    /// Returns the name of an enum that has no case for the received raw value.
    ///
    /// The context's description contains the name before the value.
    private static func enumName(_ context: DecodingError.Context) -> String? {
        let text = context.debugDescription
        guard text.hasPrefix("Cannot initialize "), let end = text.range(of: " from invalid ") else { return nil }
        return text[..<end.lowerBound].split(separator: " ").last.map(String.init)
    }

    private static func encodingText(of error: EncodingError) -> String {
        switch error {
        case .invalidValue(let value, let context):
            "\(place(context.codingPath)) \(UnwritableValue(value))"
        @unknown default:
            "a value can't be encoded"
        }
    }

    /// Returns the position in the data: `items[0].name`, or the value as a whole.
    private static func place(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "the value as a whole" : "`\(self.path(path))`"
    }

    /// Returns the name of a type; for Foundation's dictionaries and arrays, the JSON type's name.
    private static func name(of type: Any.Type) -> String {
        if type == [String: Any].self { return "an object" }
        if type == [Any].self { return "an array" }
        return "\(type)"
    }

    private static func path(_ path: [any CodingKey]) -> String {
        return path.reduce(into: "") { text, key in
            if let index = key.intValue, key.stringValue == "Index \(index)" || key.stringValue == "\(index)" {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}
