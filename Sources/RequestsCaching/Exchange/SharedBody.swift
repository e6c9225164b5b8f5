import Foundation
import Requests

/// A body that several readers read while it arrives, and that is stored at the same time.
///
/// It reads on when one of its readers needs the next chunk, in a task for all of them: the first reader can be cancelled. It
/// stops when there are no readers any more.
final class SharedBody: Sendable {
    /// The number of bytes up to which a reader can still begin.
    static let limit = 1 << 20

    /// The number of bytes that wait for the slowest reader; if it falls behind further, its body breaks off.
    static let bufferLimit = 8 << 20

    fileprivate struct State: Sendable {
        /// The chunks that a reader may still need.
        var chunks: [Data] = []
        /// The number of chunks before them.
        var dropped = 0
        var byteCount = 0
        /// The number of bytes in the chunks.
        var bufferedCount = 0
        /// The number of the next chunk of each reader.
        var positions: [Int: Int] = [:]
        var lastReader = 0
        var end: Result<Void, any Error>?
        var waiting: [Int: Wait<Void>] = [:]
        var isNeeded = false
        var demand: CheckedContinuation<Bool, Never>?
        var task: Task<Void, Never>?
    }

    private let writer: (any CacheWriter)?
    private let isWhole: @Sendable (Int) -> Bool
    private let onEnd: @Sendable () -> Void
    private let state = Guarded(State())

    /// Makes a body.
    ///
    /// - Parameters:
    ///   - writer: Stores the body.
    ///   - isWhole: Returns whether the body has this number of bytes; another body is not stored.
    ///   - onEnd: Called when the body has ended, or nobody reads it any more.
    init(
        _ writer: (any CacheWriter)?, isWhole: @escaping @Sendable (Int) -> Bool,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.writer = writer
        self.isWhole = isWhole
        self.onEnd = onEnd
    }

    /// Stores a body that is in memory.
    func store(_ data: Data) async {
        if !data.isEmpty { await writer?.append(data) }
        if isWhole(data.count) { await writer?.commit() }
        onEnd()
    }

    /// Begins to read, for the first reader.
    func begin(_ body: MessageBody) -> Reader {
        // Its exchange ends at its deadline.
        let reader = Reader(self, state.withLock { $0.addReader() }, for: nil)
        let task = Task { await self.pump(body) }
        state.withLock { $0.task = task }
        return reader
    }

    /// Indicates whether all of the body has come.
    var isComplete: Bool {
        state.withLock { state in
            if case .success = state.end { return true }
            return false
        }
    }

    /// Adds a reader, which gets all chunks until the deadline of its call; `nil` if that is too late.
    func join(for call: OutgoingRequest) -> Reader? {
        let number: Int? = state.withLock { state -> Int? in
            if case .failure = state.end { return nil }
            guard state.dropped == 0, !state.positions.isEmpty, state.byteCount <= Self.limit else { return nil }
            return state.addReader()
        }
        return number.map { Reader(self, $0, for: call) }
    }

    private func pump(_ body: MessageBody) async {
        var iterator = body.makeAsyncIterator()
        var count = 0
        do {
            while await isNeeded() {
                guard let chunk = try await iterator.next() else {
                    if isWhole(count) { await writer?.commit() }
                    return end(.success(()))
                }
                count += chunk.count
                await writer?.append(chunk)
                add(chunk)
            }
            end(.failure(CancellationError()))
        } catch {
            end(.failure(error))
        }
    }

