import Requests

/// A connection of HTTP/2 with prior knowledge (RFC 9113, section 3.3), whose streams each run a script.
final class HTTP2Connection: Sendable {
    struct State: Sendable {
        var streams: [Int: HTTP2StreamState] = [:]
        var sendWindow = 65_535
        var initialSendWindow = 65_535
        var maxFrameSize = 16_384
        /// The client's frames other than DATA, in order.
        var received: [HTTP2Frame] = []
        var isClosed = false
    }

    typealias Script = @Sendable (HTTP2Stream, RawConnection) throws -> Void

    let monitor = Monitor(State())
    let behavior: HTTP2Behavior
    private let connection: RawConnection
    private let script: Script
    private let encoder: Guarded<HPACKEncoder>

    init(_ connection: RawConnection, behavior: HTTP2Behavior, _ script: @escaping Script) {
        self.connection = connection
        self.behavior = behavior
        self.script = script
        encoder = Guarded(behavior.encoder)
    }

    /// Reads frames, and starts a script for each request, until the connection ends.
    func run() throws {
        defer { end() }
        let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        let bytes = try connection.read(exactly: preface.utf8.count)
        guard bytes == Array(preface.utf8) else {
            if bytes.isEmpty || !behavior.requiresPreface { throw RawServerError.closed }
            throw RawServerError.malformed(
                "The connection doesn't begin with the HTTP/2 preface, but with \"\(RawRequest.text(bytes))\".")
        }
        try send(behavior.opening)
        try behavior.greeting { try send($0) }
        var reader = HTTP2FrameReader(tableLimit: behavior.tableLimit)
        do {
            while let frame = try reader.next(from: connection) { try receive(frame, &reader) }
        } catch let error as HTTP2ConnectionError {
            try? send([.goAway(last: 0, error.code)])
            throw RawServerError.malformed(error.reason)
        }
    }

    /// Closes the connection with all its streams.
    func close(resetting: Bool = false) {
        if resetting { connection.reset() } else { connection.interrupt() }
        end()
    }

    /// Sends frames in one piece.
    func send(_ frames: [HTTP2Frame]) throws {
        try send { _ in frames }
    }

    /// Sends frames that an encoder writes, in the order in which it writes them.
    func send(_ frames: (inout HPACKEncoder) -> [HTTP2Frame]) throws {
        try encoder.withLock { encoder in try connection.send(frames(&encoder).flatMap(\.bytes)) }
    }

    /// Sends bytes, which can be incomplete frames.
    func send(bytes: [UInt8]) throws {
        try encoder.withLock { _ in try connection.send(bytes) }
    }

    /// Waits until the client has sent a frame; returns `nil` at the end of the connection, and after the time limit.
    func waitForFrame(within limit: Duration = .seconds(30), where matches: (HTTP2Frame) -> Bool) -> HTTP2Frame? {
        let frame: HTTP2Frame?? = monitor.wait(within: limit) { state in
            if let frame = state.received.first(where: matches) { return .some(frame) }
            return state.isClosed ? .some(nil) : nil
        }
        return frame ?? nil
    }

    func note(_ error: any Error) { connection.note(error) }

    private func end() {
        monitor.change { state in
            state.isClosed = true
            for id in state.streams.keys { state.streams[id]?.isClosed = true }
        }
    }
}

// MARK: - Received frames

