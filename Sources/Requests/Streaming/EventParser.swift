import Foundation

/// Parses an event stream as the standard says (WHATWG HTML, section 9.2.6).
struct EventParser<Payload: Sendable>: StreamParser {
    /// How many bytes an event may have.
    private let limit: Int
    /// Makes the data of the event of a number, counted from 1.
    private let payload: @Sendable (Bytes, Int) throws -> Payload

    /// The beginning of a line whose end has not come yet.
    private var pending: [UInt8] = []
    private var isAtStart = true
    /// Whether a CR was the last byte, so that a LF would belong to it.
    private var skipsLineFeed = false

    /// The lines of data so far, each with a LF.
    private var data: [UInt8] = []
    /// Where in the chunk the data stands, as long as it is one line: most events need no copy.
    private var single: Range<Int>?
    private var type = ""
    private var id = ""
    private var retry: Duration?
    private var count = 0

    init(limit: Int, payload: @escaping @Sendable (Bytes, Int) throws -> Payload) {
        self.limit = limit
        self.payload = payload
    }

    mutating func parse(_ chunk: Data, _ emit: (ServerSentEvent<Payload>) throws -> Void) throws {
        try chunk.withUnsafeBytes { try parse($0.bindMemory(to: UInt8.self), emit) }
    }

    private mutating func parse(_ bytes: Bytes, _ emit: (ServerSentEvent<Payload>) throws -> Void) throws {
        var start = skipsLineFeed && bytes.first == 0x0A ? 1 : 0
        if !bytes.isEmpty { skipsLineFeed = false }
        // Each is looked for again only when it was passed: in all, every byte is looked at once for each.
        var lineFeed = bytes.position(of: 0x0A, from: start)
        var carriageReturn = bytes.position(of: 0x0D, from: start)
        while true {
            let end = min(lineFeed, carriageReturn)
            guard end < bytes.count else { break }
            if pending.isEmpty {
                try line(start..<end, in: bytes, isInChunk: true, emit)
            } else {
                keepData(of: bytes)
                let line = pending + bytes[start..<end]
                pending = []
                try line.withUnsafeBufferPointer { try self.line(0..<$0.count, in: $0, isInChunk: false, emit) }
            }
            start = end + 1
            if end == carriageReturn {
                if start < bytes.count { if bytes[start] == 0x0A { start += 1 } } else { skipsLineFeed = true }
                carriageReturn = bytes.position(of: 0x0D, from: start)
            }
            if lineFeed < start { lineFeed = bytes.position(of: 0x0A, from: start) }
        }
        keepData(of: bytes)
        pending += bytes[start...]
        try checkSize(adding: pending.count)
    }

    private mutating func line(
        _ range: Range<Int>, in bytes: Bytes, isInChunk: Bool, _ emit: (ServerSentEvent<Payload>) throws -> Void
    ) throws {
        try checkSize(adding: range.count)
        var start = range.lowerBound
        if isAtStart {
            isAtStart = false
            if bytes.part(range).hasByteOrderMark { start += 3 }
        }
        let line = bytes.part(start..<range.upperBound)
        if line.isEmpty { return try dispatch(bytes, emit) }
        let colon = line.isData ? 4 : line.position(of: UInt8(ascii: ":"))
        let hasSpace = colon + 1 < line.count && line[colon + 1] == 0x20
        let value = min(hasSpace ? colon + 2 : colon + 1, line.count)
        let field = line.part(0..<colon)
        guard field.equals("data") else { return set(field, line.part(value..<line.count)) }
        if isInChunk, single == nil, data.isEmpty {
            single = (start + value)..<range.upperBound
        } else {
            keepData(of: bytes)
            data += line.part(value..<line.count)
            data.append(0x0A)
        }
    }

    private mutating func set(_ field: Bytes, _ value: Bytes) {
        if field.equals("event") {
            type = String(decoding: value, as: UTF8.self)
        } else if field.equals("id") {
            if value.position(of: 0) == value.count { id = String(decoding: value, as: UTF8.self) }
        } else if field.equals("retry"), value.allSatisfy({ 0x30...0x39 ~= $0 }) {
            // What is no number is left out, and so is one that nobody could wait for.
            if let milliseconds = Int64(String(decoding: value, as: UTF8.self)) { retry = .milliseconds(milliseconds) }
        }
    }

    /// Copies the data that stands in a chunk, before the chunk goes or a second line comes.
    private mutating func keepData(of bytes: Bytes) {
        guard let range = single else { return }
        data += bytes.part(range)
        data.append(0x0A)
        single = nil
    }

    /// Emits the event, where it has data; without a single line that stands in the chunk, the bytes are of no meaning.
    private mutating func dispatch(_ bytes: Bytes, _ emit: (ServerSentEvent<Payload>) throws -> Void) throws {
        let value: Payload
        if let range = single {
            count += 1
            value = try payload(bytes.part(range), count)
            single = nil
        } else if data.isEmpty {
            type = ""
            return
        } else {
            count += 1
            value = try data.withUnsafeBufferPointer { try payload($0.part(0..<($0.count - 1)), count) }
            if data.capacity > 65_536 { data = [] } else { data.removeAll(keepingCapacity: true) }
        }
        try emit(ServerSentEvent(type: type.isEmpty ? "message" : type, data: value, id: id, retry: retry))
        if !type.isEmpty { type = "" }
    }

    private func checkSize(adding count: Int) throws {
        let dataCount = single.map { $0.count + 1 } ?? data.count
        guard dataCount + count > limit else { return }
        throw StreamProblem.tooLarge("event \(self.count + 1)", limit: limit, setting: ".serverSentEvents(limit:)")
    }
}

extension Bytes {
    /// Whether these are a line of data: nearly all lines are.
    fileprivate var isData: Bool {
        count > 4 && self[0] == UInt8(ascii: "d") && self[1] == UInt8(ascii: "a") && self[2] == UInt8(ascii: "t")
            && self[3] == UInt8(ascii: "a") && self[4] == UInt8(ascii: ":")
    }
}
