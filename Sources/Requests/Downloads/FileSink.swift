import Foundation

/// Writes the content of one response to a file.
final class FileSink: ContentSink {
    private let file: DiskFile
    private let name: String
    /// The number of bytes that the response declares; `nil` if it declares no length.
    private let expected: Int?
    /// The maximum number of bytes, including earlier ones.
    private let limit: Int
    /// The number of earlier bytes in the file.
    private let offset: Int
    private let progress: ProgressObserver?
    private let state = Guarded(State())

    private struct State {
        var count = 0
        var isClosed = false
    }

    /// The number of received bytes.
    var count: Int { state.withLock(\.count) }

    init(
        _ file: DiskFile, name: String, from offset: Int = 0, expecting expected: Int?, upTo limit: Int,
        progress: ProgressObserver?
    ) {
        self.file = file
        self.name = name
        self.expected = expected
        self.limit = limit
        self.offset = offset
        self.progress = progress
    }

    /// Writes the next chunk.
    ///
    /// - Throws: ``RequestErrorCode/responseTooLarge``, ``RequestErrorCode/fileWriteFailed``, ``RequestErrorCode/cancelled``
    ///   after it is closed, or ``RequestErrorCode/malformedResponse`` if there are more bytes than the response declared.
    func write(_ chunk: Data) throws(TransportError) {
        // Write under the lock, so that the bytes stay in the order of their arrival.
        try state.withLock { state throws(TransportError) in
            guard !state.isClosed else { throw .downloadEnded }
            let count = state.count + chunk.count
            if let expected, count > expected { throw .excess(expected) }
            guard count <= limit - offset else { throw .downloadTooLarge(limit) }
            do throws(FileIssue) {
                try file.write(chunk)
            } catch {
                throw error.error(name: name)
            }
            state.count = count
        }
        progress?.received(chunk.count)
    }

    /// Rejects all further chunks, because the file is about to be moved or reused.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Checks that all declared bytes have arrived.
    ///
    /// - Throws: ``RequestErrorCode/connectionLost`` if bytes are missing.
    func finish() throws(TransportError) {
        let count = count
        guard let expected, count < expected else { return }
        throw TransportError(
            code: .connectionLost, message: "the response ended after \(count) of \(BodyText.size(expected))"
        )
    }
}

extension TransportError {
    static var downloadEnded: TransportError {
        TransportError(code: .cancelled, message: "the download has already ended")
    }

    fileprivate static func excess(_ expected: Int) -> TransportError {
        TransportError(
            code: .malformedResponse,
            message: "the response has more content than the \(BodyText.size(expected)) declared in its header"
        )
    }

    static func downloadTooLarge(_ limit: Int, of head: ResponseHead? = nil) -> TransportError {
        TransportError(
            code: .responseTooLarge,
            message: "the download is larger than the limit of \(BodyText.size(limit)): "
                + "raise the limit with setting(\\.policy.downloadSizeLimit, …)",
            head: head
        )
    }
}
