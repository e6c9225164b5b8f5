import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Transport {
    /// Wraps the sending of every message in a function.
    ///
    /// The function can change the message, inspect the response, send again, or not send at all.
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
    /// Each decorator wraps the ones before it: the last in the chain gets the message first and the response last.
    ///
    /// ```text
    /// session.retrying().authenticating(with: tokens).logging(to: log)
    ///
    /// call → logging → authenticating → retrying → session → server
    /// ```
    ///
    /// The function runs once for each call, in the task of the call, and not for the redirects that a transport follows; for
    /// these, see ``adaptingEachHop(_:)``. The message that it passes on is checked again before it is sent: a line break in a
    /// field is an error. If you don't pass a body on, release it, which ends its exchange.
    ///
    /// - Parameter adapt: Gets the message, and a function that sends one, which can be called several times. The sender gets the
    ///   errors that it throws.
    /// - Returns: A transport that sends with the function. Store it as `any Transport`, which has all decorators, too.
    public func adapting(
        _ adapt:
            @escaping @Sendable (_ request: OutgoingRequest, _ next: NextTransport) async throws ->
            TransportResponse
    ) -> some Transport {
        AdaptedTransport(base: self, adapt: adapt)
    }
}

/// A transport that sends through a function: ``Transport/adapting(_:)``, and all decorators built on it.
///
/// Decorators return it as `some Transport`: a result type that names the base can't be used on an `any Transport`.
///
/// It is a class, so that the function that it passes on retains one object, and not a copy of each layer below.
final class AdaptedTransport<Base: Transport>: Transport {
    /// The wrapped transport.
    private let base: Base
    private let adapt: @Sendable (OutgoingRequest, NextTransport) async throws -> TransportResponse

    init(base: Base, adapt: @escaping @Sendable (OutgoingRequest, NextTransport) async throws -> TransportResponse) {
        self.base = base
        self.adapt = adapt
    }

    /// Sends a message through the function.
    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        // Without a list of captured values: such a closure would change the executor (Swift 6.3).
        try await adapt(request) { message in
            var message = message
            let names = message.options.sensitiveNames
            if !names.isEmpty { message.header.markSensitive(named: names) }
            do {
                let response = try await self.base.send(message)
                guard message.differs(from: request) else { return response }
                return TransportResponse(head: response.head.asResponse(to: message), body: response.body)
            } catch {
                throw message.differs(from: request) ? message.hidingSecrets(in: error) : error
            }
        }
    }
}

extension AdaptedTransport: CustomStringConvertible, CustomReflectable {
    /// The type of the wrapped transport.
    var description: String { "\(Base.self), adapted" }

    /// A mirror for `dump` that only shows the type of the wrapped transport, because a transport may hold credentials.
    var customMirror: Mirror { Mirror(self, children: ["base": "\(Base.self)"], displayStyle: .struct) }
}

extension OutgoingRequest {
    /// Returns whether a decorator may have added a secret that the received message does not have.
    func differs(from request: OutgoingRequest) -> Bool {
        !isCopy(of: request) && (url != request.url || header != request.header)
    }

    /// Returns an error of an inner transport without the secrets that outer decorators don't know.
    func hidingSecrets(in error: any Error) -> any Error {
        switch error {
        case let error as TransportError: error.with(request: self) as TransportError
        // The texts of these errors are removed when they are converted to a ``TransportError``.
        case is CancellationError, is URLError, is any AnyRequestError: error
        default: ErrorScrubber.scrub(error, secrets: secretTexts)
        }
    }
}
