#if AsyncHTTPClient
import NIOCore
import NIOHTTP2
import NIOSSL

/// Closes an HTTP/2 connection after a server error that affects the whole connection (RFC 9113, section 5.4.1).
///
/// NIO detects such errors, for example floods of empty frames, and sends a GOAWAY frame. But neither NIO nor AsyncHTTPClient
/// (1.37) closes the connection: its calls wait for their timeouts, and all later bytes accumulate in memory.
/// AsyncHTTPClient sends GOAWAY frames only after such errors: after an error of one stream, the other streams
/// continue.
///
/// The guard also removes frames that NIO would mistake for an attack (``StreamHistory``).
///
/// Each connection has one guard directly before NIO's handler.
final class ConnectionErrorGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let streams: ClosingConnectionGuard
    /// The filter of received frames; `nil` if the boundaries of frames are unknown.
    private var filter: FrameFilter?
    /// Indicates whether received bytes are being passed on.
    private var isReading = false
    /// The number of bytes of the current frame that have not been written yet.
    private var rest = 0
    /// Indicates whether the connection has been given up, so that later bytes are ignored.
    private var isOver = false

    /// Makes a guard for a connection that has received its first SETTINGS frame.
    private init(_ handler: NIOHTTP2Handler, _ closing: ClosingConnectionGuard) {
        streams = closing
        // NIO doesn't expose the bytes that it has not decoded yet.
        let state = Mirror(reflecting: handler).descendant("frameDecoder", "some", "state", "accumulatingFrameHeader")
        let bytes = state.flatMap { Mirror(reflecting: $0).descendant("unusedBytes") as? ByteBuffer }
        filter = bytes.flatMap { FrameFilter(after: $0) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = unwrapOutboundIn(data)
        if rest == 0, case .byteBuffer(let frame) = bytes, let header = FrameHeader(frame, at: frame.readerIndex) {
            rest = header.size
            isOver = isOver || header.type == FrameHeader.goAway
        }
        rest = max(rest - bytes.readableBytes, 0)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        if isOver { context.closeConnectionSoon() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        guard filter != nil else { return context.fireChannelRead(data) }
        filter?.append(unwrapInboundIn(data))
        guard !isReading else { return }
        isReading = true
        while !isOver, let bytes = filter?.next(streams.verdict(on:)) { context.fireChannelRead(wrapInboundOut(bytes)) }
        isReading = false
    }

    /// Adds the guards to a connection.
    @Sendable static func add(toConnection channel: any Channel) -> EventLoopFuture<Void> {
        channel.addingGuards { pipeline in
            let handler = try pipeline.handler(type: NIOHTTP2Handler.self)
            let closing = ClosingConnectionGuard(handler)
            try pipeline.addHandler(ConnectionErrorGuard(handler, closing), position: .before(handler))
            try pipeline.addHandler(closing, position: .after(handler))
        }
    }
}

extension ChannelHandlerContext {
    /// Closes a connection after the events of this turn of its event loop.
    func closeConnectionSoon() {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute { bound.value.closeConnection() }
    }

    /// Closes a connection without waiting for the server to end TLS.
    func closeConnection() {
        let tls = try? pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)
        (tls ?? self).close(promise: nil)
    }
}
#endif
