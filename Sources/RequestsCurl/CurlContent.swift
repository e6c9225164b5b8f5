#if Curl
import Foundation
import RequestsCore
import RequestsCompression

/// Passes received content to an exchange at the pace of its reader, and decompresses it.
///
/// After a pause, libcurl passes on all that has arrived in the meantime: over HTTP/2 up to 32 MiB, the window of a stream.
/// This type stores the content that the reader doesn't accept at once, still compressed. If libcurl stored that
/// content, the server could send the next window, and the next.
final class CurlContent: Sendable {
    private let exchange: Exchange
    private let state = Guarded(State())
    private let inflater = Guarded<Inflater?>(nil)

    private struct State {
        /// The content for which the reader has no room yet.
        var kept = ChunkBuffer()
        var waitsForReader = false
        /// Continues the transfer after a pause.
        var resume: (@Sendable () -> Void)?
        /// Ends the exchange.
        var end: (@Sendable (Exchange) -> Void)?
    }

    init(_ exchange: Exchange) { self.exchange = exchange }

    /// Sets the function that continues the transfer after a pause.
    func resuming(by resume: @escaping @Sendable () -> Void) { state.withLock { $0.resume = resume } }

    /// Prepares to decompress the content of a response.
    ///
    /// - Throws: ``RequestErrorCode/malformedResponse`` if the content has a coding that wasn't requested.
    func prepare(for head: ResponseHead) throws(TransportError) {
        try inflater.withLock { inflater throws(TransportError) in
            inflater = try Inflater.decoder(for: head, to: exchange.request)
        }
    }

    /// Receives content, and returns whether more content may follow now; if not, the transfer continues later.
    func receive(_ data: Data) -> Bool {
        let isKept = state.withLock { state in
            if state.waitsForReader { state.kept.append(data) }
            return state.waitsForReader
        }
        if isKept { return false }
        if deliver(data) || exchange.hasEnded { return true }
        state.withLock { $0.waitsForReader = true }
        waitForReader()
        return false
    }

    /// Ends the exchange when all content has been passed on.
    func finish() {
        end { [self] exchange in
            do {
                try inflater.withLock { try $0?.finish() }
                exchange.finish()
            } catch {
                exchange.fail(error)
            }
        }
    }

    /// Fails the exchange when all content has been passed on.
    func fail(_ error: TransportError) { end { $0.fail(error) } }

    /// Calls a function that ends the exchange, when all content has been passed on.
    private func end(_ end: @escaping @Sendable (Exchange) -> Void) {
        let waits = state.withLock { state in
            if state.waitsForReader { state.end = end }
            return state.waitsForReader
        }
        if !waits { end(exchange) }
    }

    private func waitForReader() { exchange.whenDrained { [self] in passOn() } }

    /// Passes on the stored content, until the reader has enough.
    private func passOn() {
        while true {
            let (chunk, last) = state.withLock { state in
                let chunk = state.kept.removeFirst()
                let last = chunk == nil ? state : nil
                if chunk == nil { (state.waitsForReader, state.end) = (false, nil) }
                return (chunk, last)
            }
            guard let chunk else {
                last?.resume?()
                last?.end?(exchange)
                return
            }
            if !deliver(chunk), !exchange.hasEnded { return waitForReader() }
        }
    }

    /// Decompresses content, and passes it to the exchange.
    ///
    /// - Returns: Whether more is wanted now.
    private func deliver(_ data: Data) -> Bool {
        do {
            let wantsMore = try inflater.withLock { inflater -> Bool? in
                guard let inflater else { return nil }
                return try data.withUnsafeBytes { bytes in
                    try inflater.decode(bytes.bindMemory(to: UInt8.self), into: exchange)
                }
            }
            return wantsMore ?? exchange.receive(data)
        } catch {
            exchange.fail(error)
            return false
        }
    }
}
#endif
