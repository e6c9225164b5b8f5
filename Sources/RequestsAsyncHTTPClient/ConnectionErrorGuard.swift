#if AsyncHTTPClient
import NIOCore
import NIOHTTP2
import NIOSSL

/// Closes an HTTP/2 connection after a server error that affects the whole connection (RFC 9113, section 5.4.1).
///
/// NIO detects such errors, for example floods of empty frames, and sends a GOAWAY frame. But neither NIO nor AsyncHTTPClient
/// (1.37) closes the connection: its calls wait for their timeouts, and all later bytes accumulate in memory. AsyncHTTPClient
/// sends GOAWAY for no other reason: after an error of one stream, it sends none, and other streams continue.
///
/// Each connection has one guard directly before NIO's handler.
final class ConnectionErrorGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The number of bytes of the current frame that have not been written yet.
    private var rest = 0
    /// Indicates whether the connection has been given up, so that later bytes are ignored.
    private var isOver = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = unwrapOutboundIn(data)
        if rest == 0, case .byteBuffer(let frame) = bytes, let head = frame.getBytes(at: frame.readerIndex, length: 9) {
            // A header begins with a length of three bytes and a type of one byte (RFC 9113, section 4.1). GOAWAY has the type 7.
            rest = 9 + head.prefix(3).reduce(0) { $0 << 8 | Int($1) }
            isOver = isOver || head[3] == 7
        }
        rest = max(rest - bytes.readableBytes, 0)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        if isOver { context.closeConnection() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isOver { context.fireChannelRead(data) }
    }

    /// Adds the guards to a connection.
    @Sendable static func add(toConnection channel: any Channel) -> EventLoopFuture<Void> {
        channel.addingGuards { pipeline in
            let handler = try pipeline.handler(type: NIOHTTP2Handler.self)
            try pipeline.addHandler(ConnectionErrorGuard(), position: .before(handler))
            try pipeline.addHandler(ClosingConnectionGuard(handler), position: .after(handler))
        }
    }
}

extension ChannelHandlerContext {
    /// Closes a connection without waiting until the server also ends its TLS.
    func closeConnection() {
        let tls = try? pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)
        (tls ?? self).close(promise: nil)
    }
}
#endif
