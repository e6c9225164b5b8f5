import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The values of an error, of any failure type: so all errors have one layout, and there is one copy of their code.
///
/// The texts are made, and searched for secrets, when they are read: most errors are only counted, retried or replaced.
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
    /// The decoded body.
    var failure: (any Sendable)?
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

    /// The maximum number of body bytes that an error keeps.
    private static let bodyLimit = 65_536

    /// Removes the bytes of the body that an error doesn't keep.
    fileprivate mutating func cutBody() {
        if body.count > Self.bodyLimit { body = Data(body.prefix(Self.bodyLimit)) }
    }
}

// Inlined, these would put their temporary values into the memory of each call that waits (`waitingThree`).
extension Box<ErrorContext> {
    @inline(never)
    init(context: ErrorContext) {
        self.init(context)
        value.cutBody()
    }

    /// Returns the context with the arguments in place of missing values.
    @inline(never)
    func adding(
        _ request: OutgoingRequest?, _ head: ResponseHead?, _ body: Data?, unsent: String?
    ) -> Box {
        var box = self
        box.value.request = box.value.request ?? request
        box.value.received = box.value.received ?? head
        if let body { box.value.body = body }
        box.value.unsent = box.value.unsent ?? unsent
        box.value.cutBody()
        return box
    }

    /// Returns the context with the arguments in place of its values.
    @inline(never)
    func replacing(_ code: RequestErrorCode?, _ message: String?, _ userText: String?) -> Box {
        var box = self
        if let code { box.value.code = code }
        if let message { box.value.text = { message } }
        if let userText { box.value.userText = userText }
        return box
    }
}
