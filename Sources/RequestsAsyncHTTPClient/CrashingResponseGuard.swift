#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import Requests

/// Stops a response that would end the process.
///
/// AsyncHTTPClient (1.37) skips every head with a status below 200 except 101, and has a precondition that content and end follow
/// a head that it didn't skip. NIO skips the content only for statuses from 100 to 199. So with a status below 100, content and
/// end fail the precondition. Each connection has one guard directly after the decoder of its responses.
final class CrashingResponseGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// Indicates whether a head has arrived that content may follow.
    private var hasHead = false
    /// Indicates whether the connection has been given up, so that later bytes are ignored.
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

extension CrashingResponseGuard {
    /// Adds a guard to an HTTP/1.1 connection.
    @Sendable static func add(toConnection channel: any Channel) -> EventLoopFuture<Void> {
        channel.addingGuards { pipeline in
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(CrashingResponseGuard(), position: .after(decoder))
        }
    }

    /// Adds the guards to an HTTP/2 stream, which carries one request.
    @Sendable static func add(toStream channel: any Channel) -> EventLoopFuture<Void> {
        channel.addingGuards { pipeline in
            let decoder = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            try pipeline.addHandler(StreamStatusGuard(), position: .first)
            try pipeline.addHandler(CrashingResponseGuard(), position: .after(decoder))
        }
    }
}

extension Channel {
    /// Adds guards to the pipeline.
    ///
    /// A pipeline without the expected handlers stays unchanged, because AsyncHTTPClient can't use a connection whose
    /// initializer failed.
    func addingGuards(
        _ add: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void
    ) -> EventLoopFuture<Void> {
        let add: @Sendable () -> Void = { try? add(self.pipeline.syncOperations) }
        // They are added immediately if possible, because a response may arrive before the loop's next turn.
        guard eventLoop.inEventLoop else { return eventLoop.submit(add) }
        add()
        return eventLoop.makeSucceededVoidFuture()
    }
}
#endif
