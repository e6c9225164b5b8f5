import Foundation

/// One download: sends the request, sends it again for missing content, and writes the content to the disk.
struct Download: Sendable {
    /// The message, without the fields that ask only for the rest.
    fileprivate let message: OutgoingRequest
    private let accepted: AcceptableStatus
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
        accepting accepted: AcceptableStatus,
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

    private static func stage(
        for message: OutgoingRequest, at path: String, resuming isResuming: Bool
    ) throws(FileProblem) -> any DownloadStage {
        if FileStatus(path: path)?.isDirectory == true { throw .isDirectory }
        // A range is only defined for GET (RFC 9110, section 14.2).
        if isResuming, message.method == .get, message.body.isNone, !message.header.contains(.range),
            !message.header.contains(.ifRange),
            let file = try PartialFile(destination: path, fingerprint: message.fingerprint)
        {
            return file
        }
        return try StagedFile(destination: path)
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
                    // A server may send less than the request asked for.
                    earlier = EarlierPart(count: size, validator: part.validator, total: total)
                    continue
                }
            }
            attempt.close()
            try naming { () throws(FileProblem) in try stage.finish() }
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
    private func naming(_ change: () throws(FileProblem) -> Void) throws(TransportError) {
        do {
            try change()
        } catch {
            throw error.error(name: name)
        }
    }

    /// Decides what to do with a response, and opens the place for its content.
    fileprivate func open(
        _ head: ResponseHead, goingOnFrom earlier: EarlierPart?
    ) throws(TransportError) -> (DownloadPlan, FileSink?) {
        let plan = try DownloadPlan(for: head, to: message, goingOnFrom: earlier, accepting: accepted)
        guard case .write(let offset, let count, let total) = plan else { return (plan, nil) }
        let limit = max(message.options.policy.downloadSizeLimit, 0)
        guard offset <= limit, count ?? 0 <= limit - offset, !head.exceeds(limit, for: message) else {
            throw .downloadTooLarge(limit, of: head)
        }
        try naming { () throws(FileProblem) in try stage.begin(at: offset, of: head, total: total) }
        progress?.willReceive(from: offset, total: total)
        return (
            plan,
            FileSink(
                stage.file, name: name, from: offset, expecting: count, upTo: limit, progress: progress
            )
        )
    }
}

/// One message of a download, with the plan for its response.
private final class DownloadAttempt: Sendable {
    private struct State {
        var head: ResponseHead?
        var opened: (plan: DownloadPlan, sink: FileSink?)?
        var isClosed = false
    }

    private let download: Download
    private let earlier: EarlierPart?
    private let state = Guarded(State())

    init(_ download: Download, goingOnFrom earlier: EarlierPart?) {
        self.download = download
        self.earlier = earlier
    }

    /// The message to send: a transport that can't slow the server down writes the content itself, as it arrives.
    var message: OutgoingRequest {
        var message = download.message.asking(forRestOf: earlier)
        message.options.openContentSink = { [self] head throws(TransportError) in try open(head).sink }
        return message
    }

    /// Returns the plan for the returned response.
    ///
    /// The transport may have begun to write it, or may not know about sinks.
    func take(_ head: ResponseHead) throws(TransportError) -> (plan: DownloadPlan, sink: FileSink?) {
        let opened = state.withLock { $0.head?.isSame(as: head) == true ? $0.opened : nil }
        if let opened { return opened }
        return try open(head)
    }

    /// Begins a response: everything that another response wrote is discarded.
    private func open(_ head: ResponseHead) throws(TransportError) -> (plan: DownloadPlan, sink: FileSink?) {
        try state.withLock { state throws(TransportError) in
            state.opened?.sink?.close()
            guard !state.isClosed else { throw TransportError(code: .cancelled, message: "the download has ended") }
            let opened = try download.open(head, goingOnFrom: earlier)
            (state.head, state.opened) = (head, opened)
            return opened
        }
    }

    /// Stops all writing.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.opened?.sink?.close()
        }
    }
}

extension ResponseHead {
    /// Returns whether two heads are the same in everything that matters to a download.
    fileprivate func isSame(as other: ResponseHead) -> Bool {
        let names: [HeaderField.Name] = [.contentLength, .contentRange, .contentEncoding, .eTag, .lastModified, .date]
        return status == other.status && url == other.url && names.allSatisfy { header[$0] == other.header[$0] }
    }
}

extension OutgoingRequest {
    /// Returns the message of a download.
    ///
    /// Its length, progress and ranges are those of the content. Its time limit covers everything that is sent for it.
    func preparedForDownload() -> OutgoingRequest {
        var message = self
        if !header.contains(.acceptEncoding) {
            message.header.append(.acceptEncoding("identity"))
            if message.options.policy.compression == .automatic { message.options.policy.compression = .identity }
        }
        message.beginCall()
        return message
    }

    /// Returns the message that asks only for the rest, if the content is still the same (RFC 9110, section 13.1.5).
    fileprivate func asking(forRestOf earlier: EarlierPart?) -> OutgoingRequest {
        guard let earlier else { return self }
        var message = self
        message.header.append(.range(earlier.count...))
        message.header.append(HeaderField(.ifRange, earlier.validator.value))
        return message
    }

    /// A text that identifies the resource of the message: method and URL, in the form of an error text.
    fileprivate var fingerprint: String { "\(method.rawValue) \(shownURL(revealing: false))" }
}
