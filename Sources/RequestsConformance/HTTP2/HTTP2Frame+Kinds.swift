/// The codes of errors (RFC 9113, section 7).
enum HTTP2ErrorCode: UInt32, Sendable, CaseIterable {
    case noError, protocolError, internalError, flowControlError, settingsTimeout, streamClosed, frameSizeError
    case refusedStream, cancel, compressionError, connectError, enhanceYourCalm, inadequateSecurity, http11Required
}

/// The settings of a connection (section 6.5.2).
enum HTTP2Setting: UInt16, Sendable {
    case headerTableSize = 1
    case enablePush, maxConcurrentStreams, initialWindowSize, maxFrameSize, maxHeaderListSize
}

extension HTTP2Frame {
    static func data(_ bytes: [UInt8], on stream: Int, ends: Bool = false) -> HTTP2Frame {
        HTTP2Frame(kind: Kind.data, flags: ends ? Flag.endStream : 0, stream: stream, payload: bytes)
    }

    static func data(_ text: String, on stream: Int, ends: Bool = false) -> HTTP2Frame {
        data(Array(text.utf8), on: stream, ends: ends)
    }

    /// Makes the frames of a header block: HEADERS, and CONTINUATION if the block is larger than a frame.
    static func headers(_ block: [UInt8], on stream: Int, ends: Bool = false, splitAt size: Int = 16_384)
        -> [HTTP2Frame]
    {
        var frames = [HTTP2Frame(kind: Kind.headers, flags: ends ? Flag.endStream : 0, stream: stream)]
        frames[0].payload = Array(block.prefix(size))
        var rest = block.dropFirst(size)
        while !rest.isEmpty {
            frames.append(HTTP2Frame(kind: Kind.continuation, stream: stream, payload: Array(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
        frames[frames.count - 1].flags |= Flag.endHeaders
        return frames
    }

    static func reset(_ stream: Int, _ code: HTTP2ErrorCode) -> HTTP2Frame {
        HTTP2Frame(kind: Kind.reset, stream: stream, payload: bytes(of: code.rawValue))
    }

    static func settings(_ settings: [(HTTP2Setting, Int)] = []) -> HTTP2Frame {
        let payload = settings.flatMap { setting, value in
            bytes(of: UInt32(setting.rawValue)).suffix(2) + bytes(of: UInt32(truncatingIfNeeded: value))
        }
        return HTTP2Frame(kind: Kind.settings, payload: payload)
    }

    static var settingsAcknowledgement: HTTP2Frame { HTTP2Frame(kind: Kind.settings, flags: Flag.acknowledged) }

    static func ping(_ number: UInt32 = 0, isAcknowledgement: Bool = false) -> HTTP2Frame {
        HTTP2Frame(
            kind: Kind.ping, flags: isAcknowledgement ? Flag.acknowledged : 0,
            payload: bytes(of: 0) + bytes(of: number))
    }

    static func goAway(last stream: Int, _ code: HTTP2ErrorCode, debug: String = "") -> HTTP2Frame {
        HTTP2Frame(
            kind: Kind.goAway, payload: bytes(of: UInt32(stream)) + bytes(of: code.rawValue) + Array(debug.utf8))
    }

    static func windowUpdate(_ count: Int, on stream: Int = 0) -> HTTP2Frame {
        HTTP2Frame(kind: Kind.windowUpdate, stream: stream, payload: bytes(of: UInt32(count)))
    }
}
