#if AsyncHTTPClient
import NIOCore
import NIOHTTP2
import NIOSSL

/// Closes an HTTP/2 connection after an error of the server that concerns the whole connection (RFC 9113, section 5.4.1).
///
/// NIO detects such errors, among them floods of frames without content, and sends a GOAWAY frame. Then neither NIO nor
/// AsyncHTTPClient (1.37) closes the connection: its calls wait for their timeouts, and everything that still arrives stays in memory.
/// AsyncHTTPClient sends no GOAWAY otherwise. An error of one stream sends none, and the other streams go on.
///
/// Each connection has one guard directly in front of NIO's handler.
final class ConnectionErrorGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The number of bytes of the current frame that are not written yet.
    private var rest = 0
    /// Indicates whether the connection is given up, regardless of what still arrives.
    private var isOver = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = unwrapOutboundIn(data)
        if rest == 0, case .byteBuffer(let frame) = bytes, let head = frame.getBytes(at: frame.readerIndex, length: 9) {
            // A head has three bytes of length and one of type (RFC 9113, section 4.1). The type of GOAWAY is 7.
            rest = 9 + head.prefix(3).reduce(0) { $0 << 8 | Int($1) }
            isOver = isOver || head[3] == 7
        }
        rest = max(rest - bytes.readableBytes, 0)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        guard isOver else { return }
        // A close through TLS would wait until the server closes, too.
        let tls = try? context.pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)
        (tls ?? context).close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isOver { context.fireChannelRead(data) }
    }

    /// Adds a guard to a connection.
    @Sendable static func add(toConnection channel: any Channel) -> EventLoopFuture<Void> {
        channel.addingGuards { pipeline in
            let handler = try pipeline.handler(type: NIOHTTP2Handler.self)
            try pipeline.addHandler(ConnectionErrorGuard(), position: .before(handler))
        }
    }
}
#endif
