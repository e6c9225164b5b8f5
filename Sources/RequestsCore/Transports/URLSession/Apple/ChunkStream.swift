#if canImport(Darwin)
import Foundation

/// The chunks of a body as a bound stream pair, because URLSession accepts no custom subclass of InputStream here.
enum ChunkStream {
    /// The maximum number of bytes in the pair's buffer.
    private static let size = 65_536

    /// Hands over a stream, and writes the chunks to the stream as fast as it's read.
    ///
    /// A pair can't transfer errors. If the sequence fails, the exchange ends first, so the sent part doesn't look complete.
    static func begin(
        _ chunks: BodyReader, of exchange: Exchange, _ handOver: @escaping @Sendable (InputStream?) -> Void
    ) {
        Task {
            var input: InputStream?
            var output: OutputStream?
            Stream.getBoundStreams(withBufferSize: size, inputStream: &input, outputStream: &output)
            guard let output else { return handOver(nil) }
            // The stream is used only on this queue.
            let queue = DispatchQueue(label: "Requests.ChunkStream")
            let space = SpaceSignal(chunks)
            output.delegate = space
            CFWriteStreamSetDispatchQueue(output as CFWriteStream, queue)
            queue.sync { output.open() }
            handOver(input)
            do {
                while let chunk = try await chunks.next() {
                    var rest = chunk[...]
                    while !rest.isEmpty, await space.isThere() {
                        let count = queue.sync { rest.withUnsafeBytes { bytes in output.write(bytes) } }
                        rest = rest.dropFirst(max(count, 0))
                    }
                }
            } catch {
                if let error = error as? TransportError { exchange.fail(error) }
                // Wait until URLSession's task is cancelled.
                await withCheckedContinuation { continuation in
                    Exchange.foundationCalls.async { continuation.resume() }
                }
            }
            queue.sync {
                output.delegate = nil
                output.close()
            }
        }
    }
}

extension OutputStream {
    fileprivate func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        bytes.withMemoryRebound(to: UInt8.self) { bytes in
            bytes.baseAddress.map { write($0, maxLength: bytes.count) } ?? 0
        }
    }
}

/// Waits for space in a stream; cancels the chunks when reading stops.
private final class SpaceSignal: NSObject, StreamDelegate, Sendable {
    private struct State {
        var hasSpace = false
        var isOver = false
        var waiter: CheckedContinuation<Bool, Never>?
    }

    private let chunks: BodyReader
    private let state = Guarded(State())

    init(_ chunks: BodyReader) {
        self.chunks = chunks
    }

    /// Waits for space; returns `false` if no more space will be available.
    ///
    /// Each event allows one call of `write`, after which the stream reports the next event.
    func isThere() async -> Bool {
        await withCheckedContinuation { continuation in
            let isThere: Bool? = state.withLock { state in
                guard state.isOver || state.hasSpace else {
                    state.waiter = continuation
                    return nil
                }
                state.hasSpace = false
                return !state.isOver
            }
            if let isThere { continuation.resume(returning: isThere) }
        }
    }

    func stream(_ stream: Stream, handle event: Stream.Event) {
        switch event {
        case .hasSpaceAvailable: change { $0.hasSpace = true }
        case .errorOccurred, .endEncountered:
            chunks.cancel()
            change { $0.isOver = true }
        default: break
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let (waiter, isThere) = state.withLock { state in
            change(&state)
            defer { state.waiter = nil }
            if state.waiter != nil { state.hasSpace = false }
            return (state.waiter, !state.isOver)
        }
        waiter?.resume(returning: isThere)
    }
}
#endif
