#if AsyncHTTPClient
import NIOCore

/// Removes or renumbers frames in the bytes that an HTTP/2 connection receives.
struct FrameFilter {
    /// The decision about a frame.
    enum Verdict: Equatable {
        case keep
        /// Removes the frame, for which ``FrameHeader/isReset`` or ``FrameHeader/isEmptyData`` must be `true`.
        case drop
        /// Assigns the frame to a different stream.
        case renumber(Int)
    }

    /// The received bytes that have not been passed on.
    private var bytes = ByteBuffer()
    /// The number of bytes of the current frame that have not been passed on.
    private var rest: Int

    /// Makes a filter for the bytes that follow the given ones, which have already been passed on.
    ///
    /// The given bytes must begin with the start of a frame. The result is `nil` if they end in the middle of a frame's
    /// header.
    init?(after received: ByteBuffer) {
        var end = received.readerIndex
        while end < received.writerIndex {
            guard let header = FrameHeader(received, at: end) else { return nil }
            end += header.size
        }
        rest = end - received.writerIndex
    }

    /// Adds received bytes.
    mutating func append(_ received: ByteBuffer) {
        if bytes.readableBytes == 0 { bytes = received } else { bytes.writeImmutableBuffer(received) }
    }

    /// Returns the next bytes to pass on; `nil` if more must be received.
    ///
    /// If a frame may be dropped, the bytes before the frame are passed on first, because the verdict may depend on
    /// them.
    mutating func next(_ verdict: (FrameHeader) -> Verdict) -> ByteBuffer? {
        var length = min(rest, bytes.readableBytes)
        rest -= length
        while let frame = FrameHeader(bytes, at: bytes.readerIndex + length),
            !frame.isReset || bytes.readableBytes - length >= frame.size
        {
            if length > 0, frame.isReset || frame.isEmptyData { break }
            switch verdict(frame) {
            case .keep: break
            case .drop:
                bytes.moveReaderIndex(forwardBy: frame.size)
                continue
            case .renumber(let stream):
                bytes.setInteger(UInt32(stream), at: bytes.readerIndex + length + 5)
            }
            let end = length + frame.size
            length = min(end, bytes.readableBytes)
            rest = end - length
        }
        guard length > 0 else { return nil }
        guard length == bytes.readableBytes else { return bytes.readSlice(length: length) }
        defer { bytes = ByteBuffer() }
        return bytes
    }
}

/// The header of an HTTP/2 frame (RFC 9113, section 4.1).
struct FrameHeader {
    /// The number of bytes of the whole frame.
    private(set) var size: Int
    private(set) var type: UInt8
    private(set) var flags: UInt8
    private(set) var stream: Int

    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let reset: UInt8 = 3
    static let goAway: UInt8 = 7
    static let continuation: UInt8 = 9

    /// Indicates whether this is an RST_STREAM frame of the right size.
    var isReset: Bool { type == Self.reset && size == 13 }
    /// Indicates whether this is a DATA frame without bytes that doesn't end its stream.
    var isEmptyData: Bool { type == Self.data && size == 9 && flags & 1 == 0 }

    /// Reads a header; `nil` if there are too few bytes.
    init?(_ bytes: ByteBuffer, at index: Int) {
        guard index + 9 <= bytes.writerIndex,
            let start = bytes.getInteger(at: index, as: UInt32.self),
            let flags = bytes.getInteger(at: index + 4, as: UInt8.self),
            let stream = bytes.getInteger(at: index + 5, as: UInt32.self)
        else { return nil }
        size = 9 + Int(start >> 8)
        type = UInt8(truncatingIfNeeded: start)
        self.flags = flags
        self.stream = Int(stream & 0x7FFF_FFFF)
    }
}
#endif
