import Foundation

/// One download: sends the request, repeats it for missing content, and writes the content to disk.
struct Download: Sendable {
    /// The message, without the fields that request only the rest.
    let message: OutgoingRequest
    private let accepted: StatusSet
    private let stage: any DownloadStage
    private let name: String
    private let progress: ProgressObserver?

    /// An outcome of a download that doesn't throw.
    enum Outcome {
        case saved(ResponseHead)
        case refused(TransportResponse)
    }

    init(
        _ message: OutgoingRequest, to destination: URL, resuming isResuming: Bool,
        accepting accepted: StatusSet,
        progress: ProgressObserver?
    ) throws(TransportError) {
        self.message = message
        self.accepted = accepted
        self.progress = progress
        name = destination.lastPathComponent
        let path = destination.absoluteURL.path
        // For system calls, a NUL ends a name, and Foundation drops the text after it.
        guard destination.isFileURL, !destination.absoluteString.contains("%00") else {
            throw TransportError(
                code: .fileWriteFailed, message: "the place for the download is not the URL of a file"
            )
        }
        do {
            stage = try Self.stage(for: message, at: path, resuming: isResuming)
        } catch {
            throw error.error(name: name)
        }
    }

    /// Sends requests and writes content until the file is complete or can't be completed.
    ///
    /// - Parameters:
    ///   - transport: The transport.
    ///   - head: Receives the head of the last response, even if the function throws.
    /// - Returns: The head, or the unchanged failed response.
    /// - Throws: The reason why the file is incomplete.
    func run(on transport: some Transport, head: inout ResponseHead?) async throws -> Outcome {
        defer { stage.abandon() }
        var earlier = stage.earlier
        let (start, longestRun) = (earlier?.count ?? 0, 100)
        var pieceCount = 0
        while true {
            try Task.checkCancellation()
            let attempt = DownloadAttempt(self, goingOnFrom: earlier)
            defer { attempt.close() }
            let response = try await transport.send(attempt.message)
            head = response.head
            progress?.responseBegan()
            let (plan, sink) = try attempt.take(response.head)
            switch plan {
            case .refuse:
                return .refused(response)
            case .leave:
                return .saved(response.head)
            case .startAnew:
                earlier = nil
                continue
            case .complete:
                break
            case .write(let offset, _, let total):
                let size = offset + (try await Self.write(response.body, to: sink))
                if let part = earlier, offset > 0, size < total ?? .max {
                    pieceCount += 1
                    // Limit small pieces, with which a server could keep the download going forever.
                    guard pieceCount < longestRun + (size - start) / 1_024 else { throw .smallPieces(pieceCount) }
                    // A server may send less than was requested.
                    earlier = EarlierPart(count: size, validator: part.validator, total: total)
                    continue
                }
            }
            attempt.close()
            try naming { () throws(FileIssue) in try stage.finish() }
            return .saved(response.head)
        }
    }

    /// Writes the content that the transport hasn't written itself.
    private static func write(_ body: MessageBody, to sink: FileSink?) async throws -> Int {
        guard let sink else { return 0 }
        for try await chunk in body {
            try sink.write(chunk)
            try Task.checkCancellation()
        }
        try sink.finish()
        return sink.count
    }

    /// Converts a file issue to an error with the name of the file.
    private func naming(_ change: () throws(FileIssue) -> Void) throws(TransportError) {
        do {
            try change()
        } catch {
            throw error.error(name: name)
        }
    }

    /// Decides what to do with a response, and opens the sink for its content.
    func open(
        _ head: ResponseHead, goingOnFrom earlier: EarlierPart?
    ) throws(TransportError) -> (DownloadPlan, FileSink?) {
        let plan = try DownloadPlan(for: head, to: message, goingOnFrom: earlier, accepting: accepted)
        guard case .write(let offset, let count, let total) = plan else { return (plan, nil) }
        let limit = max(message.options.policy.downloadSizeLimit, 0)
        guard offset <= limit, count ?? 0 <= limit - offset, !head.exceeds(limit, for: message) else {
            throw .downloadTooLarge(limit, of: head)
        }
        try naming { () throws(FileIssue) in try stage.begin(at: offset, of: head, total: total) }
        progress?.willReceive(from: offset, total: total)
        return (
            plan,
            FileSink(
                stage.file, name: name, from: offset, expecting: count, upTo: limit, progress: progress
            )
        )
    }
}

extension OutgoingRequest {
    /// Returns the message to send for a download.
    ///
    /// It requests uncompressed content, because lengths and ranges count sent bytes. One time limit covers all requests.
    func preparedForDownload() -> OutgoingRequest {
        var message = self
        if !header.contains(.acceptEncoding) {
            message.header.append(HeaderField(.acceptEncoding, "identity"))
            if message.options.policy.compression == .automatic { message.options.policy.compression = .identity }
        }
        message.beginCall()
        return message
    }
}

extension Error where Self == TransportError {
    /// Returns the error for a server that sends only small pieces.
    fileprivate static func smallPieces(_ count: Int) -> TransportError {
        TransportError(
            code: .malformedResponse,
            message:
                "the server sends the rest in pieces of less than a kilobyte: \(count) requests did not complete it")
    }
}
