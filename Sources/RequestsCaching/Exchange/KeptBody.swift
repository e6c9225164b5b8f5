import Foundation
import Requests

/// The chunks of a body, which are stored as they are read.
///
/// Callers read at different speeds and have different deadlines, so a body that isn't completely in memory has only
/// one reader.
actor KeptBody {
    private var chunks: MessageBody.AsyncIterator
    private var writer: (any CacheWriter)?
    private let isWhole: @Sendable (Int) -> Bool
    private let onEnd: @Sendable () -> Void
    private var byteCount = 0
    private var hasEnded = false

    /// Makes a body.
    ///
    /// - Parameters:
    ///   - body: The chunks.
    ///   - writer: Stores the body.
    ///   - isWhole: Returns whether a number of bytes is the whole body; otherwise, the body is not stored.
    ///   - onEnd: Called when the body has ended, or is no longer read.
    init(
        _ body: MessageBody, _ writer: (any CacheWriter)?, isWhole: @escaping @Sendable (Int) -> Bool,
        onEnd: @escaping @Sendable () -> Void
    ) {
        chunks = body.makeAsyncIterator()
        self.writer = writer
        self.isWhole = isWhole
        self.onEnd = onEnd
    }

    deinit {
        if !hasEnded { onEnd() }
    }

    /// Reads and stores the next chunk; `nil` at the end.
    func next() async throws -> Data? {
        do {
            guard let chunk = try await read() else {
                // In a cancelled task, a sequence may end early.
                if !hasEnded, !Task.isCancelled, isWhole(byteCount) { await writer?.commit() }
                end()
                return nil
            }
            byteCount += chunk.count
            await writer?.append(chunk)
            return chunk
        } catch {
            end()
            throw error
        }
    }

    private func read() async throws -> Data? {
        var chunks = chunks
        defer { self.chunks = chunks }
        return try await chunks.next()
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        writer = nil
        onEnd()
    }
}

/// The chunks of a body, for its reader.
struct KeptChunks: AsyncSequence, Sendable {
    let body: KeptBody

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: body) }

    struct AsyncIterator: AsyncIteratorProtocol {
        let body: KeptBody

        func next() async throws -> Data? { try await body.next() }
    }
}
