import Foundation

/// One download: sends the request, repeats it for missing content, and writes the content to disk.
struct Download: Sendable {
    /// The message, without the fields that request only the rest.
    let message: OutgoingRequest
    private let accepted: StatusSet
    private let stage: any DownloadStage
    private let name: String
    private let progress: ProgressObserver?
    /// The counter for the attempts of all messages.
    private let call: ContinuedCall

    /// The outcome of a download that didn't throw an error.
    enum Outcome {
        case saved(ResponseHead)
        case refused(TransportResponse)
    }

    /// The result of one message.
    private enum Step {
        case end(Outcome)
        /// The server sent only a part of the requested content; the rest is missing.
        case rest(of: EarlierPart)
        /// The whole content has to be requested again, because the earlier part can't be used.
        case startAnew
        /// The content broke off after this part; the part is `nil` if the rest can't be requested.
        case brokenOff(TransportError, after: EarlierPart?)
    }

    init(
        _ message: OutgoingRequest, to destination: URL, resuming isResuming: Bool,
        accepting accepted: StatusSet,
        progress: ProgressObserver?
    ) throws(TransportError) {
        let call = ContinuedCall()
        var message = message
        message.context.continuedCall = call
        self.call = call
        self.message = message
        self.accepted = accepted
        self.progress = progress
        name = destination.lastPathComponent
        let path = destination.absoluteURL.path
        // For system calls, a NUL ends a name, and Foundation drops the text after it.
        guard destination.isFileURL, !destination.absoluteString.contains("%00") else {
            throw TransportError(
                code: .fileWriteFailed, message: "the download destination isn't a file URL"
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
        defer {
            call.end()
            stage.abandon()
        }
        var earlier = stage.earlier
        var longest = earlier?.count ?? 0
        let (start, longestRun) = (longest, 100)
        var pieceCount = 0
        /// Limits the number of small pieces; otherwise a server could keep the download going forever.
        func count(_ part: EarlierPart) throws(TransportError) {
            pieceCount += 1
            guard pieceCount < longestRun + (part.count - start) / 1_024 else { throw .smallPieces(pieceCount) }
        }
        while true {
            try Task.checkCancellation()
            switch try await step(goingOnFrom: earlier, on: transport, head: &head) {
            case .end(let outcome):
                return outcome
            case .startAnew:
                earlier = nil
            case .rest(let part):
                try count(part)
                earlier = part
                call.receivedContent()
            case .brokenOff(let error, let part):
                // Content that is requested again doesn't count. Otherwise a server could keep the download going
                // forever.
                if let part, part.count > longest {
                    try count(part)
                    call.receivedContent()
                }
                try await call.waitForAttempt(after: error, of: message)
                earlier = part
            }
            longest = max(longest, earlier?.count ?? 0)
        }
    }

    /// Sends one message, and writes the content of its response.
    private func step(
        goingOnFrom earlier: EarlierPart?, on transport: some Transport, head: inout ResponseHead?
    ) async throws -> Step {
        let attempt = DownloadAttempt(self, goingOnFrom: earlier, number: call.attempt)
        defer { attempt.close() }
        let response = try await transport.send(attempt.message)
        head = response.head
        progress?.responseBegan()
        let (plan, sink) = try attempt.take(response.head)
        switch plan {
        case .refuse:
            return .end(.refused(response))
        case .leave:
            return .end(.saved(response.head))
        case .startAnew:
            return .startAnew
        case .complete:
            break
        case .write(let offset, _, let total):
            var failure: TransportError?
            do { try await Self.write(response.body, to: sink) } catch { failure = TransportError(anyError: error) }
            // From now on, nothing is written, so the number of bytes is final.
            attempt.close()
            let size = offset + (sink?.count ?? 0)
            if let failure {
                let part = part(of: response.head, upTo: size, from: offset, total: total, goingOnFrom: earlier)
                return .brokenOff(failure.with(head: response.head), after: part)
            }
            // A server may send less than was requested.
            if let earlier, offset > 0, size < total ?? .max {
                return .rest(of: EarlierPart(count: size, validator: earlier.validator, total: total))
            }
        }
        attempt.close()
        try naming { () throws(FileIssue) in try stage.finish() }
        return .end(.saved(response.head))
    }

    /// Returns the part that has arrived; `nil` if the rest can't be requested.
    private func part(
        of head: ResponseHead, upTo size: Int, from offset: Int, total: Int?, goingOnFrom earlier: EarlierPart?
    ) -> EarlierPart? {
        guard size > 0, message.canRequestRest else { return nil }
        let validator = offset > 0 ? earlier?.validator : head.validatorOfContent
        return validator.map { EarlierPart(count: size, validator: $0, total: total) }
    }

    /// Writes the content, unless the transport has already written it.
    private static func write(_ body: MessageBody, to sink: FileSink?) async throws {
        guard let sink else { return }
        for try await chunk in body {
            try sink.write(chunk)
            try Task.checkCancellation()
        }
        try sink.finish()
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
    /// The message requests uncompressed content, because lengths and ranges count bytes as sent. One time limit covers
    /// all requests.
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
                "the download is not complete after \(count) requests, because the server sends less than a kilobyte at "
                + "a time")
    }
}
