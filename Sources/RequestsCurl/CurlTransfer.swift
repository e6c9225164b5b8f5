#if Curl
import Foundation
import Requests

/// Passes the events of one transfer of libcurl to its exchange.
///
/// The functions for events are called on the engine's thread.
final class CurlTransfer: Sendable {
    private let exchange: Exchange
    private let message: CurlMessage
    private let upload: CurlUpload?
    /// Indicates whether the message is sent for the second time.
    private let isRepeat: Bool
    private let configuration: CurlSession.Configuration

    private let handle = Guarded<CurlHandle?>(nil)
    /// The transfer that sends the message again, after this one.
    private let repetition = Guarded<CurlTransfer?>(nil)
    private let reader: Guarded<ResponseHeadReader>

    private init(_ exchange: Exchange, _ configuration: CurlSession.Configuration, isRepeat: Bool = false) throws {
        self.exchange = exchange
        self.isRepeat = isRepeat
        self.configuration = configuration
        upload = try CurlUpload(exchange.request.body)
        message = CurlMessage(exchange.request, contentLength: upload?.length, configuration)
        reader = Guarded(ResponseHeadReader(url: exchange.request.url))
    }

    /// Sends the message of an exchange.
    ///
    /// - Throws: An error if the message can't be sent.
    static func begin(
        _ exchange: Exchange, on engine: CurlEngine, _ configuration: CurlSession.Configuration
    ) throws {
        let transfer = try CurlTransfer(exchange, configuration)
        try engine.start(transfer, transfer.message)
        exchange.began { transfer.cancel() }
    }

    private func cancel() {
        upload?.cancel()
        handle.withLock { $0?.cancel() }
        repetition.withLock { $0 }?.cancel()
    }

    func willStart(as newHandle: CurlHandle) { handle.withLock { $0 = newHandle } }

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
        case .bytes(let count) where count > 0: exchange.noteSent(count)
        case .failure(let error): exchange.fail(error)
        default: break
        }
        return step
    }

    // MARK: The response

    func receive(line: UnsafeBufferPointer<UInt8>) {
        guard var head = reader.withLock({ $0.read(line) }) else { return exchange.noteActivity() }
        // libcurl takes a truncated gzip body for the whole.
        head.notes.mayBeCutOff = message.isDecoded && head.header.contains(.contentEncoding)
        if let length = head.header.unusableLength {
            let message = "the Content-Length of the response is \"\(length)\""
            return exchange.fail(TransportError(code: .malformedResponse, message: message, head: head))
        }
        exchange.receive(head)
    }

    /// Receives content, and returns whether more may follow now.
    func receive(content: Data) -> Bool {
        if exchange.receive(content) || exchange.hasEnded { return true }
        exchange.whenDrained { [weak self] in self?.handle.withLock { $0?.resumeReceiving() } }
        return false
    }

    func finish(_ outcome: CurlOutcome) {
        let handle = didEnd()
        upload?.cancel()
        guard !exchange.hasEnded else { return }
        if outcome.isSuccess { return exchange.finish() }
        guard mayRepeat(after: outcome), let handle else { return exchange.fail(outcome.error) }
        do {
            let next = try CurlTransfer(exchange, configuration, isRepeat: true)
            try CurlHandle.start(next, next.message, on: handle.engine)
            repetition.withLock { $0 = next }
            // The exchange may have been cancelled before it could reach the repetition.
            if exchange.hasEnded { next.cancel() }
        } catch {
            exchange.fail(error)
        }
    }

    /// Returns whether to send the message once more, because its pooled connection was lost.
    private func mayRepeat(after outcome: CurlOutcome) -> Bool {
        outcome.isStale && !isRepeat && !exchange.hasHead && exchange.request.mayBeRepeated
    }
}

extension HeaderFields {
    /// The value of Content-Length if it isn't one number, which libcurl would accept; `nil` otherwise.
    fileprivate var unusableLength: String? {
        let values = Set(self[values: .contentLength])
        guard let first = values.first else { return nil }
        let isNumber = !first.isEmpty && first.utf8.allSatisfy { 0x30...0x39 ~= $0 } && Int(first) != nil
        return values.count == 1 && isNumber ? nil : self[.contentLength]
    }
}
#endif
