public import Foundation

extension Transport {
    /// Sends a request and decodes its response.
    ///
    /// ```swift
    /// let user = try await URLSession.shared.perform(GitHub.live.get(.json(User.self), from: "/users/ada"))
    /// ```
    ///
    /// Neither sending nor decoding runs on the caller's actor.
    ///
    /// - Parameter request: The request.
    /// - Returns: The resource that the request's decoder made.
    /// - Throws: A ``RequestError`` if the request can't be resolved, no response arrives, or the response isn't accepted or
    ///   can't be decoded. If the task is cancelled, the code is ``RequestErrorCode/cancelled``.
    @concurrent
    @discardableResult
    public func perform<R: RequestConvertible>(_ request: R) async throws(RequestError<R.Failure>) -> R.Resource {
        // Call an internal function, so that clients can't specialize the work: Swift 6.3's optimizer crashes on
        // top-level code that passes a global class to a specialized function with a typed error (`.ci/toplevel`).
        try await response(for: request, reportingTo: nil).resource
    }

    /// Sends a request, decodes its response, and returns the resource with the head.
    ///
    /// ```swift
    /// let (head, user) = try await session.response(for: request)
    /// head.header["ETag"]
    /// ```
    ///
    /// - Throws: The errors of ``perform(_:)``.
    @concurrent
    public func response<R: RequestConvertible>(
        for request: R
    ) async throws(RequestError<R.Failure>) -> (head: ResponseHead, resource: R.Resource) {
        try await response(for: request, reportingTo: nil)
    }

    /// Sends a request, decodes its response, and also reports the progress to a mailbox.
    func response<R: RequestConvertible>(
        for request: R, reportingTo mailbox: ProgressMailbox?
    ) async throws(RequestError<R.Failure>) -> (head: ResponseHead, resource: R.Resource) {
        var message: OutgoingRequest
        do {
            message = try request.resolve()
        } catch {
            throw request.replacement(for: error)
        }
        message.beginCall()
        let progress = message.countProgress(for: mailbox)
        defer { progress?.end() }
        // If the progress is observed, deliver the body in chunks: a body that is delivered at once reports no
        // progress.
        message.context.reading = progress == nil ? .whole : .chunks
        var head: ResponseHead?
        do {
            var response = try await send(message)
            head = response.head
            progress?.responseBegan()
            if progress != nil, request.accepts(response.head.status) {
                let body = response.body.counted(by: progress, of: response.head, for: message)
                response = TransportResponse(head: response.head, body: body)
            }
            let data = try await response.collect(for: message)
            let resource = try request.decoded(from: response.head, data, for: message)
            return (response.head.hidingSecrets(of: message), resource)
        } catch let error as RequestError<R.Failure> where error.request != nil {
            throw request.replacement(for: error)
        } catch {
            throw request.replacement(for: TransportError(anyError: error).with(request: message, head: head))
        }
    }
}

extension RequestConvertible {
    /// Makes the resource from a response, for a client that doesn't send requests with a ``Transport``.
    ///
    /// ```swift
    /// let (data, response) = try await client.load(request.toURLRequest())
    /// let user = try request.resource(from: ResponseHead(response), data)
    /// ```
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - data: The body of the response.
    ///   - message: The sent message, for error texts.
    /// - Returns: The resource that the request's decoder made.
    /// - Throws: ``RequestErrorCode/unacceptableStatus`` with the decoded failure, ``RequestErrorCode/validationFailed``,
    ///   ``RequestErrorCode/decodingFailed``, ``RequestErrorCode/emptyBody``, the error of a custom decoder, or an error that the
    ///   API replaces any of these with.
    public func resource(
        from head: ResponseHead, _ data: Data, for message: OutgoingRequest? = nil
    ) throws(RequestError<Failure>) -> Resource {
        do throws(RequestError<Failure>) {
            return try decoded(from: head, data, for: message)
        } catch {
            throw replacement(for: error)
        }
    }

    /// Returns whether a status is accepted: by the decoder if it declares statuses, otherwise by the request.
    func accepts(_ status: HTTPStatus) -> Bool {
        accepts(status, decoding: responseDecoder)
    }

    private func accepts(_ status: HTTPStatus, decoding decoder: ResponseDecoder<Resource>) -> Bool {
        guard let own = decoder.extras?.acceptableStatus else { return acceptableStatus.contains(status) }
        return own.contains(status)
    }

    /// Makes the resource from a response; errors are passed on unchanged.
    func decoded(
        from head: ResponseHead, _ data: Data, for message: OutgoingRequest?
    ) throws(RequestError<Failure>) -> Resource {
        let decoder = responseDecoder
        guard accepts(head.status, decoding: decoder) else {
            throw unacceptableStatus(of: head, data, for: message)
        }
        do {
            try validate(head, data)
        } catch {
            throw validationFailed(by: error, head, data, for: message)
        }
        do {
            var coding = coding
            let envelope = envelope
            if !envelope.isNone { coding.envelope = envelope }
            return try decoder.run(head, data, coding)
        } catch let error as UndeclaredFailure {
            throw unacceptableStatus(of: head, data, for: message, because: error.cause)
        } catch let error as TransportError {
            throw error.with(request: message, head: head, body: data)
        } catch let error as RejectedValue {
            throw validationFailed(by: error.cause, head, data, for: message)
        } catch {
            let context = ErrorContext(
                code: .decodingFailed,
                text: {
                    "\(head.subject(message)) could not be decoded as \(Resource.self): "
                        + ErrorText.developerText(of: error)
                }, cause: error, request: message, received: head, body: data)
            throw RequestError(Box(context: context))
        }
    }

