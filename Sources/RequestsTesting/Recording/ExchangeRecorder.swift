import Foundation
import Requests

/// Records the messages of a transport, one hop at a time.
struct ExchangeRecorder: Sendable {
    let file: RecordingFile
    /// The names that the user declares as secret.
    let names: Set<String>
    /// The responses that are replayed; `nil` if every message is sent.
    let known: RecordedResponses?

    /// Replays the response to a message, or sends and records it.
    func response(to message: OutgoingRequest, by next: NextTransport) async throws -> TransportResponse {
        if let known {
            let body = try await BodyReader(message.body).collect(upTo: .max)
            if let found = known.take(RecordedRequest(message, body)) { return try await found.response(to: message) }
        }
        return try await record(message, by: next)
    }

    /// Sends and records a message.
    func record(_ message: OutgoingRequest, by next: NextTransport) async throws -> TransportResponse {
        let (number, date) = try file.begin()
        var message = message
        let body = try await BodyReader(message.body).collect(upTo: .max)
        if case .chunks(let length, _, _) = message.body {
            // The sequence has been read, and may not be repeatable.
            message.body = .chunks(length: length, isRepeatable: true) { MessageBody(body) }
        }
        let start = (date: date, instant: ContinuousClock.now)
        // With any other value, a body that breaks off would cause an error without a response.
        message.context.reading = .chunks
        let response = try await next(message)
        let recorder = ResponseRecorder(
            response.head, to: message, RecordedRequest(message, body), since: start, number: number, recorder: self)
        if let size = response.body.byteCount {
            let data = try await response.body.collect(upTo: size)
            if !data.isEmpty { recorder.received(data) }
            try recorder.end()
            return TransportResponse(head: response.head, body: MessageBody(data))
        }
        let recorded = MessageBody(ResponseChunks(base: response.body, recorder: recorder))
        guard message.options.policy.redirects != .stop, response.head.status.isRedirection else {
            return TransportResponse(head: response.head, body: recorded)
        }
        // Nothing else reads a redirect's body to its end.
        let data = try? await recorded.collect(upTo: 1 << 20)
        return TransportResponse(head: response.head, body: MessageBody(data ?? Data()))
    }
}

extension RecordedRequest {
    /// Makes the recorded form of a message with the bytes of its body.
    init(_ message: OutgoingRequest, _ body: Data) {
        self.init(
            method: message.method.rawValue, url: message.urlText, header: message.header, body: .data(body))
    }
}

/// Collects one response while it is read, and records it at the end.
private final class ResponseRecorder: Sendable {
    private struct State {
        var body = Data()
        var chunks: [RecordedChunk] = []
        var hasEnded = false
    }

    private let head: ResponseHead
    private let message: OutgoingRequest
    private let request: RecordedRequest
    private let start: (date: Date, instant: ContinuousClock.Instant)
    private let wait: Double
    private let number: Int
    private let recorder: ExchangeRecorder
    private let state = Guarded(State())

    init(
        _ head: ResponseHead, to message: OutgoingRequest, _ request: RecordedRequest,
        since start: (date: Date, instant: ContinuousClock.Instant), number: Int, recorder: ExchangeRecorder
    ) {
        self.head = head
        var message = message
        // The head contains the secrets that inner decorators and the transport added.
        message.context.credentialSecrets += head.secretTexts
        self.message = message
        self.request = request
        self.start = start
        self.number = number
        self.recorder = recorder
        wait = start.instant.duration(to: .now) / .milliseconds(1)
    }

    /// Records a body that is no longer read.
    deinit {
        guard let exchange = ended(by: RecordedResponse.dropped) else { return }
        recorder.file.addLate(exchange, number: number, of: message, redacting: recorder.names)
    }

    private var time: Double { start.instant.duration(to: .now) / .milliseconds(1) }

    func received(_ data: Data) {
        let time = time
        state.withLock { state in
            state.body.append(data)
            state.chunks.append(RecordedChunk(count: data.count, time: time))
        }
    }

    /// Records the response.
    ///
    /// - Parameter error: The error that broke off the body; `nil` for a complete body.
    /// - Throws: ``/Requests/RequestErrorCode/fileWriteFailed``.
    func end(by error: (any Error)? = nil) throws(TransportError) {
        guard let exchange = ended(by: error.map { TransportError(anyError: $0).code.rawValue }) else { return }
        try recorder.file.add(exchange, number: number, of: message, redacting: recorder.names)
    }

    /// Returns the exchange when it ends for the first time; otherwise `nil`.
    private func ended(by error: String?) -> RecordedExchange? {
        let end = time
        return state.withLock { state in
            if state.hasEnded { return nil }
            state.hasEnded = true
            var response = RecordedResponse(status: head.status.code, header: head.header, body: state.body)
            response.chunks = state.chunks
            response.error = error
            let isDecoded = message.options.policy.compression != .asReceived && !state.body.looksCompressed
            response.isEncoded = head.hasContentCoding && !isDecoded
            return RecordedExchange(
                start: start.date, wait: wait, receive: max(0, end - wait), request: request, response: response)
        }
    }
}

/// The chunks of a body, recorded while they are read.
private struct ResponseChunks: AsyncSequence, Sendable {
    let base: MessageBody
    let recorder: ResponseRecorder

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), recorder: recorder)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: MessageBody.AsyncIterator
        let recorder: ResponseRecorder

        @concurrent mutating func next() async throws -> Data? {
            let chunk: Data?
            do {
                chunk = try await base.next()
            } catch {
                try recorder.end(by: error)
                throw error
            }
            if let chunk { recorder.received(chunk) } else { try recorder.end() }
            return chunk
        }
    }
}
