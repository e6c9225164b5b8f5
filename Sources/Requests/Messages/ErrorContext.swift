import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The values of an error that don't depend on its failure type.
///
/// The texts are made here, too, so that there is one copy of their code, not one for each failure type. They are made, and
/// searched for secrets, when they are read: most errors are only counted, retried or replaced.
struct ErrorContext: Sendable {
    var code: RequestErrorCode
    /// Makes the message, which may contain secrets.
    var text: @Sendable () -> String
    /// The cause as it was thrown, which may contain secrets.
    var cause: (any Error)?
    var request: OutgoingRequest?
    /// The head as it was received, which doesn't hide the secrets of the request.
    var received: ResponseHead?
    var body: Data
    /// The method and endpoint of a request that could not be resolved.
    var unsent: String?
    var userText: String?
}

extension ErrorContext {
    /// The message without the secrets of the request and the response.
    var message: String { Redaction.hide(secrets, in: text()).withoutControls }

    /// The cause without the secrets of the request and the response.
    var underlyingError: (any Error)? { cause.map { ErrorScrubber.scrub($0, secrets: secrets) } }

    /// The head, which hides the secrets of the request.
    var head: ResponseHead? { request.flatMap { received?.asResponse(to: $0) } ?? received }

    /// The response in Foundation's form, with sensitive parts of its URL hidden.
    var response: HTTPURLResponse? {
        head?.httpURLResponse(hiding: request?.secretTexts ?? [], names: request?.options.sensitiveNames ?? [:])
    }

    /// The texts that the error hides, even if a server sends them back.
    var secrets: [String] { (request?.secretTexts ?? []) + (received?.secretTexts ?? []) }

    /// Keeps only the first 64 KiB of the body.
    mutating func cutBody() { if body.count > 65_536 { body = Data(body.prefix(65_536)) } }

    /// Fills the missing values with the arguments.
    mutating func add(_ request: OutgoingRequest?, _ head: ResponseHead?, _ body: Data?, unsent: String?) {
        self.request = self.request ?? request
        received = received ?? head
        self.body = body ?? self.body
        self.unsent = self.unsent ?? unsent
    }
}
