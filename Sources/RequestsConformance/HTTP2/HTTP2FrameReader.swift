/// An error of the client that ends a connection.
struct HTTP2ConnectionError: Error {
    let code: HTTP2ErrorCode
    let reason: String

    init(_ code: HTTP2ErrorCode, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

/// Reads the frames of a client.
struct HTTP2FrameReader: Sendable {
    /// The size of the largest payload that the server accepts.
    ///
    /// The server never changes this setting.
    static let maxFrameSize = 16_384

    private var decoder = HPACKDecoder()

    init(tableLimit: Int) {
        decoder.limit = tableLimit
    }

    /// Reads the next frame; returns `nil` if the connection ends before the frame.
    func next(from connection: RawConnection) throws -> HTTP2Frame? {
        let head = try connection.read(exactly: HTTP2Frame.headLength)
        guard head.count == HTTP2Frame.headLength else { return nil }
        let length = HTTP2Frame.number(of: head.prefix(3))
        guard length <= Self.maxFrameSize else {
            throw HTTP2ConnectionError(
                .frameSizeError, "A frame has \(length) bytes, but at most \(Self.maxFrameSize) are allowed.")
        }
        let stream = HTTP2Frame.number(of: head.suffix(4)) & 0x7FFF_FFFF
        let payload = try connection.read(exactly: length)
        guard payload.count == length else { return nil }
        return HTTP2Frame(kind: head[3], flags: head[4], stream: stream, payload: payload)
    }

    /// Reads the fields that begin with a frame.
    mutating func fields(of frame: HTTP2Frame, from connection: RawConnection) throws -> [HPACKField] {
        guard let content = frame.content else {
            throw HTTP2ConnectionError(
                .protocolError, "The payload of a HEADERS frame is too short for the padding or priority.")
        }
        var block = Array(content)
        var last = frame
        while !last.has(HTTP2Frame.Flag.endHeaders) {
            guard let next = try next(from: connection) else { throw RawServerError.truncated }
            guard next.kind == HTTP2Frame.Kind.continuation, next.stream == frame.stream else {
                throw HTTP2ConnectionError(
                    .protocolError,
                    "A frame of type \(next.kind) on stream \(next.stream) interrupts the header block of stream "
                        + "\(frame.stream).")
            }
            block += next.payload
            last = next
        }
        do {
            return try decoder.decode(block)
        } catch {
            throw HTTP2ConnectionError(.compressionError, "The header block can't be decoded: \(error)")
        }
    }
}
