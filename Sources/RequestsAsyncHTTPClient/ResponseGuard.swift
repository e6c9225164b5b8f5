#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import Requests

/// Stops a response that would stop the process.
///
/// AsyncHTTPClient (1.37) passes over every head with a status below 200 but 101, and has a precondition that content and
/// end come behind another. NIO passes over the content of a status from 100 to 199 only, so a status below 100 brings both.
/// A connection has one of these right behind what decodes its responses.
final class ResponseGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// Indicates whether a head has come that content may follow.
    private var hasHead = false
    /// Indicates whether the connection is given up, whatever still comes.
    private var isClosed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosed else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard head.status.code >= 100, !hasHead else {
                return close(context, "the status of the response is \(head.status.code), which is none of HTTP")
            }
            hasHead = head.status.code >= 200 || head.status == .switchingProtocols
        case .body, .end:
            guard hasHead else { return close(context, "the content of the response comes before its head") }
            if case .end = unwrapInboundIn(data) { hasHead = false }
        }
        context.fireChannelRead(data)
    }

    private func close(_ context: ChannelHandlerContext, _ message: String) {
        isClosed = true
        context.fireErrorCaught(TransportError(code: .malformedResponse, message: message))
        context.close(promise: nil)
    }
}

extension ResponseGuard {
    /// Adds a guard to a connection of HTTP/1.1.
    @Sendable static func add(toConnection channel: any Channel) -> EventLoopFuture<Void> {
        add(to: channel) { try $0.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self) }
    }

    /// Adds a guard to a stream of HTTP/2, which has one request.
    @Sendable static func add(toStream channel: any Channel) -> EventLoopFuture<Void> {
        add(to: channel) { try $0.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self) }
    }

    /// A pipeline without the decoder is left as it is: AsyncHTTPClient can't go on with a connection whose initializer failed.
    private static func add(
        to channel: any Channel,
        behind decoder: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> any ChannelHandler
    ) -> EventLoopFuture<Void> {
        let add: @Sendable () -> Void = {
            let pipeline = channel.pipeline.syncOperations
            guard let decoder = try? decoder(pipeline) else { return }
            try? pipeline.addHandler(ResponseGuard(), position: .after(decoder))
        }
        // At once, if possible: a response may come before the next turn of the loop.
        guard channel.eventLoop.inEventLoop else { return channel.eventLoop.submit(add) }
        add()
        return channel.eventLoop.makeSucceededVoidFuture()
    }
}
#endif
