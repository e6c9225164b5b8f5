import Foundation

/// One download: sends the request, sends it again for missing content, and writes the content to the disk.
struct Download: Sendable {
    /// The message, without the fields that ask only for the rest.
    let message: OutgoingRequest
    private let accepted: StatusSet
    private let stage: any DownloadStage
    private let name: String
    private let progress: ProgressObserver?

    /// The outcomes of a download that does not throw.
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
        // For the system, a name ends with a NUL; Foundation drops the text after it.
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

    /// Sends and writes until the file is complete, or can't be completed.
    ///
    /// - Parameters:
    ///   - transport: The transport.
    ///   - head: The head of the last response, also if the function throws.
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
                    // Each request has to bring something, or a server could keep the download going for ever.
                    guard pieceCount < longestRun + (size - start) / 1_024 else { throw .smallPieces(pieceCount) }
                    // A server may send less than the request asked for.
                    earlier = EarlierPart(count: size, validator: part.validator, total: total)
                    continue
                }
            }
            attempt.close()
            try naming { () throws(FileIssue) in try stage.finish() }
            return .saved(response.head)
        }
    }

    /// Writes the content that the transport has not written itself.
    private static func write(_ body: MessageBody, to sink: FileSink?) async throws -> Int {
        guard let sink else { return 0 }
        for try await chunk in body {
            try sink.write(chunk)
            try Task.checkCancellation()
        }
        try sink.finish()
        return sink.count
    }

    /// Adds the name of the file to a problem of the system.
    private func naming(_ change: () throws(FileIssue) -> Void) throws(TransportError) {
        do {
            try change()
        } catch {
            throw error.error(name: name)
        }
    }

    /// Decides what to do with a response, and opens the place for its content.
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
    /// Returns the message of a download.
    ///
    /// Its length, progress and ranges are those of the content. Its time limit covers everything that is sent for it.
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
    /// Returns the error of a download whose server sends only small pieces.
    fileprivate static func smallPieces(_ count: Int) -> TransportError {
        TransportError(
            code: .malformedResponse,
            message:
                "the server sends the rest in pieces of less than a kilobyte: \(count) requests did not complete it")
    }
}
