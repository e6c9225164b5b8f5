import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Transport {
    /// Surrounds the sending of every message by a function: it changes the message, looks at the answer, sends again, or does not
    /// send at all.
    ///
    /// ```swift
    /// let transport = URLSession.shared
    ///     .adapting { request, next in
    ///         var request = request
    ///         request.header.set(HeaderField("X-Request-ID", UUID().uuidString))
    ///         let response = try await next(request)
    ///         if response.head.status == .serviceUnavailable { return try await next(request) }
    ///         return response
    ///     }
    /// ```
    ///
    /// What stands further down the chain is further out: it gets the message first and the answer last.
    ///
    /// ```text
    /// session.retrying().authenticating(with: tokens).logging(to: log)
    ///
    /// call → logging → authenticating → retrying → session → server
    /// ```
    ///
    /// The function runs anew for each call, in the task of the call, and not for the redirects that a transport follows. What it
    /// hands on is checked once more before it is sent, as by ``OutgoingRequest/validate()``: a line break in a field is an error.
    /// A body that is not handed on is best dropped, which ends its exchange.
    ///
    /// - Parameter adapt: Gets the message, and what sends one, as often as it is called. What it throws is what the sender gets.
    /// - Returns: A transport that sends by the function. Store it as `any Transport`, which has all decorators, too.
    public func adapting(
        _ adapt:
            @escaping @Sendable (_ request: OutgoingRequest, _ next: NextTransport) async throws ->
            TransportResponse
    ) -> some Transport {
        AdaptedTransport(base: self, adapt: adapt)
    }
}

/// What sends a message further in, to the transport that is surrounded.
public typealias NextTransport = @Sendable (OutgoingRequest) async throws -> TransportResponse

/// A transport whose sending is surrounded by a function: ``Transport/adapting(_:)``, and all that is built on it.
///
/// Decorators return it as `some Transport`: a result that names the type of its base can't be had from an `any Transport`.
struct AdaptedTransport<Base: Transport>: Transport {
    /// What is surrounded.
    let base: Base
    let adapt: @Sendable (OutgoingRequest, NextTransport) async throws -> TransportResponse

    /// Has the function send a message.
    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await adapt(request) { [base] message in
            var message = message
            let names = message.options.isSecret
            if !names.isEmpty { message.header.markSensitive(named: names) }
            do {
                let response = try await base.send(message)
                guard message.differs(from: request) else { return response }
                return TransportResponse(head: response.head.answering(message), body: response.body)
            } catch {
                throw message.differs(from: request) ? message.hidingSecrets(in: error) : error
            }
        }
    }
}

extension AdaptedTransport: CustomStringConvertible, CustomReflectable {
    /// What is surrounded, by its type.
    var description: String { "\(Base.self), adapted" }

    /// What `dump` shows: the type of what is surrounded, as a transport may hold credentials.
    var customMirror: Mirror { Mirror(self, children: ["base": "\(Base.self)"], displayStyle: .struct) }
}

extension OutgoingRequest {
    /// Whether a decorator may have put a secret into the message that the one it got does not have.
    fileprivate func differs(from request: OutgoingRequest) -> Bool {
        url != request.url || header != request.header
    }

    /// An error from further in, which must not show what whoever is further out does not know to be secret.
    fileprivate func hidingSecrets(in error: any Error) -> any Error {
        switch error {
        case let error as TransportError: error.with(request: self) as TransportError
        // Whoever makes it an error of ours leaves its texts out.
        case is CancellationError, is URLError, is any AnyRequestError: error
        default: ErrorScrubber.scrub(error, secrets: secretTexts)
        }
    }
}
