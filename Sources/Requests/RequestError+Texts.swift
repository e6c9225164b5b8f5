import Foundation

extension RequestError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A text for the developer: the code, what failed, the request, the answer and the cause.
    ///
    /// Bodies are given by type and size.
    public var description: String {
        var lines = ["\(code): \(message)"]
        if let request, !message.contains(request.description) { lines.append("  request: \(request)") }
        if request == nil, let unsent { lines.append("  request: \(unsent), which was not sent") }
        if let head { lines.append("  response: \(text(of: head))") }
        if failure != nil { lines.append("  failure: decoded as \(Failure.self)") }
        if let underlyingError {
            let text = text(of: underlyingError)
            if !text.isEmpty, !message.contains(text) { lines.append("  underlying error: \(text)") }
        }
        return lines.joined(separator: "\n")
    }

    private func text(of underlyingError: any Error) -> String {
        // One of ours says which request failed, and how; it shows no secret.
        if let error = underlyingError as? any AnyRequestError {
            return message.contains(error.message) ? "" : error.description.replacing("\n", with: "\n  ")
        }
        // The error of an authentication provider may print credentials.
        return code == .authenticationFailed
            ? ErrorText.typeText(of: underlyingError) : ErrorText.developerText(of: underlyingError)
    }

    /// Status, media type and size of the answer; where it did not come whole, of what did.
    private func text(of head: ResponseHead) -> String {
        var type = head.header[.contentType].map { ", " + $0 } ?? ""
        if let target = request.flatMap(head.redirectTarget), !message.contains(target) { type += ", from \(target)" }
        if request?.isStreamed == true {
            return "\(head)\(type), body read as a stream"
                + (body.isEmpty ? "" : ", \(BodyText.size(body.count)) of it here")
        }
        if !body.isEmpty { return "\(head)\(type), \(BodyText.size(body.count))" }
        switch code {
        case .unacceptableStatus, .emptyBody, .decodingFailed, .validationFailed: return "\(head)\(type), no body"
        default: return "\(head)\(type)"
        }
    }

    /// The same text as `description`.
    public var debugDescription: String { description }

    /// What `dump` shows: nothing that is sensitive.
    public var customMirror: Mirror { Mirror(self, children: ["description": description], displayStyle: .struct) }
}

extension RequestError {
    /// A text for the user of an app: what could not be done, why, and whether trying again helps.
    public var errorDescription: String? {
        ownText ?? [UserText.what(code), failureReason, recoverySuggestion].compactMap(\.self).joined(separator: " ")
    }

    /// The text that was given, or that of the check which failed.
    private var ownText: String? {
        if let userText { return userText }
        guard code == .validationFailed, let error = underlyingError as? any LocalizedError, !(error is RedactedError)
        else { return nil }
        return error.errorDescription
    }

    /// Why it failed, in a sentence for the user of an app.
    public var failureReason: String? { ownText == nil ? UserText.why(code, status: head?.status) : nil }

    /// Whether trying again helps, in a sentence for the user of an app.
    public var recoverySuggestion: String? {
        ownText == nil ? UserText.advice(code, status: head?.status) : nil
    }
}
