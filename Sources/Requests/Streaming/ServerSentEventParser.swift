import Foundation

/// Parses an event stream (WHATWG HTML, section 9.2.6).
struct ServerSentEventParser<Payload: Sendable>: StreamParser {
    /// The maximum number of bytes in an event.
    private let limit: Int
    /// Makes the data of an event from its bytes and its number, counted from 1.
    private let payload: @Sendable (ElementBytes, Int) throws -> Payload

    /// The start of an incomplete line.
    private var pending = ByteRope()
    private var isAtStart = true
    /// Indicates whether the last byte was a CR; a LF directly after it belongs to the same line ending.
    private var skipsLineFeed = false

    /// The data lines of the event so far, each with a LF.
    private var data: [UInt8] = []
    /// The range of the data in the chunk while the data is a single line, so that most events need no copy.
    private var single: Range<Int>?
    /// The data, as long as it's a single line from several chunks.
    private var long: ByteRope?
    private var type = ""
    /// The other properties of the last event, which the next event usually shares.
    private var details: EventDetails
    /// The last identifier before the incomplete event; `nil` if the incomplete event contains no identifier.
    private var earlierID: String?
    private var count = 0

    init(limit: Int, lastID: String = "", payload: @escaping @Sendable (ElementBytes, Int) throws -> Payload) {
        self.limit = limit
        details = EventDetails(type: "message", id: lastID, retry: nil)
        self.payload = payload
    }

    /// The last identifier of a complete event, and the reconnection time.
    var checkpoint: StreamCheckpoint { StreamCheckpoint(lastEventID: earlierID ?? details.id, retry: details.retry) }

    mutating func parse(_ chunk: Data, _ emit: (ServerSentEvent<Payload>) throws -> Void) throws {
        try chunk.withUnsafeBytes { try parse($0.bindMemory(to: UInt8.self), of: chunk, emit) }
    }

    private mutating func parse(
        _ bytes: Bytes, of chunk: Data, _ emit: (ServerSentEvent<Payload>) throws -> Void
    ) throws {
        var start = skipsLineFeed && bytes.first == 0x0A ? 1 : 0
        if !bytes.isEmpty { skipsLineFeed = false }
        // The next LF or CR is searched for only after the previous one was passed, so that no byte is searched twice
        // for the same character.
        var lineFeed = bytes.position(of: 0x0A, from: start)
        var carriageReturn = bytes.position(of: 0x0D, from: start)
        while true {
            let end = min(lineFeed, carriageReturn)
            guard end < bytes.count else { break }
            if !pending.isEmpty {
                keepData(of: bytes)
                pending.append(start..<end, of: bytes, in: chunk)
                try pendingLine()
            } else if start == end {
                try dispatch(bytes, emit)
            } else {
                try line(start..<end, in: bytes)
            }
            start = end + 1
            if end == carriageReturn {
                if start < bytes.count { if bytes[start] == 0x0A { start += 1 } } else { skipsLineFeed = true }
                carriageReturn = bytes.nextPosition(of: 0x0D, from: start)
            }
            if lineFeed < start { lineFeed = bytes.nextPosition(of: 0x0A, from: start) }
        }
        keepData(of: bytes)
        if start < bytes.count { pending.append(start..<bytes.count, of: bytes, in: chunk) }
        try checkSize(adding: pending.count)
    }

    /// Parses a non-empty line within the chunk.
    private mutating func line(_ range: Range<Int>, in bytes: Bytes) throws {
        try checkSize(adding: range.count)
        let line = ServerSentEventLine(bytes.part(range), isFirst: isAtStart)
        isAtStart = false
        let value = (range.lowerBound + line.valueStart)..<range.upperBound
        switch line.field {
        case .data:
            if single == nil, long == nil, data.isEmpty { return single = value }
            keepData(of: bytes)
            keepLong()
            set(.data, bytes.part(value))
        case let field?:
            set(field, bytes.part(value))
        case nil:
            break
        }
    }

    /// Parses a line from several chunks.
    private mutating func pendingLine() throws {
        defer { pending.removeAll() }
        try checkSize(adding: pending.count)
        let front = pending.prefix(ServerSentEventLine.frontCount)
        let line = front.withUnsafeBufferPointer { ServerSentEventLine($0, isFirst: isAtStart) }
        isAtStart = false
        guard let field = line.field else { return }
        pending.dropFirst(line.valueStart)
        if field == .data, long == nil, data.isEmpty, !pending.isContiguous { return long = pending }
        keepLong()
        if field == .data { add(pending) } else { pending.prefix(.max).withUnsafeBufferPointer { set(field, $0) } }
    }

    private mutating func set(_ field: ServerSentEventField, _ value: Bytes) {
        switch field {
        case .data:
            add(value)
        case .event:
            type = String(decoding: value, as: UTF8.self)
        case .id:
            guard value.position(of: 0) == value.count else { return }
            earlierID = earlierID ?? details.id
            setDetails(details.type, String(decoding: value, as: UTF8.self), details.retry)
        case .retry:
            // Ignore a value that isn't a number or is out of range.
            guard value.allSatisfy({ 0x30...0x39 ~= $0 }) else { return }
            guard let milliseconds = Int64(String(decoding: value, as: UTF8.self)) else { return }
            setDetails(details.type, details.id, .milliseconds(milliseconds))
        }
    }

    private mutating func setDetails(_ type: String, _ id: String, _ retry: Duration?) {
        guard details.type != type || details.id != id || details.retry != retry else { return }
        details = EventDetails(type: type, id: id, retry: retry)
    }

    private mutating func add(_ line: Bytes) {
        data += line
        data.append(0x0A)
    }

    private mutating func add(_ line: ByteRope) {
        line.forEachPart { data += $0 }
        data.append(0x0A)
    }

    /// Copies data out of the chunk before the chunk is released or a second line arrives.
    private mutating func keepData(of bytes: Bytes) {
        guard let range = single else { return }
        add(bytes.part(range))
        single = nil
    }

    /// Copies a line from several chunks before a second line arrives.
    private mutating func keepLong() {
        guard let rope = long else { return }
        add(rope)
        long = nil
    }

    /// Emits the event if it has data; `bytes` is used only if the data is a single line in the chunk.
    private mutating func dispatch(_ bytes: Bytes, _ emit: (ServerSentEvent<Payload>) throws -> Void) throws {
        isAtStart = false
        if earlierID != nil { earlierID = nil }
        let value: Payload
        if let range = single {
            count += 1
            value = try payload(.whole(bytes.part(range)), count)
            single = nil
        } else if let rope = long {
            count += 1
            value = try payload(.parts(rope), count)
            long = nil
        } else if data.isEmpty {
            type = ""
            return
        } else {
            count += 1
            value = try data.withUnsafeBufferPointer { try payload(.whole($0.part(0..<($0.count - 1))), count) }
            if data.capacity > 65_536 { data = [] } else { data.removeAll(keepingCapacity: true) }
        }
        setDetails(type.isEmpty ? "message" : type, details.id, details.retry)
        if !type.isEmpty { type = "" }
        try emit(ServerSentEvent(data: value, details: details))
    }

    private func checkSize(adding count: Int) throws {
        let dataCount = single.map { $0.count + 1 } ?? long.map { $0.count + 1 } ?? data.count
        if dataCount + count > limit { throw tooLarge }
    }

    private var tooLarge: TransportError {
        StreamError.tooLarge("event \(count + 1)", limit: limit, setting: ".serverSentEvents(limit:)")
    }
}
