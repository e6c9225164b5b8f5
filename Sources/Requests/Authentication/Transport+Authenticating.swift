public import Foundation

extension Transport {
    /// Adds the credentials of an API to its messages, and gets new ones where they are refused or about to expire.
    ///
    /// ```swift
    /// let session = URLSession.shared.retrying().authenticating(with: tokens)
    /// let account = try await session.perform(api.get(.json(Account.self), from: "/account").authentication(.required))
    /// ```
    ///
    /// A message is left as it is where it has an `Authorization` of its own, says ``AuthenticationRequirement/none``, or goes to
    /// another origin than ``CredentialStore/baseURL``.
    ///
    /// After a 401 the credentials are refreshed once, however many calls were refused together, and each of these is sent once more,
    /// if its body can be made again; a second 401 is the answer. Credentials that expire are refreshed before: a call that would
    /// use them within `leeway` of their end waits for new ones. Cancelling a call ends its waiting, and leaves the refresh to the
    /// others. A refresh that is refused ends the calls that wait for it with ``RequestErrorCode/authenticationFailed``; one that
    /// fails by the network or with one of ``RetryPolicy/statuses``, or takes too long, with the code of that. The next call tries
    /// again.
    ///
    /// Nothing is refreshed for somebody who has signed out, and no call goes out with the credentials of somebody else who has
    /// signed in since it began: where it was refused it ends with ``RequestErrorCode/credentialsMissing``.
    ///
    /// - Parameters:
    ///   - store: Where the credentials are.
    ///   - leeway: How long before their end credentials are refreshed: 30 seconds by default.
    ///   - timeLimit: How long a refresh may take in real time: a minute by default. Then it is cancelled, and has failed with
    ///     ``RequestErrorCode/timedOut``. Give a short one to test that.
    ///   - date: What the date is, which tells whether credentials have expired.
    /// - Returns: A transport that authenticates.
    public func authenticating<Store: CredentialStore>(
        with store: Store, leeway: Duration = .seconds(30), timeLimit: Duration = .seconds(60),
        date: @escaping @Sendable () -> Date = { Date() }
    ) -> some Transport {
        let authenticator = Authenticator(
            store: store, leeway: leeway / .seconds(1), timeLimit: timeLimit, date: date)
        return adapting { request, next in try await authenticator.send(request, next) }
    }

    /// Signs messages by a function that sees each as it goes out, body included.
    ///
    /// ```swift
    /// let session = URLSession.shared.signing { request in
    ///     request.header.set(HeaderField("X-Signature", try await signer.signature(of: request)))
    /// }
    /// ```
    ///
    /// It signs what goes to any host, but no message that says ``AuthenticationRequirement/none``: look at the URL of the message
    /// if a transport serves several APIs.
    ///
    /// What the function adds is sensitive: no description, log or error shows it. What it throws becomes
    /// ``RequestErrorCode/authenticationFailed``. With ``retrying(_:budget:clock:using:date:)`` further down the chain, each
    /// attempt is signed anew.
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
                throw TransportError.authenticationFailed("what signs requests", error).with(request: request)
                    as TransportError
            }
            message.markSensitive(addedSince: request)
            return try await message.sent(by: next)
        }
    }
}

extension OutgoingRequest {
    /// Checks and sends a message to which credentials were added; an error has it with it, so that its texts hide them.
    func sent(by next: NextTransport) async throws -> TransportResponse {
        var message = self
        do {
            try message.check()
            return try await next(message)
        } catch {
            throw TransportError(anyError: error).with(request: message) as TransportError
        }
    }
}

extension RequestError<Never> {
    /// The error of what proves who sends a request.
    ///
    /// Where it was the network, a status that passes, or nobody is signed in, the code says so: nothing was refused.
    static func authenticationFailed(_ what: String, _ error: any Error) -> TransportError {
        // That of somebody else cancels no call.
        if error is CancellationError, Task.isCancelled { return TransportError(anyError: error) }
        let known = TransportError(anyError: error)
        let code = known.code
        if code == .credentialsMissing {
            return TransportError(code: code, message: known.message, underlyingError: known.underlyingError)
        }
        let passing = known.head.flatMap { RetryPolicy.default.statuses.contains($0.status) ? $0 : nil }
        let isRefused = passing == nil && !RetryPolicy.default.codes.contains(code)
        // Not its text: an error of what holds the credentials may print them.
        let text =
            error is any AnyRequestError || !isRefused ? "failed: \(code)" : "threw \(ErrorText.typeText(of: error))"
        return TransportError(
            code: isRefused ? .authenticationFailed : code, message: "\(what) \(text)", underlyingError: error,
            // Not that of the call, which was a 401.
            head: passing)
    }
}
