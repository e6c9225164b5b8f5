public import Foundation

extension Transport {
    /// Adds an API's credentials to its messages, and refreshes credentials that are refused or about to expire.
    ///
    /// ```swift
    /// let session = URLSession.shared.retrying().authenticating(with: tokens)
    /// let account = try await session.perform(api.get(.json(Account.self), from: "/account").authentication(.required))
    /// ```
    ///
    /// A message is left unchanged if it already contains an `Authorization` field, has
    /// ``AuthenticationRequirement/none``, or is sent to an origin other than that of ``CredentialStore/baseURL``.
    ///
    /// After a 401, the credentials are refreshed once for all calls that were refused. Each of these calls is sent once more
    /// if its body is repeatable. If the server responds with a second 401, the call returns it. Credentials are also
    /// refreshed before they expire, by the first call within `leeway` of their expiry. While the old credentials are
    /// valid, calls wait at most a tenth of `leeway` for that refresh. Refreshed credentials with a short lifetime are
    /// used for at least half of that lifetime. Cancelling a call ends its wait, but the refresh continues for the
    /// other calls.
    ///
    /// If a refresh is refused, the calls that wait for it end with ``RequestErrorCode/authenticationFailed``. If the
    /// refresh times out, or fails because of the network or with one of ``RetryPolicy/statuses``, the calls end with
    /// the code of that failure. The next call starts a new refresh.
    ///
    /// After a sign-out, nothing is refreshed. A call never uses the credentials of a different user who has signed in
    /// since the call began: if the call is refused, it ends with ``RequestErrorCode/credentialsMissing``.
    ///
    /// - Parameters:
    ///   - store: The store of the credentials.
    ///   - leeway: The time before the expiry of credentials at which they are refreshed: 30 seconds by default.
    ///   - timeLimit: The longest duration of a refresh in real time: a minute by default. A longer refresh is cancelled and
    ///     fails with ``RequestErrorCode/timedOut``. If the refresh ignores its cancellation, the next refresh begins
    ///     only after that one has ended. To test a timeout, pass a short limit.
    ///   - date: Returns the current date, which decides whether credentials have expired.
    /// - Returns: A transport that authenticates.
    public func authenticating<Store: CredentialStore>(
        with store: Store, leeway: Duration = .seconds(30), timeLimit: Duration = .seconds(60),
        date: @escaping @Sendable () -> Date = { Date() }
    ) -> some Transport {
        let authenticator = Authenticator(
            store: store, leeway: leeway / .seconds(1), timeLimit: timeLimit, date: date)
        return adapting { request, next in try await authenticator.send(request, next) }
    }

    /// Signs messages with a function that receives each message as it is sent, including its body.
    ///
    /// ```swift
    /// let session = URLSession.shared.signing { request in
    ///     request.header.set(HeaderField("X-Signature", try await signer.signature(of: request)))
    /// }
    /// ```
    ///
    /// The transport signs messages to any host, except those with ``AuthenticationRequirement/none``. If several APIs share the
    /// transport, check the URL of the message.
    ///
    /// The function's changes are sensitive: no description, log or error shows them. If the function throws, the call
    /// ends with ``RequestErrorCode/authenticationFailed``. Put ``retrying(_:budget:clock:using:date:)`` after
    /// `signing` in the chain to sign each attempt anew.
    ///
    /// - Parameter sign: Changes the message.
    /// - Returns: A transport that signs.
    public func signing(
        by sign: @escaping @Sendable (inout OutgoingRequest) async throws -> Void
    ) -> some Transport {
        adapting { request, next in
            guard request.options.authentication != .none else { return try await next(request) }
            var message = request
            do {
                try await sign(&message)
            } catch {
                throw TransportError.authenticationFailed("the signing function", error).with(request: request)
                    as TransportError
            }
            message.markSensitive(addedSince: request)
            return try await message.sent(by: next)
        }
    }
}

extension OutgoingRequest {
    /// Checks and sends a message that has credentials.
    ///
    /// An error of the call contains the message, so that the error's description hides the message's credentials.
    consuming func sent(by next: NextTransport) async throws -> TransportResponse {
        do {
            try check()
            return try await next(self)
        } catch {
            throw TransportError(anyError: error).with(request: self) as TransportError
        }
    }
}

extension TransportError {
    /// Returns the error of a failed refresh or signature.
    ///
    /// For a network error, a temporary status or missing credentials, the error has the code of its cause, because
    /// nothing was refused.
    static func authenticationFailed(_ what: String, _ error: any Error) -> TransportError {
        // A cancellation of other work does not cancel this call.
        if error is CancellationError, Task.isCancelled { return TransportError(anyError: error) }
        let known = TransportError(anyError: error)
        let code = known.code
        if code == .credentialsMissing {
            return TransportError(code: code, message: known.message, underlyingError: known.underlyingError)
        }
        let isRefused = !RetryPolicy.default.isTemporary(known)
        // The error's description is omitted, because an error of the credential store may contain the credentials.
        let text =
            error is any AnyRequestError || !isRefused ? "failed: \(code)" : "threw \(ErrorText.typeText(of: error))"
        return TransportError(
            code: isRefused ? .authenticationFailed : code, message: "\(what) \(text)", underlyingError: error,
            // A temporary response may contain Retry-After. The head of the call is omitted: it was a 401.
            head: !isRefused && code == .unacceptableStatus ? known.head : nil)
    }
}
