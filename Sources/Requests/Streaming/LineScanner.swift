import Foundation

/// Finds lines, which end with LF or CR LF; the last line may lack a line ending.
struct LineScanner: Sendable {
    /// A line, without its line ending.
    struct Line {
        let bytes: ElementBytes
        /// The range of the line in the chunk; `nil` if the line began in an earlier chunk.
        let range: Range<Int>?
        /// The number of the line, counted from 1.
        let number: Int

        /// The bytes without a byte order mark at the start of the text.
        var text: ElementBytes {
            guard number == 1 else { return bytes }
            switch bytes {
            case .whole(let bytes):
                return .whole(bytes.hasByteOrderMark ? bytes.part(3..<bytes.count) : bytes)
            case .parts(var rope):
                if rope.hasByteOrderMark { rope.dropFirst(3) }
                return .parts(rope)
            }
        }
    }

    /// The maximum number of bytes in a line.
    let limit: Int
    /// The call that sets the limit, for error messages.
    let setting: String

    /// The start of an incomplete line.
    private var pending = ByteRope()
    private var count = 0

    init(limit: Int, setting: String) {
        self.limit = limit
        self.setting = setting
    }

    mutating func scan(_ chunk: Data, _ emit: (Line) throws -> Void) throws {
        try chunk.withUnsafeBytes { try scan($0.bindMemory(to: UInt8.self), of: chunk, emit) }
    }

    private mutating func scan(_ bytes: Bytes, of chunk: Data, _ emit: (Line) throws -> Void) throws {
        var start = 0
        while true {
            let end = bytes.position(of: 0x0A, from: start)
            guard end < bytes.count else { break }
            if pending.isEmpty {
                let isCRLF = end > start && bytes[end - 1] == 0x0D
                let range = start..<(isCRLF ? end - 1 : end)
                try checkSize(of: range.count)
                try emit(Line(bytes: .whole(bytes.part(range)), range: range, number: count))
            } else {
                pending.append(start..<end, of: bytes, in: chunk)
                if pending.last == 0x0D { pending.dropLast() }
                try emitPending(emit)
            }
            start = end + 1
        }
        guard start < bytes.count else { return }
        pending.append(start..<bytes.count, of: bytes, in: chunk)
        // A trailing CR may be part of the line ending.
        let length = pending.last == 0x0D ? pending.count - 1 : pending.count
        if length > limit { throw tooLarge(count + 1) }
    }

    /// Emits the last line if it has no line ending.
    mutating func finish(_ emit: (Line) throws -> Void) throws {
        if !pending.isEmpty { try emitPending(emit) }
    }

    private mutating func emitPending(_ emit: (Line) throws -> Void) throws {
        defer { pending.removeAll() }
        try checkSize(of: pending.count)
        let number = count
        let isWhole: Void? = try pending.withContiguousBytes {
            try emit(Line(bytes: .whole($0), range: nil, number: number))
        }
        if isWhole == nil { try emit(Line(bytes: .parts(pending), range: nil, number: number)) }
    }

    private mutating func checkSize(of length: Int) throws {
        count += 1
        if length > limit { throw tooLarge(count) }
    }

    private func tooLarge(_ number: Int) -> TransportError {
        StreamError.tooLarge("line \(number)", limit: limit, setting: setting)
    }
}
