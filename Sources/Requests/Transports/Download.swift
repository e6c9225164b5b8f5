import Foundation

/// One download: sends the request, and once more for what is missing, and writes the content to the disk.
struct Download: Sendable {
    /// What is sent, but for what asks for the rest alone.
    private let message: OutgoingRequest
    private let accepted: AcceptableStatus
    private let stage: any DownloadStage
    private let name: String
    private let progress: ProgressObserver?

    /// How a download ends that does not throw.
    enum Outcome {
        case saved(ResponseHead)
        case refused(TransportResponse)
    }

    init(
        _ message: OutgoingRequest, to destination: URL, resuming isResuming: Bool, accepting accepted: AcceptableStatus,
        progress: ProgressObserver?
    ) throws(TransportError) {
        self.message = message
        self.accepted = accepted
        self.progress = progress
        name = destination.lastPathComponent
        let path = destination.absoluteURL.path
        // To the system a name ends with NUL, and Foundation leaves out what is behind.
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
        // A range has a meaning for GET alone (RFC 9110, section 14.2).
        if isResuming, message.method == .get, message.body.isNone, !message.header.contains(.range),
            !message.header.contains(.ifRange),
            let file = try PartialFile(destination: path, fingerprint: message.fingerprint)
        {
            return file
        }
        return try StagedFile(destination: path)
    }

    /// Sends and writes until the file is complete, or cannot be.
    ///
    /// - Parameters:
    ///   - transport: What sends.
    ///   - head: The head of the last answer, also where it throws.
    func run(on transport: some Transport, head: inout ResponseHead?) async throws -> Outcome {
        defer { stage.abandon() }
        var earlier = stage.earlier
        while true {
            try Task.checkCancellation()
            let response = try await transport.send(message.asking(forRestOf: earlier))
            head = response.head
            progress?.answered()
            switch try DownloadPlan(for: response.head, to: message, goingOnFrom: earlier, accepting: accepted) {
            case .refuse:
                return .refused(response)
            case .leave:
                return .saved(response.head)
            case .complete:
                try inPlace { () throws(FileProblem) in try stage.finish() }
                return .saved(response.head)
            case .startAnew:
                earlier = nil
            case .write(let offset, let count, let total):
                let written = try await write(response, at: offset, count: count, total: total)
                guard let part = earlier, offset > 0, offset + written < total ?? .max else {
                    try inPlace { () throws(FileProblem) in try stage.finish() }
                    return .saved(response.head)
                }
                // A server may send less than it was asked for.
                earlier = EarlierPart(count: offset + written, validator: part.validator, total: total)
            }
        }
    }

    private func write(
        _ response: TransportResponse, at offset: Int, count: Int?, total: Int?
    ) async throws -> Int {
        let limit = max(message.options.policy.downloadSizeLimit, 0)
        guard offset <= limit, count ?? 0 <= limit - offset else { throw TransportError.downloadTooLarge }
        try inPlace { () throws(FileProblem) in try stage.begin(at: offset, of: response.head, total: total) }
        let sink = FileSink(stage.file, name: name, expecting: count, upTo: limit - offset, progress: progress)
        progress?.willReceive(from: offset, total: total)
        for try await chunk in response.body {
            try sink.write(chunk)
            try Task.checkCancellation()
        }
        try sink.finish()
        return sink.count
    }

    private func inPlace(_ change: () throws(FileProblem) -> Void) throws(TransportError) {
        do {
            try change()
        } catch {
            throw error.error(name: name)
        }
    }
}

extension OutgoingRequest {
    /// The message of a download: its length, progress and ranges are to be those of the content, and its time is that of
    /// all that is sent for it.
    func preparedForDownload() -> OutgoingRequest {
        var message = self
        if !header.contains(.acceptEncoding) {
            message.header.append(.acceptEncoding("identity"))
            message.options.policy.compression = .identity
        }
        let seconds = options.policy.totalTimeout
        if deadline == nil, seconds < 1e9 { message.deadline = .now + .seconds(seconds) }
        return message
    }

    /// The message that asks for what is missing alone, as long as the content is still the same (RFC 9110, section 13.1.5).
    fileprivate func asking(forRestOf earlier: EarlierPart?) -> OutgoingRequest {
        guard let earlier else { return self }
        var message = self
        message.header.append(.range(earlier.count...))
        message.header.append(HeaderField(.ifRange, earlier.validator.value))
        return message
    }

    /// Tells the message from one for another resource: method and URL, as an error shows them.
    fileprivate var fingerprint: String { "\(method.rawValue) \(shownURL(revealing: false))" }
}
