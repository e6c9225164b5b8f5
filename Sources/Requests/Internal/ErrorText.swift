import Foundation

/// The texts of errors that are not ours.
enum ErrorText {
    /// A text for developers: coding errors by their path, everything else by its own description.
    static func developerText(of error: any Error) -> String {
        switch error {
        case let error as any AnyRequestError: error.message
        case let error as DecodingError: decodingText(of: error)
        case let error as EncodingError: encodingText(of: error)
        case let error as URLError: "URLError \(error.code.rawValue): \(error.localizedDescription)"
        case let error as CocoaError: "CocoaError \(error.code.rawValue)"
        default: String(describing: error)
        }
    }

    private static func decodingText(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "`\(path(context.codingPath + [key]))` is missing"
        case .valueNotFound(let type, let context):
            "`\(path(context.codingPath))` is null where \(type) is expected"
        case .typeMismatch(let type, let context):
            "`\(path(context.codingPath))` is not \(type)"
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            context.debugDescription.trimmingCharacters(in: CharacterSet(charactersIn: ". "))
        case .dataCorrupted(let context):
            "`\(path(context.codingPath))` is not valid"
        @unknown default:
            "the data does not fit"
        }
    }

    private static func encodingText(of error: EncodingError) -> String {
        switch error {
        case .invalidValue(let value, let context):
            "`\(path(context.codingPath))` has a value of type \(type(of: value)) that can't be written"
        @unknown default:
            "a value can't be written"
        }
    }

    private static func path(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "(the whole)" }
        return path.reduce(into: "") { text, key in
            if let index = key.intValue, key.stringValue == "Index \(index)" || key.stringValue == "\(index)" {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}
