import Foundation

extension RequestError: RedactedDescription {
    /// The text for the developer: the code, the problem, the request, the response and the cause.
    ///
    /// Of a body, the text shows only the type and size.
    public var description: String { context.description(failureType: Failure.self) }
}

extension RequestError {
    /// The text for the user of an app: the failed action, the reason, and whether trying again can help.
    public var errorDescription: String? {
        context.ownText
            ?? [UserText.what(code), failureReason, recoverySuggestion].compactMap(\.self).joined(separator: " ")
    }

    /// A sentence with the reason, for the user of an app.
    public var failureReason: String? { context.reason }

    /// A sentence on whether trying again can help, for the user of an app.
    public var recoverySuggestion: String? { context.advice }
}

extension ErrorContext {
    /// Returns the developer's text, including the decoded failure.
    fileprivate func description(failureType: Any.Type) -> String {
        let (message, underlyingError) = (message, underlyingError)
        var lines = ["\(code): \(message)"]
        if let request, !message.contains(request.description) { lines.append("  request: \(request)") }
        if request == nil, let unsent { lines.append("  request: \(unsent), which was not sent".withoutControls) }
        if let head { lines.append("  response: \(text(of: head))") }
        if let failure { lines.append("  failure: decoded as \(failureType)" + text(ofFailure: failure)) }
        if let underlyingError {
            let text = text(of: underlyingError)
            if !text.isEmpty, !message.contains(text) { lines.append("  underlying error: \(text)") }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the description of a failure that is `CustomStringConvertible`.
    private func text(ofFailure failure: Any) -> String {
        guard request?.options.includesServerMessage ?? true, let failure = failure as? any CustomStringConvertible
        else { return "" }
        return ": " + Redaction.line(of: failure.description, hiding: secrets, limit: 1_000)
    }

    private func text(of underlyingError: any Error) -> String {
        // An error of this library describes the request and the problem, without secrets.
        if let error = underlyingError as? any AnyRequestError {
            return message.contains(error.message) ? "" : error.description.replacing("\n", with: "\n  ")
        }
        // An unknown error of URLSession contains nothing but its number.
        if let error = underlyingError as? URLError, error.code == .unknown { return "" }
        // An authentication provider's error may contain credentials.
        return code == .authenticationFailed
            ? ErrorText.typeText(of: underlyingError) : ErrorText.developerText(of: underlyingError)
    }

    /// Returns the status, media type and size of the response; for an incomplete response, the received size.
    private func text(of head: ResponseHead) -> String {
        var type = head.header[.contentType].map { ", " + Redaction.hide(secrets, in: $0).withoutControls } ?? ""
        if let target = request.flatMap(head.redirectTarget), !message.contains(target) { type += ", from \(target)" }
        if request?.context.reading == .elements {
            return "\(head)\(type), body read as a stream"
                + (body.isEmpty ? "" : ", of which this error contains \(BodyText.size(body.count))")
        }
        if !body.isEmpty { return "\(head)\(type), \(BodyText.size(body.count))" }
        switch code {
        case .unacceptableStatus, .emptyBody, .decodingFailed, .validationFailed: return "\(head)\(type), no body"
        default: return "\(head)\(type)"
        }
    }

    /// The custom text, or the text of the decoded failure or of the failed check.
    fileprivate var ownText: String? {
        if let userText { return userText }
        if let text = (failure as? any LocalizedError)?.errorDescription { return Redaction.hide(secrets, in: text) }
        guard code == .validationFailed, let error = underlyingError as? any LocalizedError, !(error is RedactedError)
        else { return nil }
        return error.errorDescription
    }

    /// The reason for the failure.
    fileprivate var reason: String? {
        if ownText == nil {
            if existsAlready { return UserText.existsAlready.why }
            return UserText.why(code, status: head?.status, isAnonymous: isAnonymous, underlyingError)
        }
        return (failure as? any LocalizedError)?.failureReason.map { Redaction.hide(secrets, in: $0) }
    }

    /// The advice on whether trying again can help.
    fileprivate var advice: String? {
        if ownText == nil {
            if existsAlready { return UserText.existsAlready.advice }
            return UserText.advice(code, status: head?.status, isAnonymous: isAnonymous, underlyingError)
        }
        return (failure as? any LocalizedError)?.recoverySuggestion.map { Redaction.hide(secrets, in: $0) }
    }

    /// Indicates whether the server refused to create an item that already exists (RFC 9110, section 13.1.2).
    private var existsAlready: Bool {
        code == .unacceptableStatus && head?.status == .preconditionFailed && request?.header[.ifNoneMatch] == "*"
    }

    /// Indicates whether the request contains nothing that could identify its sender: no secret, and no body.
    private var isAnonymous: Bool { request.map { $0.body.isNone && secrets.isEmpty } ?? false }
}
