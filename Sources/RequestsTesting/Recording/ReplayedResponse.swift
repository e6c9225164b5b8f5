import Foundation
import Requests

/// A recorded response to replay.
struct ReplayedResponse: Sendable {
    /// The index of the entry in the file.
    let index: Int
    let exchange: RecordedExchange

    /// Returns the response to a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - clock: The clock for the recorded delays; `nil` to skip them.
    /// - Returns: The response.
    /// - Throws: ``RequestsCore/RequestErrorCode/notRecorded`` if the file lacks the body, and the recorded error if no
    ///   response was recorded.
    func response(to message: OutgoingRequest, by clock: (any Clock<Duration>)? = nil) async throws -> TransportResponse
    {
        if let problem = exchange.response.problem {
            throw TransportError(code: .notRecorded, message: "entries[\(index)] \(problem)", request: message)
        }
        try await clock?.sleep(for: .milliseconds(min(exchange.wait, 1e9)))
        let recorded = exchange.response.replacingPlaceholders(by: "redacted-\(index)")
        if recorded.status == 0 {
            throw Self.error(recorded.error ?? "no response", "no response was recorded in entries[\(index)]")
        }
        let status = HTTPStatus(recorded.status)
        let head = ResponseHead(status: status, header: header(of: recorded, for: message), urlText: message.urlText)
        guard message.method != .head, !status.forbidsContent else { return TransportResponse(head: head) }
        let error = recorded.error.map { Self.error($0, "entries[\(index)] contains only the start of the body") }
        if error == nil, clock == nil, recorded.chunks.count < 2 {
            return TransportResponse(head: head, body: MessageBody(recorded.body))
        }
        let chunks = ReplayedChunks(
            body: recorded.body, chunks: recorded.chunks, start: exchange.wait, error: error, clock: clock)
        return TransportResponse(head: head, body: MessageBody(chunks))
    }

    /// Returns the fields, adjusted to a body that was decoded or changed.
    private func header(of recorded: RecordedResponse, for message: OutgoingRequest) -> HeaderFields {
        var header = recorded.header
        guard message.method != .head, !HTTPStatus(recorded.status).forbidsContent else { return header }
        if !recorded.isEncoded { header.remove(.contentEncoding) }
        if header.contains(.transferEncoding) {
            header.remove(.contentLength)
        } else if header.contains(.contentLength), recorded.error == nil || recorded.header.contains(.contentEncoding) {
            header[.contentLength] = recorded.error == nil ? String(recorded.body.count) : nil
        }
        return header
    }

    /// Returns the error for a recorded code, or for a browser's error text.
    private static func error(_ text: String, _ message: String) -> TransportError {
        let isCode = text.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 } && text != RecordedResponse.dropped
        let code = isCode && !text.isEmpty ? RequestErrorCode(rawValue: text) : .connectionLost
        let reason =
            text == RecordedResponse.dropped ? "the recorded call stopped reading the body" : text.escapedForDisplay
        return TransportError(code: code, message: "\(message): \(reason)")
    }
}

extension RecordedResponse {
    /// Returns the response with each placeholder replaced by a token.
    ///
    /// A client may send the token back in a field, a cookie or a URL, so the token contains no `<`. Each response has
    /// a different token, so that a refreshed token differs from the earlier one.
    fileprivate func replacingPlaceholders(by token: String) -> RecordedResponse {
        func replaced(_ text: String) -> String {
            guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "%") }) else { return text }
            return text.replacing(Redaction.placeholder, with: token).replacing(Placeholder.inURL, with: token)
        }
        var response = self
        response.header = HeaderFields(header.map { HeaderField($0.name, replaced($0.value)) })
        guard !isEncoded, let text = ContentText.text(of: body, contentType) else { return response }
        let shown = replaced(text)
        guard shown != text, let data = ContentText.encoded(shown, contentType) else { return response }
        response.body = data
        response.chunks = response.fittingChunks
        return response
    }
}

/// The chunks of a recorded body, delayed as recorded if there is a clock.
private struct ReplayedChunks: AsyncSequence, Sendable {
    let body: Data
    let chunks: [RecordedChunk]
    /// The milliseconds until the head arrived.
    let start: Double
    let error: TransportError?
    let clock: (any Clock<Duration>)?

    func makeAsyncIterator() -> Iterator { Iterator(sequence: self, time: start) }

    struct Iterator: AsyncIteratorProtocol {
        let sequence: ReplayedChunks
        /// The elapsed milliseconds.
        var time: Double
        private var index = 0
        private var offset = 0

        init(sequence: ReplayedChunks, time: Double) {
            self.sequence = sequence
            self.time = time
        }

        mutating func next() async throws -> Data? {
            guard offset < sequence.body.count else {
                if let error = sequence.error { throw error }
                return nil
            }
            var end = sequence.body.count
            if index < sequence.chunks.count {
                let chunk = sequence.chunks[index]
                end = Swift.min(end, offset + chunk.count)
                if let clock = sequence.clock, chunk.time > time {
                    try await clock.sleep(for: .milliseconds(Swift.min(chunk.time - time, 1e9)))
                    time = chunk.time
                }
            }
            defer { (offset, index) = (end, index + 1) }
            return Data(sequence.body.dropFirst(offset).prefix(end - offset))
        }
    }
}
