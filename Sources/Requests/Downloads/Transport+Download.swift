public import Dispatch
public import Foundation

extension Transport {
    /// Sends a request, and writes the content of its answer to a file.
    ///
    /// ```swift
    /// let head = try await session.download(api.get(from: "/big.iso"), to: fileURL)
    /// ```
    ///
    /// The file is there when all of it came, or not at all: until then the content goes to a temporary file beside it, chunk
    /// by chunk as it comes. A file that was at the destination is replaced then, and not before. An answer that is not a
    /// success is not written: it is decoded as the failure of the API, as ``perform(_:)`` does. A 304 that the request
    /// accepts leaves the file as it is, and so does an answer to HEAD.
    ///
    /// The content is asked for uncompressed, and one that comes compressed is ``RequestErrorCode/malformedResponse``. With an
    /// `Accept-Encoding` in the request it is decompressed; with ``CompressionPolicy/asReceived`` it is saved as it comes.
    ///
    /// With `resuming`, what came of a GET that failed is kept beside the destination, in a directory `name.partial`, and the
    /// next download of the same request goes on from there: by `Range` and `If-Range` (RFC 9110, sections 13.1.5 and 14.2).
    /// That takes a server that names a strong entity tag or date; otherwise, and where the content is another by now, the
    /// download begins anew.
    ///
    /// - Parameters:
    ///   - request: The request. How its answer would be decoded is of no importance.
    ///   - destination: The URL of the file. Its directory must be there.
    ///   - isResuming: Whether to go on where an earlier download failed, and to keep what came where this one does.
    /// - Returns: The head of the answer; of a download that went on, that of the last one.
    /// - Throws: As ``perform(_:)``, ``RequestErrorCode/fileWriteFailed``, ``RequestErrorCode/connectionLost`` where less came
    ///   than the answer promised, and ``RequestErrorCode/responseTooLarge`` over ``TransportPolicy/downloadSizeLimit``.
    @concurrent
    @discardableResult
    public func download<R: RequestConvertible>(
        _ request: R, to destination: URL, resuming isResuming: Bool = false
    ) async throws(RequestError<R.Failure>) -> ResponseHead {
        try await download(request, to: destination, resuming: isResuming, reportingTo: nil)
    }

    /// Downloads; a receiver beside those of the request gets the progress.
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
    /// Downloads, and calls a function on the main actor with the head of the answer, or with the error.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - destination: The URL of the file. Its directory must be there.
    ///   - isResuming: Whether to go on where an earlier download failed, and to keep what came where this one does.
    ///   - completionHandler: The function, called once, also after a cancel.
    /// - Returns: A handle to cancel the download by.
    @discardableResult
    public func download<R: RequestConvertible>(
        _ request: R, to destination: URL, resuming isResuming: Bool = false,
        completionHandler: @escaping @MainActor @Sendable (Result<ResponseHead, RequestError<R.Failure>>) -> Void
    ) -> RequestHandle {
        RequestHandle(
            task: Task.detached {
                await completionHandler(await outcome(of: request, to: destination, resuming: isResuming))
            }
        )
    }

    /// Downloads, and calls a function on a queue with the head of the answer, or with the error.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - destination: The URL of the file. Its directory must be there.
    ///   - isResuming: Whether to go on where an earlier download failed, and to keep what came where this one does.
    ///   - callbackQueue: Where the function is called.
    ///   - completionHandler: The function, called once, also after a cancel.
    /// - Returns: A handle to cancel the download by.
    @discardableResult
    public func download<R: RequestConvertible>(
        _ request: R, to destination: URL, resuming isResuming: Bool = false, callbackQueue: DispatchQueue,
        completionHandler: @escaping @Sendable (Result<ResponseHead, RequestError<R.Failure>>) -> Void
    ) -> RequestHandle {
        RequestHandle(
            task: Task.detached {
                let outcome = await outcome(of: request, to: destination, resuming: isResuming)
                callbackQueue.async { completionHandler(outcome) }
            }
        )
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
