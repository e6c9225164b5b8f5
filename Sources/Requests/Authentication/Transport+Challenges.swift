import Foundation

extension Transport {
    /// Responds to the challenges of an API's server, by sending a message again with credentials after a 401.
    ///
    /// ```swift
    /// let session = URLSession.shared
    ///     .authenticating(with: .basic(user: "ada", password: password, for: api.baseURL))
    /// let inbox = try await session.perform(api.get(.json([String].self), from: "/inbox"))
    /// ```
    ///
    /// A message is left unchanged if it already contains an `Authorization` field, has
    /// ``AuthenticationRequirement/none``, or is sent to an origin other than that of the responder's base URL.
    /// Redirects don't send the credentials to a different origin.
    ///
    /// With Basic or Digest, the first message is sent without credentials, even with ``AuthenticationRequirement/required``.
    /// Later messages contain credentials from the start if the scheme allows that. The call returns the 401 if the
    /// server refuses the credentials, or if the message can't be sent again because its body isn't repeatable.
    ///
    /// Wherever ``keepingCookies(in:)`` and ``honoringRateLimits(longestDelay:clock:date:)`` are in the chain, they receive
    /// each 401. Each hop of a redirect, and each attempt of ``retrying(_:budget:clock:using:date:)``, can be challenged. A
    /// custom transport must send with ``OutgoingRequest/send(by:)``.
    ///
    /// - Parameter responder: The credentials and their scheme. Several transports can share a responder.
    /// - Returns: A transport that authenticates.
    public func authenticating(with responder: ChallengeResponder) -> some Transport {
        let authenticator = ChallengeAuthenticator(responder)
        return adaptingEachHop(.sendsAgain) { request, next in try await authenticator.send(request, next) }
    }
}

/// A decorator that sends messages with the credentials that their server asks for.
private struct ChallengeAuthenticator: Sendable {
    private let responder: ChallengeResponder
    /// The only origin that gets credentials; `nil` if the base URL has no origin.
    private let origin: URLOrigin?

    init(_ responder: ChallengeResponder) {
        self.responder = responder
        origin = URLText.origin(of: Array(responder.baseURL.absoluteString.utf8))
    }

    func send(_ request: OutgoingRequest, _ next: NextTransport) async throws -> TransportResponse {
        guard request.options.authentication != .none, !request.header.contains(.authorization) else {
            return try await next(request)
        }
        guard let origin, URLText.origin(of: Array(request.urlText.utf8)) == origin else {
            return try await request.sent(by: next, withoutCredentialsFor: responder.baseURL)
        }
        var attempt = 0
        var credentials = try await made(for: request) { try await responder.scheme.credentials(for: request) }
        while true {
            var message = message(request, with: credentials)
            let canRepeat = request.body.canBeMadeAgain
            if canRepeat { message.context.isResentAfterUnauthorized = true }
            let response = try await next(message)
            guard response.head.status == .unauthorized, response.head.comes(from: origin) else {
                return try checked(response, to: message, by: credentials)
            }
            let make = responder.scheme.response(
                to: response.head.challenges, for: request, refused: credentials, attempt: canRepeat ? attempt : nil)
            guard let make, canRepeat, let new = try await made(for: request, response.head, by: make)
            else { return response }
            await response.drain()
            request.options.progressObserver?.willSend(request.body)
            credentials = new
            attempt += 1
        }
    }

    private func made(
        for request: OutgoingRequest, _ head: ResponseHead? = nil,
        by make: () async throws -> ChallengeCredentials?
    ) async throws -> ChallengeCredentials? {
        do {
            return try await make()
        } catch {
            throw TransportError(anyError: error).with(request: request, head: head) as TransportError
        }
    }

    private func message(
        _ request: OutgoingRequest, with credentials: ChallengeCredentials?
    ) -> OutgoingRequest {
        var message = request
        if let credentials {
            #if DEBUG
            message.context.order.pass(.credentials)
            #endif
            message.header.set(HeaderField(.authorization, credentials.authorization, isSensitive: true))
            message.context.credentialSecrets += credentials.secrets
        } else if request.options.authentication == .required {
            // There are credentials, but the server has not asked for them yet.
            message.changeLegally { $0.options.authentication = .optional }
        }
        return message
    }

    private func checked(
        _ response: TransportResponse, to message: OutgoingRequest, by credentials: ChallengeCredentials?
    ) throws -> TransportResponse {
        guard let credentials else { return response }
        do {
            return try credentials.check(response)
        } catch {
            throw TransportError(anyError: error).with(request: message, head: response.head) as TransportError
        }
    }
}
