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

    private var data: [UInt8] = []
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
                try line(bytes.part(start..<end), emit)
            } else {
                let line = pending + bytes[start..<end]
                pending = []
                try line.withUnsafeBufferPointer { try self.line($0, emit) }
            }
            start = end + 1
            if end == carriageReturn {
                if start < bytes.count { if bytes[start] == 0x0A { start += 1 } } else { skipsLineFeed = true }
                carriageReturn = bytes.position(of: 0x0D, from: start)
            }
            if lineFeed < start { lineFeed = bytes.position(of: 0x0A, from: start) }
        }
        pending += bytes[start...]
        try checkSize(adding: pending.count)
    }

    private mutating func line(_ bytes: Bytes, _ emit: (ServerSentEvent<Payload>) throws -> Void) throws {
        try checkSize(adding: bytes.count)
        let line = isAtStart && bytes.hasByteOrderMark ? bytes.part(3..<bytes.count) : bytes
        isAtStart = false
        if line.isEmpty { return try dispatch(emit) }
        let colon = line.position(of: UInt8(ascii: ":"))
        let hasSpace = colon + 1 < line.count && line[colon + 1] == 0x20
        let value = colon < line.count ? line.part((hasSpace ? colon + 2 : colon + 1)..<line.count) : line.part(0..<0)
        set(line.part(0..<colon), value)
    }

    private mutating func set(_ field: Bytes, _ value: Bytes) {
        if field.equals("data") {
            data += value
            data.append(0x0A)
        } else if field.equals("event") {
            type = String(decoding: value, as: UTF8.self)
        } else if field.equals("id") {
            if value.position(of: 0) == value.count { id = String(decoding: value, as: UTF8.self) }
        } else if field.equals("retry"), value.allSatisfy({ 0x30...0x39 ~= $0 }) {
            // What is no number is left out, and so is one that nobody could wait for.
            if let milliseconds = Int64(String(decoding: value, as: UTF8.self)) { retry = .milliseconds(milliseconds) }
        }
    }

    private mutating func dispatch(_ emit: (ServerSentEvent<Payload>) throws -> Void) throws {
        defer { type = "" }
        if data.isEmpty { return }
        count += 1
        let value = try data.withUnsafeBufferPointer { try payload($0.part(0..<($0.count - 1)), count) }
        if data.capacity > 65_536 { data = [] } else { data.removeAll(keepingCapacity: true) }
        try emit(ServerSentEvent(type: type.isEmpty ? "message" : type, data: value, id: id, retry: retry))
    }

    private func checkSize(adding count: Int) throws {
        guard data.count + count > limit else { return }
        throw StreamProblem.tooLarge("event \(self.count + 1)", limit: limit, setting: ".serverSentEvents(limit:)")
    }
}
