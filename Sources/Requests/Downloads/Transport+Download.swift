public import Dispatch
public import Foundation

extension Transport {
    /// Sends a request, and writes the content of its response to a file.
    ///
    /// ```swift
    /// let head = try await session.download(api.get(from: "/big.iso"), to: fileURL)
    /// ```
    ///
    /// The file appears when the download is complete, or not at all. Until then, the content goes to a temporary file beside it,
    /// chunk by chunk as it arrives. Only then is an existing file at the destination replaced.
    ///
    /// A response that is not a success is not written: it is decoded as the failure of the API, as ``perform(_:)`` does. A 304
    /// that the request accepts, or a response to HEAD, leaves the file unchanged.
    ///
    /// The request asks for uncompressed content, and compressed content is ``RequestErrorCode/malformedResponse``. If the
    /// request has an `Accept-Encoding`, the content is decompressed; with ``CompressionPolicy/asReceived`` it is saved as it
    /// arrives.
    ///
    /// With `resuming`, the received part of a failed GET is kept beside the destination, in a directory `name.partial`. The next
    /// download of the same request continues there, with `Range` and `If-Range` (RFC 9110, sections 13.1.5 and 14.2). The server
    /// must send a strong entity tag or date for this. If it does not, or if the content has changed, the download starts again.
    ///
    /// - Parameters:
    ///   - request: The request; its response decoder is not used.
    ///   - destination: The URL of the file. Its directory must exist.
    ///   - isResuming: Whether to continue a failed download, and to keep the received part if this one fails.
    /// - Returns: The head of the response; if the download was continued, that of the last response.
    /// - Throws: As ``perform(_:)``, ``RequestErrorCode/fileWriteFailed``, ``RequestErrorCode/connectionLost`` if there are fewer
    ///   bytes than the response announced, and ``RequestErrorCode/responseTooLarge`` over ``TransportPolicy/downloadSizeLimit``.
    @concurrent
    @discardableResult
    public func download<R: RequestConvertible>(
        _ request: R, to destination: URL, resuming isResuming: Bool = false
    ) async throws(RequestError<R.Failure>) -> ResponseHead {
        try await download(request, to: destination, resuming: isResuming, reportingTo: nil)
    }

    /// Downloads; an additional receiver gets the progress, too.
    func download<R: RequestConvertible>(
        _ request: R, to destination: URL, resuming isResuming: Bool, reportingTo receiver: (any ProgressReceiver)?
    ) async throws(RequestError<R.Failure>) -> ResponseHead {
        var message: OutgoingRequest
        do {
            message = try request.resolve().preparedForDownload()
        } catch {
            throw request.replacement(for: error)
        }
        let progress = message.countProgress(for: receiver)
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
}

extension Transport {
    /// Downloads, and calls a function on the main actor with the head of the response, or with the error.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - destination: The URL of the file. Its directory must exist.
    ///   - isResuming: Whether to continue a failed download, and to keep the received part if this one fails.
    ///   - completionHandler: The function, called once, also after a cancel.
    /// - Returns: The task of the download. If you cancel it, the function is called with ``RequestErrorCode/cancelled``.
    @discardableResult
    public func download<R: RequestConvertible>(
        _ request: R, to destination: URL, resuming isResuming: Bool = false,
        completionHandler: @escaping @MainActor @Sendable (Result<ResponseHead, RequestError<R.Failure>>) -> Void
    ) -> Task<Void, Never> {
        Task.detached { await completionHandler(await outcome(of: request, to: destination, resuming: isResuming)) }
    }

    /// Downloads, and calls a function on a queue with the head of the response, or with the error.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - destination: The URL of the file. Its directory must exist.
    ///   - isResuming: Whether to continue a failed download, and to keep the received part if this one fails.
    ///   - callbackQueue: The queue that calls the function.
    ///   - completionHandler: The function, called once, also after a cancel.
    /// - Returns: The task of the download. If you cancel it, the function is called with ``RequestErrorCode/cancelled``.
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
