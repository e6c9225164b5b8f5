import Foundation

/// Finds lines, which end with LF or CR LF; the last one may end with the body.
struct LineScanner: Sendable {
    /// A line, without what ends it.
    struct Line {
        let bytes: Bytes
        /// Where in the chunk it stands; `nil` where it began in an earlier one.
        let range: Range<Int>?
        /// How many lines there are with it.
        let number: Int

        /// The bytes without the byte order mark that may begin a text.
        var text: Bytes { number == 1 && bytes.hasByteOrderMark ? bytes.part(3..<bytes.count) : bytes }
    }

    /// How many bytes a line may have.
    let limit: Int
    /// How a greater limit is given.
    let setting: String

    /// The beginning of a line whose end has not come yet.
    private var pending: [UInt8] = []
    private var count = 0

    init(limit: Int, setting: String) {
        self.limit = limit
        self.setting = setting
    }

    mutating func scan(_ chunk: Data, _ emit: (Line) throws -> Void) throws {
        try chunk.withUnsafeBytes { try scan($0.bindMemory(to: UInt8.self), emit) }
    }

    private mutating func scan(_ bytes: Bytes, _ emit: (Line) throws -> Void) throws {
        var start = 0
        while true {
            let end = bytes.position(of: 0x0A, from: start)
            guard end < bytes.count else { break }
            if pending.isEmpty {
                let isCRLF = end > start && bytes[end - 1] == 0x0D
                try emit(line(bytes, start..<(isCRLF ? end - 1 : end), isInChunk: true))
            } else {
                pending += bytes[start..<end]
                if pending.last == 0x0D { pending.removeLast() }
                try emitPending(emit)
            }
            start = end + 1
        }
        pending += bytes[start...]
        // A CR may turn out to end the line.
        let length = pending.last == 0x0D ? pending.count - 1 : pending.count
        if length > limit { throw StreamProblem.tooLarge("line \(count + 1)", limit: limit, setting: setting) }
    }

    /// Emits the last line where nothing ends it.
    mutating func finish(_ emit: (Line) throws -> Void) throws {
        if !pending.isEmpty { try emitPending(emit) }
    }

    private mutating func emitPending(_ emit: (Line) throws -> Void) throws {
        let line = pending
        // What one long line took is given back.
        if pending.capacity > 65_536 { pending = [] } else { pending.removeAll(keepingCapacity: true) }
        try line.withUnsafeBufferPointer { try emit(self.line($0, 0..<$0.count, isInChunk: false)) }
    }

    private mutating func line(_ bytes: Bytes, _ range: Range<Int>, isInChunk: Bool) throws -> Line {
        count += 1
        guard range.count <= limit else {
            throw StreamProblem.tooLarge("line \(count)", limit: limit, setting: setting)
        }
        return Line(bytes: bytes.part(range), range: isInChunk ? range : nil, number: count)
    }
}
