import Foundation
import Requests

/// A body that is read from its file, block by block.
///
/// The file stays open until the body has been read, because another task or process may remove the file's name.
struct StoredBody: AsyncSequence, Sendable {
    /// The maximum size of a body that is checked completely before its first byte is passed on.
    private static let checkedSize = 16 << 20
    /// The maximum size of a body that is read at once.
    private static let smallSize = 1 << 18

    private let file: CachedFile
    private let id: UInt64
    private let byteCount: Int
    /// The queue on which blocks are read.
    private let queue: BlockingQueue
    private let onDamage: @Sendable () -> Void

    /// Opens the body of an entry; `nil` if the file is missing or damaged.
    init?(
        path: String, id: UInt64, byteCount: Int, queue: BlockingQueue, onDamage: @escaping @Sendable () -> Void
    ) {
        guard let file = CachedFile(path), BodyFile.isBody(file, of: id, byteCount: byteCount) else { return nil }
        file.touch()
        (self.file, self.id, self.byteCount) = (file, id, byteCount)
        (self.queue, self.onDamage) = (queue, onDamage)
    }

    /// The body for a response; `nil` if the body is damaged.
    var message: MessageBody? {
        if byteCount <= Self.smallSize { return whole.map { MessageBody($0) } }
        let isIntact = byteCount > Self.checkedSize || (0..<blockCount).allSatisfy { block($0) != nil }
        return isIntact ? MessageBody(self) : nil
    }

    private var blockCount: Int { BodyFile.blockCount(of: byteCount) }

    private var whole: Data? {
        if blockCount == 1 { return block(0) }
        var data = Data(capacity: byteCount)
        for index in 0..<blockCount {
            guard let block = block(index) else { return nil }
            data.append(block)
        }
        return data
    }

    private func block(_ index: Int) -> Data? { BodyFile.block(index, in: file, of: id, byteCount: byteCount) }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let body: StoredBody
        private var index = 0

        fileprivate init(body: StoredBody) { self.body = body }

        /// Reads the next block.
        ///
        /// - Throws: ``RequestErrorCode/fileReadFailed`` if the block is damaged, and `CancellationError`.
        mutating func next() async throws -> Data? {
            guard index < body.blockCount else { return nil }
            try Task.checkCancellation()
            let block = await body.queue.run { [body, index] in
                let block = body.block(index)
                if block == nil { body.onDamage() }
                return block
            }
            guard let block else {
                throw TransportError(code: .fileReadFailed, message: "the stored response is damaged")
            }
            index += 1
            return block
        }
    }
}
