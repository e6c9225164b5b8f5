import Foundation

extension RequestError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A text for the developer: the code, what failed, the request, the answer and the cause. Bodies are given by type and size.
    public var description: String {
        var lines = ["\(code): \(message)"]
        if let request { lines.append("  request: \(request)") }
        if let head { lines.append("  response: \(head), \(BodyText.summary(of: body, type: head.header[.contentType]))") }
        if failure != nil { lines.append("  failure: decoded as \(Failure.self)") }
        if let underlyingError { lines.append("  underlying error: \(ErrorText.developerText(of: underlyingError))") }
        return lines.joined(separator: "\n")
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["description": description], displayStyle: .struct) }
}

extension RequestError {
    /// A text for the user of an app: what could not be done, why, and whether trying again helps.
    public var errorDescription: String? {
        "\(UserText.what(code)) \(UserText.why(code, status: head?.status)) \(UserText.advice(code, status: head?.status))"
            .trimmingCharacters(in: .whitespaces)
    }

    /// Why it failed, in a sentence for the user of an app.
    public var failureReason: String? { UserText.why(code, status: head?.status) }

    /// Whether trying again helps, in a sentence for the user of an app.
    public var recoverySuggestion: String? {
        let advice = UserText.advice(code, status: head?.status)
        return advice.isEmpty ? nil : advice
    }
}
