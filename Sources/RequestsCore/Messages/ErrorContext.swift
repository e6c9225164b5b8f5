import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The values of an error, without its failure type, so all errors share one layout and one copy of the code.
///
/// A text is built, and its secrets are hidden, only when it is read: most errors are only counted, retried or replaced.
struct ErrorContext: Sendable {
    var code: RequestErrorCode
    /// Returns the message, which may contain secrets.
    var text: @Sendable () -> String
    /// The cause as it was thrown, which may contain secrets.
    var cause: (any Error)?
    var request: OutgoingRequest?
    /// The head as received, in which the secrets of the request are not hidden.
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

    /// The head, with the secrets of the request hidden.
    var head: ResponseHead? { request.flatMap { received?.asResponse(to: $0) } ?? received }

    /// The response in Foundation's form, with sensitive parts of its URL hidden.
    var response: HTTPURLResponse? {
        head?.httpURLResponse(hiding: request?.secretTexts ?? [], names: request?.options.sensitiveNames ?? [:])
    }

    /// The strings that the error hides, even if a server sends them back.
    var secrets: [String] { (request?.secretTexts ?? []) + (received?.secretTexts ?? []) }

    /// The maximum number of body bytes that an error stores.
    private static let bodyLimit = 65_536

    /// Truncates the body to the bytes that an error stores.
    fileprivate mutating func cutBody() {
        if body.count > Self.bodyLimit { body = Data(body.prefix(Self.bodyLimit)) }
    }
}

// If these functions were inlined, each waiting call would need memory for their temporary values. The workload
// `waitingThree` measures this.
extension Box<ErrorContext> {
    @inline(never)
    init(context: ErrorContext) {
        self.init(context)
        value.cutBody()
    }

    /// Returns the context with missing values filled from the arguments.
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

    /// Returns the context with its values replaced by the arguments.
    @inline(never)
    func replacing(_ code: RequestErrorCode?, _ message: String?, _ userText: String?) -> Box {
        var box = self
        if let code { box.value.code = code }
        if let message { box.value.text = { message } }
        if let userText { box.value.userText = userText }
        return box
    }
}
