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
    /// Each decorator wraps the decorators before it: the last in the chain receives the message first and the response
    /// last.
    ///
    /// ```text
    /// session.retrying().authenticating(with: tokens).logging(to: log)
    ///
    /// call → logging → authenticating → retrying → session → server
    /// ```
    ///
    /// The function runs once per call, in the call's task. It doesn't run again for redirects: see
    /// ``adaptingEachHop(_:)`` for a function that does. The message that the function passes on is checked again
    /// before it's sent: a line break in a field throws an error. If you don't return a response's body, release the
    /// body to end its exchange.
    ///
    /// - Parameter adapt: Receives the message, and a function that sends a message and can be called several times. The
    ///   sender receives errors that `adapt` throws.
    /// - Returns: A transport that sends with the function. Store it as `any Transport`, which also supports all decorators.
    public func adapting(
        _ adapt:
            @escaping @Sendable (_ request: OutgoingRequest, _ next: NextTransport) async throws ->
            TransportResponse
    ) -> some Transport {
        AdaptedTransport(base: self, adapt: adapt)
    }
}

/// A transport that sends through a function, for ``Transport/adapting(_:)`` and all decorators built on it.
///
/// Decorators return this type as `some Transport`: a method whose result type contains the base can't be called on an
/// `any Transport`.
///
/// The type is a class, so that its closure retains one object instead of a copy of each layer below.
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
        // Don't add a capture list: such a closure would change the executor (Swift 6.3).
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

    /// A mirror for `dump` that shows only the type of the wrapped transport, because its properties may contain credentials.
    var customMirror: Mirror { Mirror(self, children: ["base": "\(Base.self)"], displayStyle: .struct) }
}

extension OutgoingRequest {
    /// Returns whether a decorator may have added a secret to the received message.
    func differs(from request: OutgoingRequest) -> Bool {
        !isCopy(of: request) && (urlText != request.urlText || header != request.header)
    }

    /// Returns an inner transport's error without the secrets that outer decorators don't know.
    func hidingSecrets(in error: any Error) -> any Error {
        switch error {
        case let error as TransportError: error.with(request: self) as TransportError
        // Converting these errors to a ``TransportError`` removes their texts.
        case is CancellationError, is URLError, is any AnyRequestError: error
        default: ErrorScrubber.scrub(error, secrets: secretTexts)
        }
    }
}