extension HTTP2Connection {
    private func receive(_ frame: HTTP2Frame, _ reader: inout HTTP2FrameReader) throws {
        if frame.kind != HTTP2Frame.Kind.data { monitor.change { $0.received.append(frame) } }
        switch frame.kind {
        case HTTP2Frame.Kind.headers: try receiveFields(of: frame, reader.fields(of: frame, from: connection))
        case HTTP2Frame.Kind.data: try receiveContent(of: frame)
        case HTTP2Frame.Kind.reset:
            monitor.change { state in
                state.streams[frame.stream]?.resetCode = HTTP2Frame.number(of: frame.payload)
                state.streams[frame.stream]?.isClosed = true
            }
        case HTTP2Frame.Kind.settings where !frame.has(HTTP2Frame.Flag.acknowledged):
            apply(frame.payload)
            if behavior.acknowledgesSettings { try send([.settingsAcknowledgement]) }
        case HTTP2Frame.Kind.ping where !frame.has(HTTP2Frame.Flag.acknowledged):
            var pong = frame
            pong.flags = HTTP2Frame.Flag.acknowledged
            if behavior.acknowledgesPings { try send([pong]) }
        case HTTP2Frame.Kind.windowUpdate:
            let count = HTTP2Frame.number(of: frame.payload)
            monitor.change { state in
                if frame.stream == 0 { state.sendWindow += count }
                state.streams[frame.stream]?.sendWindow += count
            }
        case HTTP2Frame.Kind.pushPromise:
            throw HTTP2ConnectionError(
                .protocolError, "The client sent a PUSH_PROMISE frame, but only servers can send such frames.")
        case HTTP2Frame.Kind.continuation:
            throw HTTP2ConnectionError(
                .protocolError, "The client sent a CONTINUATION frame outside a header block.")
        default: break
        }
    }

    private func receiveFields(of frame: HTTP2Frame, _ fields: [HPACKField]) throws {
        let id = frame.stream
        let ends = frame.has(HTTP2Frame.Flag.endStream)
        let isNew = monitor.change { state in
            guard state.streams[id] == nil else { return false }
            state.streams[id] = HTTP2StreamState(fields, ends: ends, sendWindow: state.initialSendWindow)
            return true
        }
        guard isNew else { return try append([], ends: true, trailers: fields, to: id) }
        let stream = HTTP2Stream(id, RequestWriter(fields, ends: ends), of: self)
        connection.run(stream) { [script] in try script(stream, $0) }
    }

    private func receiveContent(of frame: HTTP2Frame) throws {
        guard let content = frame.content else {
            throw HTTP2ConnectionError(.protocolError, "The padding of a DATA frame is longer than the payload.")
        }
        let ends = frame.has(HTTP2Frame.Flag.endStream)
        try append(content, credit: frame.payload.count, ends: ends, to: frame.stream)
        // The window of the connection is reopened immediately. Otherwise, a script that doesn't read would stop all
        // streams.
        if behavior.givesWindows, !frame.payload.isEmpty { try send([.windowUpdate(frame.payload.count)]) }
    }

    /// Adds content to a stream, or resets the stream if the content is longer or shorter than the request declares.
    private func append(
        _ content: ArraySlice<UInt8>, credit: Int = 0, ends: Bool, trailers: [HPACKField] = [], to id: Int
    ) throws {
        let isWrong = monitor.change { state in
            guard var stream = state.streams[id], !stream.isClosed else { return false }
            stream.append(content, credit: credit, ends: ends, trailers: trailers)
            guard stream.fits else {
                // The script sees the end of the stream, but not this content.
                state.streams[id]?.isClosed = true
                return true
            }
            state.streams[id] = stream
            return false
        }
        if isWrong { try send([.reset(id, .protocolError)]) }
    }

    private func apply(_ settings: [UInt8]) {
        monitor.change { state in
            for index in stride(from: 0, to: settings.count - 5, by: 6) {
                let value = HTTP2Frame.number(of: settings[(index + 2)..<(index + 6)])
                switch HTTP2Setting(rawValue: UInt16(HTTP2Frame.number(of: settings[index..<(index + 2)]))) {
                case .initialWindowSize:
                    for id in state.streams.keys { state.streams[id]?.sendWindow += value - state.initialSendWindow }
                    state.initialSendWindow = value
                case .maxFrameSize: state.maxFrameSize = value
                default: break
                }
            }
        }
    }
}
