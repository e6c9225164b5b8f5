import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The values of an error that don't depend on its failure type.
///
/// The texts are made here, too, so that there is one copy of their code, not one for each failure type.
final class ErrorContext: Sendable {
    let code: RequestErrorCode
    let message: String
    let underlyingError: (any Error)?
    let request: OutgoingRequest?
    let head: ResponseHead?
    let body: Data
    /// The method and endpoint of a request that could not be resolved.
    let unsent: String?
    let userText: String?

    /// Makes the values without the secrets of the request and the response.
    @inline(never)
    init(
        code: RequestErrorCode, message: String, underlyingError: (any Error)?, request: OutgoingRequest?,
        head: ResponseHead?, body: Data, unsent: String?, userText: String?
    ) {
        let secrets = (request?.secretTexts ?? []) + (head?.secretTexts ?? [])
        self.code = code
        self.message = Redaction.hide(secrets, in: message).withoutControls
        self.underlyingError = underlyingError.map { ErrorScrubber.scrub($0, secrets: secrets) }
        self.request = request
        self.head = request.flatMap { head?.asResponse(to: $0) } ?? head
        self.body = body.count > Self.bodyLimit ? Data(body.prefix(Self.bodyLimit)) : body
        self.unsent = unsent
        self.userText = userText
    }

    /// The maximum number of body bytes that an error keeps.
    private static let bodyLimit = 65_536

    /// The texts that the error hides, even if a server sends them back.
    var secrets: [String] { (request?.secretTexts ?? []) + (head?.secretTexts ?? []) }

    /// The response in Foundation's form, with sensitive parts of its URL hidden.
    var response: HTTPURLResponse? {
        head?.httpURLResponse(hiding: request?.secretTexts ?? [], names: request?.options.sensitiveNames ?? [:])
    }

    /// Returns the same values, and fills the missing ones with the arguments.
    func with(request: OutgoingRequest?, head: ResponseHead?, body: Data?, unsent: String?) -> ErrorContext {
        ErrorContext(
            code: code, message: message, underlyingError: underlyingError, request: self.request ?? request,
            head: self.head ?? head, body: body ?? self.body, unsent: self.unsent ?? unsent, userText: userText)
    }
}
