import Requests

/// A stream of a connection, which its script reads and writes as the bytes of HTTP/1.1.
final class HTTP2Stream: ByteStream {
    let id: Int
    /// The request, whose content arrives later.
    let request: RequestWriter
    let connection: HTTP2Connection
    private let response: Guarded<ResponseReader>

    init(_ id: Int, _ request: RequestWriter, of connection: HTTP2Connection) {
        self.id = id
        self.request = request
        self.connection = connection
        response = Guarded(ResponseReader(isHead: request.first(":method") == "HEAD"))
    }

    func receive(upTo count: Int, waits: Bool) throws -> [UInt8] {
        while true {
            let taken = connection.monitor.wait { state in
                state.streams[id, default: .gone].take(upTo: count) ?? (waits ? nil : ([], 0))
            }
            guard let (bytes, credit) = taken else { return [] }
            if credit > 0 { giveWindow(credit) }
            if !bytes.isEmpty || credit == 0 { return bytes }
        }
    }

    func send(_ bytes: [UInt8]) throws {
        for part in response.withLock({ $0.read(bytes) }) { try send(part) }
    }

    func canSend(within limit: Duration) throws -> Bool {
        connection.monitor.wait(within: limit) { state in
            let stream = state.streams[id, default: .gone]
            return stream.isClosed || min(stream.sendWindow, state.sendWindow) > 0 ? true : nil
        } ?? false
    }

    /// Ends the response; resets the stream if the response isn't complete.
    func finishSending() {
        if connection.monitor.change({ $0.streams[id]?.hasResponseEnded ?? true }) { return }
        if response.withLock(\.endsByClosing) { try? sendContent([], ends: true) } else { reset(with: .internalError) }
    }

    func interrupt() {
        connection.monitor.change { $0.streams[id]?.isClosed = true }
    }

    func close() {
        finishSending()
        let isUnread = connection.monitor.change { state in
            guard let stream = state.streams[id] else { return false }
            return !stream.isClosed && !stream.hasRequestEnded
        }
        // The server doesn't want the rest of the request (RFC 9113, section 8.1).
        if isUnread { reset(with: .noError) }
        connection.monitor.change { $0.streams[id]?.isClosed = true }
    }

    /// Closes the whole connection with a reset, as a reset of HTTP/1.1 does.
    func reset() {
        connection.close(resetting: true)
    }

    /// Resets the stream; does nothing if it is closed.
    func reset(with code: HTTP2ErrorCode) {
        let isOpen = connection.monitor.change { state in
            defer { state.streams[id]?.isClosed = true }
            return state.streams[id]?.isClosed == false
        }
        if isOpen { try? connection.send([.reset(id, code)]) }
    }
}

extension HTTP2Stream {
    /// Sends the fields of a head or trailers.
    func sendFields(_ fields: [HPACKField], ends: Bool = false) throws {
        guard isOpen else { throw RawServerError.closed }
        if ends { noteEnd() }
        let size = connection.monitor.change(\.maxFrameSize)
        try connection.send { HTTP2Frame.headers($0.encode(fields), on: id, ends: ends, splitAt: size) }
    }

    /// Sends content as fast as the client's windows allow.
    func sendContent(_ bytes: [UInt8], ends: Bool) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try reserve(upTo: rest.count)
            let isLast = ends && count == rest.count
            if isLast { noteEnd() }
            try connection.send([.data(Array(rest.prefix(count)), on: id, ends: isLast)])
            rest = rest.dropFirst(count)
        }
        guard bytes.isEmpty, ends, isOpen else { return }
        noteEnd()
        try connection.send([.data([], on: id, ends: true)])
    }

    private var isOpen: Bool {
        connection.monitor.change { $0.streams[id]?.isClosed == false }
    }

    private func send(_ part: ResponseReader.Part) throws {
        switch part {
        case .head(let fields, let ends): try sendFields(fields, ends: ends)
        case .content(let bytes, let ends): try sendContent(bytes, ends: ends)
        case .trailers(let fields): try sendFields(fields, ends: true)
        case .malformed: reset(with: .protocolError)
        }
    }

    private func noteEnd() {
        connection.monitor.change { $0.streams[id]?.hasResponseEnded = true }
    }

    private func giveWindow(_ count: Int) {
        guard connection.behavior.givesWindows else { return }
        let isWanted = connection.monitor.change { state in
            state.streams[id].map { !$0.isClosed && !$0.hasRequestEnded } ?? false
        }
        if isWanted { try? connection.send([.windowUpdate(count, on: id)]) }
    }

    /// Waits for the client's windows, and reserves a part of them.
    private func reserve(upTo count: Int) throws -> Int {
        let taken = connection.monitor.wait { state -> Int? in
            guard let stream = state.streams[id], !stream.isClosed else { return 0 }
            let count = min(count, stream.sendWindow, state.sendWindow, state.maxFrameSize)
            guard count > 0 else { return nil }
            state.streams[id]?.sendWindow -= count
            state.sendWindow -= count
            return count
        }
        guard let taken, taken > 0 else { throw RawServerError.closed }
        return taken
    }
}

extension HTTP2StreamState {
    /// The state of a stream that doesn't exist.
    fileprivate static var gone: HTTP2StreamState {
        var state = HTTP2StreamState([], ends: true, sendWindow: 0)
        _ = state.take(upTo: .max)
        state.isClosed = true
        return state
    }
}
