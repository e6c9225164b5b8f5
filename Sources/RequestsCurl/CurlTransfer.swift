#if Curl
import Foundation
import RequestsCore

/// Passes the events of one transfer of libcurl to its exchange.
///
/// The functions for events are called on the engine's thread.
final class CurlTransfer: Sendable {
    private let exchange: Exchange
    let message: CurlMessage
    private let upload: CurlUpload?
    /// The number of times that the message was sent before.
    private let repeats: Int
    /// Indicates whether the message was sent before on a pooled connection that was lost.
    private let isAfterLoss: Bool
    /// Indicates whether libcurl has read content, and may have sent some of it.
    private let hasReadContent = Guarded(false)
    private let content: CurlContent
    private let configuration: CurlSession.Configuration

    private let handle = Guarded<CurlHandle?>(nil)
    /// The transfer that sends the message again, after this one.
    private let repetition = Guarded<CurlTransfer?>(nil)
    private let reader: Guarded<ResponseHeadReader>

    /// Makes the transfer for the message of an exchange.
    ///
    /// - Throws: An error if the content can't be read, or if the message can't be sent with the session's pins.
    init(_ exchange: Exchange, _ configuration: CurlSession.Configuration, repeats: Int = 0, isAfterLoss: Bool = false)
        throws
    {
        self.exchange = exchange
        self.repeats = repeats
        self.isAfterLoss = isAfterLoss
        self.configuration = configuration
        content = CurlContent(exchange)
        upload = try CurlUpload(exchange.request.body)
        message = try CurlMessage(
            exchange.request, contentLength: upload?.length, needsNewConnection: isAfterLoss, configuration)
        reader = Guarded(ResponseHeadReader(url: exchange.request.urlText))
    }

    /// Sends the message.
    ///
    /// - Throws: An error if the message can't be sent.
    func begin(on engine: CurlEngine) throws {
        try engine.start(self, message)
        exchange.began { self.cancel() }
    }

    private func cancel() {
        upload?.cancel()
        handle.withLock { $0?.cancel() }
        repetition.withLock { $0 }?.cancel()
    }

    func willStart(as newHandle: CurlHandle) {
        handle.withLock { $0 = newHandle }
        content.resuming { [weak self] in self?.handle.withLock { $0?.resumeReceiving() } }
    }

    /// Forgets the handle, and returns it.
    @discardableResult
    func didEnd() -> CurlHandle? {
        handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
    }

    // MARK: The request

    /// Reads content to send.
    func read(into memory: UnsafeMutableRawBufferPointer) -> CurlUpload.Step {
        guard let upload else { return .bytes(0) }
        let step = upload.read(into: memory) { [weak self] in self?.handle.withLock { $0?.resumeSending() } }
        switch step {
        case .bytes(let count) where count > 0:
            hasReadContent.withLock { $0 = true }
            exchange.noteSent(count)
        case .failure(let error): exchange.fail(error)
        default: break
        }
        return step
    }

    // MARK: The response

    /// Receives lines of a head or a trailer, and returns whether the transfer continues.
    func receive(lines: UnsafeBufferPointer<UInt8>) -> Bool {
        do throws(TransportError) {
            guard var head = try reader.withLock({ reader throws(TransportError) in try reader.read(lines) }) else {
                exchange.noteActivity()
                return true
            }
            if mayBeCutOff(head) { head.notes.mayBeCutOff = true }
            if let length = head.header.unusableLength {
                let message = "the response has an invalid Content-Length: \"\(length)\""
                throw TransportError(code: .malformedResponse, message: message, head: head)
            }
            if !message.isDecodedByLibcurl, !head.status.isInformational { try content.prepare(for: head) }
            exchange.receive(head)
            return true
        } catch {
            exchange.fail(error)
            return false
        }
    }

    /// Returns whether the content of a response may be incomplete, although libcurl reports a success.
    private func mayBeCutOff(_ head: ResponseHead) -> Bool {
        // libcurl accepts a truncated gzip body as complete.
        if message.isDecodedByLibcurl, head.header.contains(.contentEncoding) { return true }
        // Over TLS, libcurl treats the end of the connection as the end of the content (RFC 9112, section 9.8).
        return message.url.hasPrefix("https:") && head.notes.protocolVersion?.hasPrefix("1") == true
            && !head.header.contains(.contentLength) && !head.header.contains("Transfer-Encoding")
    }

    /// Receives content, and returns whether more may follow now.
    func receive(content: Data) -> Bool {
        self.content.receive(content)
    }

    func finish(_ outcome: CurlOutcome) {
        let handle = didEnd()
        upload?.cancel()
        exchange.request.context.chargeRetries(outcome.sendCount - 1)
        guard !exchange.hasEnded else { return }
        if outcome.isSuccess { return content.finish() }
        guard mayRepeat(after: outcome), let handle else {
            return content.fail(outcome.error(sending: exchange.request, hasHead: exchange.hasHead))
        }
        do {
            let isLoss = !outcome.isRefused
            if isLoss, !hasUnsentContent { exchange.request.context.chargeRetries(1) }
            let next = try CurlTransfer(exchange, configuration, repeats: repeats + 1, isAfterLoss: isLoss)
            try CurlHandle.start(next, next.message, on: handle.engine)
            repetition.withLock { $0 = next }
            // The exchange may have been cancelled before it could reach the repetition.
            if exchange.hasEnded { next.cancel() }
        } catch {
            exchange.fail(error)
        }
    }

    /// Returns whether to send the message again.
    ///
    /// The message is sent again once if its pooled connection was lost, and several times if the server can't have
    /// processed it, because the server refused it (RFC 9113, section 8.7), or because none of the content was sent.
    private func mayRepeat(after outcome: CurlOutcome) -> Bool {
        guard !exchange.hasHead else { return false }
        let request = exchange.request
        if outcome.isRefused || outcome.isStale && hasUnsentContent {
            return repeats < Self.refusals && request.body.canBeMadeAgain
        }
        return outcome.isStale && !isAfterLoss && request.mayBeRepeated
    }

    private var hasUnsentContent: Bool {
        guard let upload, upload.length != 0 else { return false }
        return !hasReadContent.withLock { $0 }
    }

    /// The maximum number of times that a refused message is sent again.
    private static let refusals = 5
}

extension HeaderFields {
    /// The value of Content-Length if it isn't a single number; `nil` otherwise.
    ///
    /// libcurl would accept such a value.
    fileprivate var unusableLength: String? {
        guard let joined = self[.contentLength] else { return nil }
        if isNumber(joined) { return nil }
        let values = Set(self[values: .contentLength])
        return values.count == 1 && values.allSatisfy(isNumber) ? nil : joined
    }

    private func isNumber(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.allSatisfy { 0x30...0x39 ~= $0 } && Int(value) != nil
    }
}
#endif
