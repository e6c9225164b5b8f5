import Foundation
import Requests

/// Writes an entry to a file while its body arrives, with at most one block in memory.
///
/// The functions block while they wait for the disk.
final class DiskWriter: Sendable {
    let id = UInt64.random(in: .min ... .max)
    let hash: UInt64
    private let entries: DiskEntries
    private let head: StoredHead
    private let key: CacheKey
    private let state = Guarded(State())

    private struct State {
        var count = 0
        /// The bytes after the last full block.
        var block = Data()
        var blockCount = 0
        /// The file; `nil` while there is only one block.
        var file: DiskFile?
        var hasEnded = false
    }

    init(_ entries: DiskEntries, _ head: StoredHead, for key: CacheKey) {
        (self.entries, self.head, self.key) = (entries, head, key)
        hash = XXHash64.hash(key.url)
    }

    deinit { state.withLock { fail(&$0) } }

    private var part: CacheFileName { .part(hash, id) }

    /// Returns whether bytes can be added without writing to the disk.
    func hasRoom(for chunk: Data) -> Bool {
        state.withLock { state in
            state.hasEnded
                || state.block.count + chunk.count <= BodyFile.blockSize
                    && chunk.count <= entries.usage.entryLimit - state.count
        }
    }

    func append(_ chunk: Data) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            guard chunk.count <= entries.usage.entryLimit - state.count else { return fail(&state) }
            state.count += chunk.count
            var rest = chunk[...]
            do throws(FileIssue) {
                while !rest.isEmpty {
                    // The last block stays in memory: a body with only one block needs no file.
                    if state.block.count == BodyFile.blockSize { try writeBlock(&state) }
                    let piece = rest.prefix(BodyFile.blockSize - state.block.count)
                    state.block.append(piece)
                    rest = rest.dropFirst(piece.count)
                }
            } catch {
                fail(&state)
            }
        }
    }

    func commit() {
        let body: DiskRecord.Body? = state.withLock { state in
            guard !state.hasEnded else { return nil }
            do throws(FileIssue) {
                let body = try finish(&state)
                state.hasEnded = true
                return body
            } catch {
                fail(&state)
                return nil
            }
        }
        guard let body else { return }
        var size = head.byteCount + key.url.utf8.count
        if case .inline(let bytes) = body { size += bytes.count }
        entries.commit(DiskRecord.Entry(id: id, head: head, body: body), for: key, hash, size: size)
    }

    private func finish(_ state: inout State) throws(FileIssue) -> DiskRecord.Body {
        if state.count <= DiskRecord.inlineLimit { return .inline(Array(state.block)) }
        try writeBlock(&state)
        try state.file?.close()
        return .file(state.count)
    }

    private func writeBlock(_ state: inout State) throws(FileIssue) {
        let file: DiskFile
        if let open = state.file {
            file = open
        } else {
            let header = BodyFile.header(of: id)
            try reserve(header.count)
            file = try entries.directory.makeFile(part)
            state.file = file
            try file.write(header)
        }
        BodyFile.seal(&state.block, at: state.blockCount, of: id)
        try reserve(state.block.count)
        try file.write(state.block)
        state.block.removeAll(keepingCapacity: true)
        state.blockCount += 1
    }

    private func reserve(_ size: Int) throws(FileIssue) {
        if !entries.usage.reserve(size, for: part) { throw FileIssue.full }
    }

    /// Gives up without storing anything.
    private func fail(_ state: inout State) {
        guard !state.hasEnded else { return }
        state.hasEnded = true
        state.block = Data()
        if state.file != nil { entries.directory.remove(part) }
        state.file = nil
        entries.endWriting(part)
    }
}
