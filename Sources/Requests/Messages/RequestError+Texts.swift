import Foundation

extension RequestError: SafelyDescribed {
    /// A text for the developer: the code, the problem, the request, the response and the cause.
    ///
    /// Bodies are shown by type and size.
    public var description: String {
        var lines = ["\(code): \(message)"]
        if let request, !message.contains(request.description) { lines.append("  request: \(request)") }
        if request == nil, let unsent { lines.append("  request: \(unsent), which was not sent") }
        if let head { lines.append("  response: \(text(of: head))") }
        if let failure { lines.append("  failure: decoded as \(Failure.self)" + text(of: failure)) }
        if let underlyingError {
            let text = text(of: underlyingError)
            if !text.isEmpty, !message.contains(text) { lines.append("  underlying error: \(text)") }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the text of a failure that describes itself.
    private func text(of failure: Failure) -> String {
        guard request?.options.quotesServer ?? true, let failure = failure as? any CustomStringConvertible
        else { return "" }
        return ": " + Redaction.line(of: failure.description, hiding: secrets, limit: 1_000)
    }

    /// The texts that the error hides, even if a server sends them back.
    private var secrets: [String] { (request?.secretTexts ?? []) + (head?.secretTexts ?? []) }

    private func text(of underlyingError: any Error) -> String {
        // An error of this library names the failed request and the problem, and shows no secret.
        if let error = underlyingError as? any AnyRequestError {
            return message.contains(error.message) ? "" : error.description.replacing("\n", with: "\n  ")
        }
        // The error of an authentication provider may contain credentials.
        return code == .authenticationFailed
            ? ErrorText.typeText(of: underlyingError) : ErrorText.developerText(of: underlyingError)
    }

    /// Returns the status, media type and size of the response; of an incomplete response, the size that arrived.
    private func text(of head: ResponseHead) -> String {
        var type = head.header[.contentType].map { ", " + $0 } ?? ""
        if let target = request.flatMap(head.redirectTarget), !message.contains(target) { type += ", from \(target)" }
        if request?.context.reading == .elements {
            return "\(head)\(type), body read as a stream"
                + (body.isEmpty ? "" : ", \(BodyText.size(body.count)) of it here")
        }
        if !body.isEmpty { return "\(head)\(type), \(BodyText.size(body.count))" }
        switch code {
        case .unacceptableStatus, .emptyBody, .decodingFailed, .validationFailed: return "\(head)\(type), no body"
        default: return "\(head)\(type)"
        }
    }
}

extension RequestError {
    /// A text for the user of an app: the failed action, the reason, and whether a new attempt can help.
    public var errorDescription: String? {
        ownText ?? [UserText.what(code), failureReason, recoverySuggestion].compactMap(\.self).joined(separator: " ")
    }

    /// The given text, that of the failure, or that of the failed check.
    private var ownText: String? {
        if let userText { return userText }
        if let text = failureText(\.errorDescription) { return text }
        guard code == .validationFailed, let error = underlyingError as? any LocalizedError, !(error is RedactedError)
        else { return nil }
        return error.errorDescription
    }

    /// Returns a text of a failure that describes itself to users.
    private func failureText(_ text: KeyPath<any LocalizedError, String?>) -> String? {
        (failure as? any LocalizedError)?[keyPath: text].map { Redaction.hide(secrets, in: $0) }
    }

    /// The reason for the failure, in a sentence for the user of an app.
    public var failureReason: String? {
        if ownText != nil { return failureText(\.failureReason) }
        return UserText.why(code, status: head?.status, isAnonymous: isAnonymous)
    }

    /// The advice whether a new attempt can help, in a sentence for the user of an app.
    public var recoverySuggestion: String? {
        if ownText != nil { return failureText(\.recoverySuggestion) }
        return UserText.advice(code, status: head?.status, isAnonymous: isAnonymous)
    }

    /// Indicates whether the request had nothing that could identify its sender: no secret, and no sign-in form.
    private var isAnonymous: Bool { request.map { $0.body.isNone && secrets.isEmpty } ?? false }
}
