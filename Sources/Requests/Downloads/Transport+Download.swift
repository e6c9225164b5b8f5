public import Dispatch
public import Foundation

extension Transport {
    /// Sends a request, and writes the content of its response to a file.
    ///
    /// ```swift
    /// let head = try await session.download(api.get(from: "/big.iso"), to: fileURL)
    /// ```
    ///
    /// Each chunk is written to a temporary file beside the destination as it arrives. Only a complete download is
    /// moved to the destination, and replaces an existing file.
    ///
    /// A failed response isn't written: it's decoded as the API's failure, as in ``perform(_:)``. An accepted 304 or a
    /// response to HEAD leaves the file unchanged.
    ///
    /// The request asks for uncompressed content, and fails with ``RequestErrorCode/malformedResponse`` if the content
    /// is compressed. If you set `Accept-Encoding`, compressed content is accepted and decompressed; with
    /// ``CompressionPolicy/asReceived``, it's saved as it arrives.
    ///
    /// With ``retrying(_:budget:clock:using:date:)``, a GET whose content breaks off requests only the rest, with `Range` and
    /// `If-Range` (RFC 9110, sections 13.1.5 and 14.2). If the server sent no strong entity tag or date, or if the content has
    /// changed, the download starts again. After an attempt that brought new bytes, ``RetryPolicy/attemptLimit``
    /// and ``RetryPolicy/timeLimit`` start again, and the budget isn't charged: only attempts without new bytes count.
    ///
    /// With `resuming`, the received part of a failed GET is also stored beside the destination, in the directory `name.partial`.
    /// The next download of the same request then requests only the rest, in the same way.
    ///
    /// - Parameters:
    ///   - request: The request; its response decoder isn't used.
    ///   - destination: The URL of the file. Its directory must exist.
    ///   - isResuming: Whether to continue a failed download, and to keep the received part if this download fails.
    /// - Returns: The head of the last response.
    /// - Throws: The errors of ``perform(_:)``, ``RequestErrorCode/fileWriteFailed``, ``RequestErrorCode/connectionLost`` if
    ///   fewer bytes than declared arrive, and ``RequestErrorCode/responseTooLarge`` above ``TransportPolicy/downloadSizeLimit``.
    @concurrent
    @discardableResult
    public func download<R: RequestConvertible>(
        _ request: R, to destination: URL, resuming isResuming: Bool = false
    ) async throws(RequestError<R.Failure>) -> ResponseHead {
        try await download(request, to: destination, resuming: isResuming, reportingTo: nil)
    }

    /// Downloads, and also reports the progress to a mailbox.
    func download<R: RequestConvertible>(
        _ request: R, to destination: URL, resuming isResuming: Bool, reportingTo mailbox: ProgressMailbox?
    ) async throws(RequestError<R.Failure>) -> ResponseHead {
        var message: OutgoingRequest
        do {
            message = try request.resolve().preparedForDownload()
        } catch {
            throw request.replacement(for: error)
        }
        let progress = message.countProgress(for: mailbox)
        defer { progress?.end() }
        var head: ResponseHead?
        do {
            let download = try Download(
                message, to: destination, resuming: isResuming, accepting: request.acceptableStatus, progress: progress
            )
            switch try await download.run(on: self, head: &head) {
            case .saved(let head):
                return head.hidingSecrets(of: message)
            case .refused(let response):
                let data = try await response.collect(for: message)
                throw request.unacceptableStatus(of: response.head, data, for: message)
            }
        } catch let error as RequestError<R.Failure> where error.request != nil {
            throw request.replacement(for: error)
        } catch {
            throw request.replacement(for: TransportError(anyError: error).with(request: message, head: head))
        }
    }

    /// Returns the events of a download, which works like ``download(_:to:resuming:)``.
    ///
    /// The resource of the last event is the URL of the file.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - destination: The URL of the file. Its directory must exist.
    ///   - isResuming: Whether to continue a failed download, and to keep the received part if this download fails.
    /// - Returns: The events, which throw the errors of the download.
    public func events<R: RequestConvertible>(
        ofDownloading request: R, to destination: URL, resuming isResuming: Bool = false
    ) -> TransferEvents<URL, R.Failure> {
        TransferEvents { mailbox async throws(RequestError<R.Failure>) in
            let head = try await download(request, to: destination, resuming: isResuming, reportingTo: mailbox)
            return (head, destination)
        }
    }
}

extension Transport {
    /// Downloads, and calls a function on the main actor with the response's head or the error.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - destination: The URL of the file. Its directory must exist.
    ///   - isResuming: Whether to continue a failed download, and to keep the received part if this download fails.
    ///   - completionHandler: The function, called once, even if the task is cancelled.
    /// - Returns: The task of the download. After a cancellation, the function receives ``RequestErrorCode/cancelled``.
    @discardableResult
    public func download<R: RequestConvertible>(
        _ request: R, to destination: URL, resuming isResuming: Bool = false,
        completionHandler: @escaping @MainActor @Sendable (Result<ResponseHead, RequestError<R.Failure>>) -> Void
    ) -> Task<Void, Never> {
        Task.detached { await completionHandler(await outcome(of: request, to: destination, resuming: isResuming)) }
    }

    /// Downloads, and calls a function on a queue with the response's head or the error.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - destination: The URL of the file. Its directory must exist.
    ///   - isResuming: Whether to continue a failed download, and to keep the received part if this download fails.
    ///   - callbackQueue: The queue that calls the function.
    ///   - completionHandler: The function, called once, even if the task is cancelled.
    /// - Returns: The task of the download. After a cancellation, the function receives ``RequestErrorCode/cancelled``.
    @discardableResult
    public func download<R: RequestConvertible>(
        _ request: R, to destination: URL, resuming isResuming: Bool = false, callbackQueue: DispatchQueue,
        completionHandler: @escaping @Sendable (Result<ResponseHead, RequestError<R.Failure>>) -> Void
    ) -> Task<Void, Never> {
        Task.detached {
            let outcome = await outcome(of: request, to: destination, resuming: isResuming)
            callbackQueue.async { completionHandler(outcome) }
        }
    }

    private func outcome<R: RequestConvertible>(
        of request: R, to destination: URL, resuming isResuming: Bool
    ) async -> Result<ResponseHead, RequestError<R.Failure>> {
        do throws(RequestError<R.Failure>) {
            return .success(try await download(request, to: destination, resuming: isResuming))
        } catch {
            return .failure(error)
        }
    }
}