    /// Waits until a reader needs a chunk; returns false if there are no readers.
    private func isNeeded() async -> Bool {
        await withCheckedContinuation { continuation in
            let known: Bool? = state.withLock { state in
                if state.positions.isEmpty { return false }
                if state.isNeeded {
                    state.isNeeded = false
                    return true
                }
                state.demand = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    private func add(_ chunk: Data) {
        wake { state in
            state.chunks.append(chunk)
            state.byteCount += chunk.count
            state.bufferedCount += chunk.count
            state.dropSlowReaders()
        }
    }

    private func end(_ result: Result<Void, any Error>) {
        wake { $0.end = result }
        onEnd()
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for wait in waiting { wait.end(.success(())) }
    }
}

extension SharedBody.State {
    fileprivate mutating func addReader() -> Int {
        lastReader += 1
        positions[lastReader] = 0
        return lastReader
    }

    /// Takes the next chunk of a reader.
    fileprivate mutating func next(for reader: Int) -> Result<Data?, any Error>? {
        guard let position = positions[reader] else {
            let message = "the response was shared with another call, and read too slowly"
            return .failure(TransportError(code: .bufferOverflow, message: message))
        }
        if position < dropped + chunks.count {
            positions[reader] = position + 1
            let chunk = chunks[position - dropped]
            drop()
            return .success(chunk)
        }
        return end.map { result in result.map { nil } }
    }

    /// Drops the chunks that no reader needs, when no other reader can begin any more.
    ///
    /// It waits until they are half of all chunks, because the others have to be moved.
    fileprivate mutating func drop() {
        guard byteCount > SharedBody.limit, let first = positions.values.min(), first > dropped else { return }
        let count = first - dropped
        guard count * 2 >= chunks.count else { return }
        bufferedCount -= chunks.prefix(count).reduce(0) { $0 + $1.count }
        chunks.removeFirst(count)
        dropped = first
    }

    /// Drops readers that are too far behind the first one, so that a body is never in memory as a whole for them.
    fileprivate mutating func dropSlowReaders() {
        while bufferedCount > SharedBody.bufferLimit, let slowest = positions.min(by: { $0.value < $1.value }),
            positions.values.contains(where: { $0 > slowest.value })
        {
            positions[slowest.key] = nil
            drop()
        }
    }
}

extension SharedBody {
    /// One reader of a shared body.
    final class Reader: Sendable {
        private let body: SharedBody
        private let number: Int
        private let call: OutgoingRequest?

        fileprivate init(_ body: SharedBody, _ number: Int, for call: OutgoingRequest?) {
            self.body = body
            self.number = number
            self.call = call
        }

        deinit { body.leave(number) }

        /// Waits for the next chunk; `nil` at the end.
        func next() async throws -> Data? { try await body.next(for: number, of: call) }
    }

    private func next(for reader: Int, of call: OutgoingRequest?) async throws -> Data? {
        while true {
            try Task.checkCancellation()
            if let result = state.withLock({ $0.next(for: reader) }) { return try result.get() }
            guard let wait = wait(for: reader, of: call) else { continue }
            defer { state.withLock { $0.waiting[reader] = nil } }
            try await wait.value()
        }
    }

    /// Asks for the next chunk, and returns the wait for it; `nil` if it has come in between.
    private func wait(for reader: Int, of call: OutgoingRequest?) -> Wait<Void>? {
        let (wait, demand): (Wait<Void>?, CheckedContinuation<Bool, Never>?) = state.withLock { state in
            let position = state.positions[reader] ?? 0
            if state.end != nil || position < state.dropped + state.chunks.count { return (nil, nil) }
            let wait = Wait<Void>(of: call)
            state.waiting[reader] = wait
            guard let demand = state.demand else {
                state.isNeeded = true
                return (wait, nil)
            }
            state.demand = nil
            return (wait, demand)
        }
        demand?.resume(returning: true)
        return wait
    }

    private func leave(_ reader: Int) {
        let (demand, task): (CheckedContinuation<Bool, Never>?, Task<Void, Never>?) = state.withLock { state in
            state.positions[reader] = nil
            state.drop()
            guard state.positions.isEmpty, state.end == nil else { return (nil, nil) }
            defer { state.demand = nil }
            return (state.demand, state.task)
        }
        task?.cancel()
        demand?.resume(returning: false)
    }
}

/// The chunks of one reader.
struct SharedChunks: AsyncSequence, Sendable {
    let reader: SharedBody.Reader

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

    struct AsyncIterator: AsyncIteratorProtocol {
        let reader: SharedBody.Reader

        func next() async throws -> Data? { try await reader.next() }
    }
}
