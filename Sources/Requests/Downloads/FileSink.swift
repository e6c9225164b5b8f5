import Foundation

/// Writes the content of one response to a file.
final class FileSink: ContentSink {
    private let file: DiskFile
    private let name: String
    /// How many bytes the answer promises; `nil` where it does not say.
    private let expected: Int?
    /// How many bytes there may be, those before included.
    private let limit: Int
    /// How many there were before, of the same file.
    private let offset: Int
    private let progress: ProgressObserver?
    private let state = Guarded(State())

    private struct State {
        var count = 0
        var isClosed = false
    }

    /// How many bytes came.
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
    ///   once it is closed, or ``RequestErrorCode/malformedResponse`` where more came than the answer promised.
    func write(_ chunk: Data) throws(TransportError) {
        // One writer at a time: the bytes stand in the order in which they came.
        try state.withLock { state throws(TransportError) in
            guard !state.isClosed else { throw TransportError(code: .cancelled, message: "the download has ended") }
            let count = state.count + chunk.count
            if let expected, count > expected { throw .excess(expected) }
            guard count <= limit - offset else { throw .downloadTooLarge(limit) }
            do throws(FileProblem) {
                try file.write(chunk)
            } catch {
                throw error.error(name: name)
            }
            state.count = count
        }
        progress?.received(chunk.count)
    }

    /// Takes no more: the file is used otherwise from now on.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Checks that all came that was promised.
    ///
    /// - Throws: ``RequestErrorCode/connectionLost`` where it did not.
    func finish() throws(TransportError) {
        let count = count
        guard let expected, count < expected else { return }
        throw TransportError(
            code: .connectionLost, message: "the response ended after \(count) of \(BodyText.size(expected))"
        )
    }
}

extension RequestError<Never> {
    fileprivate static func excess(_ expected: Int) -> TransportError {
        TransportError(
            code: .malformedResponse,
            message: "the response has more content than the \(BodyText.size(expected)) that its header promises"
        )
    }

    static func downloadTooLarge(_ limit: Int, of head: ResponseHead? = nil) -> TransportError {
        TransportError(
            code: .responseTooLarge,
            message: "the download is larger than the limit of \(BodyText.size(limit)); "
                + "raise it with setting(\\.policy.downloadSizeLimit, …)",
            head: head
        )
    }
}
