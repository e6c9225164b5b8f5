#if AsyncHTTPClient
import NIOHTTP2

/// The streams of an HTTP/2 connection, for filtering received frames that NIO would mistake for an attack.
///
/// NIO (swift-nio-http2 1.46) ends a connection with all its calls after
/// - more than 200 RST_STREAM frames within 30 seconds. An ordinary server resets a stream whenever it responds before it has read
///   the whole request (RFC 9113, section 8.1), and some servers do so once for each further frame of the request.
/// - 2 empty DATA frames without a head or an end of a response between them.
/// - a frame of a cancelled stream, if 31 other streams were cancelled after it.
struct StreamHistory {
    private var open: Set<Int> = []
    private var last = 0
    /// The stream and the number of bytes of the last received head.
    private var head = (stream: 0, size: 0)
    /// The last streams that were reset.
    private var reset: [Int] = []
    /// The stream to which the last frame was renumbered, and to which the rest of its header block belongs.
    private var target = 0
    /// The number of dropped frames since the last useful frame.
    private var droppedCount = 0

    /// Indicates whether new calls should use a different connection.
    ///
    /// NIO sees each frame that resets an open stream, so the connection must not receive too many such frames.
    var isFull: Bool { !reset.isEmpty && reset.count + open.count >= 190 }

    /// The stream of the last received head if the head may have more than 16 KB; the compressed size of a head can be
    /// half of its size.
    var largeHead: Int? { head.size > 8_192 ? head.stream : nil }

    /// Records that a stream was opened or closed.
    mutating func note(_ event: Any) {
        switch event {
        case let created as NIOHTTP2StreamCreatedEvent:
            last = Int(created.streamID)
            open.insert(last)
        case let closed as StreamClosedEvent:
            let stream = Int(closed.streamID)
            open.remove(stream)
            if closed.reason != nil { reset.append(stream) }
            if reset.count > 2_000 { reset.removeFirst(1_000) }
        default: break
        }
    }

    /// Decides about a received frame.
    mutating func verdict(on frame: FrameHeader) -> FrameFilter.Verdict {
        noteHead(frame)
        let isOpen = open.contains(frame.stream)
        if isOpen, frame.isEmptyData { return dropUnlessFlood() }
        if frame.type == FrameHeader.data || frame.type == FrameHeader.headers { droppedCount = 0 }
        // The streams of a client have odd numbers.
        guard !isOpen, frame.stream <= last, frame.stream % 2 == 1 else { return .keep }
        if frame.isReset { return dropUnlessFlood() }
        // NIO ignores frames of streams that were reset recently, but counts them for flow control (RFC 9113, section
        // 5.1).
        guard let latest = reset.last, reset.contains(frame.stream) else { return .keep }
        if frame.type != FrameHeader.continuation { target = latest }
        return .renumber(target)
    }

    private mutating func noteHead(_ frame: FrameHeader) {
        if frame.type == FrameHeader.headers { head = (frame.stream, 0) }
        if frame.type == FrameHeader.headers || frame.type == FrameHeader.continuation { head.size += frame.size }
    }

    private mutating func dropUnlessFlood() -> FrameFilter.Verdict {
        droppedCount += 1
        return droppedCount <= 10_000 ? .drop : .keep
    }
}
#endif