    /// Returns the error for a response whose status the request doesn't accept.
    // If this function were inlined, each success would also look up the failure type. The workload `loopback` measures
    // this.
    @inline(never)
    package func unacceptableStatus(
        of head: ResponseHead, _ data: Data, for message: OutgoingRequest?, because cause: (any Error)? = nil,
        accepting status: StatusSet? = nil
    ) -> RequestError<Failure> {
        let (failure, misfit) = failure(from: head, data)
        // A decoded failure explains the error better than the cause does, so it replaces the cause.
        let cause = failure == nil ? cause : nil
        let accepted = status ?? responseDecoder.extras?.acceptableStatus ?? acceptableStatus
        // A failure's own description is better than the server's text.
        let hasSaid = (message?.options ?? options).includesServerMessage && !(failure is any CustomStringConvertible)
        let declared = responseDecoder.extras?.failureTypes[head.status]
        let said = hasSaid && data.count <= ServerMessage.bodyLimit ? data : Data()
        let text = { @Sendable in
            let request = message.map { "\($0)\(head.redirectClause(for: $0))" } ?? "the request"
            var text = "\(request) returned \(head.status)" + (head.notes.history?.clause ?? "")
            if !head.notes.otherOrigins.isEmpty {
                let origins = head.notes.otherOrigins.joined(separator: ", ")
                text += "; the request was sent without credentials, because the credentials are for \(origins)"
            }
            if let cause {
                text += "; the response could not be decoded as \(Resource.self): \(ErrorText.developerText(of: cause))"
            } else if head.status.isSuccess {
                // Don't mention that the body of a successful response isn't a failure.
                text += ", but the accepted statuses are: \(accepted.shown)"
            } else if let declared {
                text += "; the endpoint declares the response body as \(declared): decode the body with `decodeBody`"
            } else if let misfit {
                text +=
                    "; the response body could not be decoded as \(Failure.self): \(ErrorText.developerText(of: misfit))"
            }
            let secrets = (message?.secretTexts ?? []) + head.secretTexts
            return text + (ServerMessage.text(in: head, said, hiding: secrets).map { "; the server says \($0)" } ?? "")
        }
        var sent = message
        if let history = head.notes.history { sent?.options.attempt = history.attempts }
        let context = ErrorContext(
            code: .unacceptableStatus, text: text, request: sent, received: head, body: data, failure: failure)
        return RequestError(Box(context: context))
    }

    /// Returns the error for a response that a check rejected.
    @inline(never)
    private func validationFailed(
        by error: any Error, _ head: ResponseHead, _ data: Data, for message: OutgoingRequest?
    ) -> RequestError<Failure> {
        if let error = error as? RequestError<Failure> {
            return error.with(request: message, head: head, body: data)
        }
        return TransportError.validationFailed(by: error, of: head.subject(message))
            .with(request: message, head: head, body: data)
    }

    /// Returns the decoded failure, or the reason why the body can't be decoded as one.
    private func failure(from head: ResponseHead, _ data: Data) -> (value: Failure?, misfit: (any Error)?) {
        if Failure.self == Never.self { return (nil, nil) }
        // A type that isn't Decodable has a custom decoder, which may need only the head.
        if data.isEmpty, Failure.self is any Decodable.Type { return (nil, nil) }
        do {
            // The body is decoded unchanged: only successful responses have an envelope.
            return (try failureDecoder.decode(head, data, coding: coding), nil)
        } catch {
            return (nil, error)
        }
    }
}

extension TransportError {
    /// Returns the error for a response that a check rejected; a ``RequestError`` keeps its code.
    static func validationFailed(by error: any Error, of subject: String) -> TransportError {
        if error is any AnyRequestError { return TransportError(anyError: error) }
        return TransportError(
            code: .validationFailed, message: "a check of \(subject) failed: \(ErrorText.developerText(of: error))",
            underlyingError: error
        )
    }
}

extension TransportError {
    /// Converts any error that a transport threw.
    @inline(never)
    package init(anyError error: any Error) {
        switch error {
        case let error as TransportError:
            self = error
        case let error as any AnyRequestError:
            self.init(
                code: error.code, message: error.message, underlyingError: error.underlyingError,
                request: error.request, head: error.head, body: error.body, userText: error.userText
            )
        case is CancellationError:
            self.init(code: .cancelled, message: "the task was cancelled")
        case let error as URLError:
            self.init(urlError: error)
        default:
            self.init(
                code: .transportFailed,
                message: "the transport failed: \(ErrorText.developerText(of: error))",
                underlyingError: error
            )
        }
    }
}
