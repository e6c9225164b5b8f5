import Foundation

/// One message of a download, with the plan for its response.
final class DownloadAttempt: Sendable {
    private struct State {
        var head: ResponseHead?
        var opened: (plan: DownloadPlan, sink: FileSink?)?
        var isClosed = false
    }

    private let download: Download
    private let earlier: EarlierPart?
    /// The number of the attempt, starting at 1.
    private let number: Int
    private let state = Guarded(State())

    init(_ download: Download, goingOnFrom earlier: EarlierPart?, number: Int) {
        self.download = download
        self.earlier = earlier
        self.number = number
    }

    /// The message to send, with a sink for transports that can't slow the server down.
    ///
    /// Such a transport writes the content itself, as it arrives.
    var message: OutgoingRequest {
        var message = download.message.asking(forRestOf: earlier)
        if number > 1 { message.changeLegally { $0.options.attempt = number } }
        message.options.openContentSink = { [self] head throws(TransportError) in try open(head).sink }
        return message
    }

    /// Returns the plan for the response that the transport returned.
    ///
    /// The transport may already be writing the content, or may not support sinks.
    func take(_ head: ResponseHead) throws(TransportError) -> (plan: DownloadPlan, sink: FileSink?) {
        let opened = state.withLock { $0.head?.isSame(as: head) == true ? $0.opened : nil }
        if let opened { return opened }
        return try open(head)
    }

    /// Begins a response, and discards everything that an earlier response wrote.
    private func open(_ head: ResponseHead) throws(TransportError) -> (plan: DownloadPlan, sink: FileSink?) {
        try state.withLock { state throws(TransportError) in
            state.opened?.sink?.close()
            guard !state.isClosed else { throw .downloadEnded }
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
    /// Returns whether two heads are equal in everything that matters for a download.
    fileprivate func isSame(as other: ResponseHead) -> Bool {
        let names: [HeaderField.Name] = [.contentLength, .contentRange, .contentEncoding, .eTag, .lastModified, .date]
        return status == other.status && urlText == other.urlText && names.allSatisfy { header[$0] == other.header[$0] }
    }
}
