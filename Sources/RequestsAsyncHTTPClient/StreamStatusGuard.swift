#if AsyncHTTPClient
import NIOCore
import NIOHPACK
import NIOHTTP2
import Requests

/// Stops an HTTP/2 response whose `:status` would end the process.
///
/// NIO (swift-nio-http2 1.46) crashes if the value is empty or a negative number. Each stream has its own guard, before
/// the decoder of its response.
final class StreamStatusGuard: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    /// Indicates whether the stream has been given up, so that later frames are ignored.
    private var isClosed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosed else { return }
        if case .headers(let content) = unwrapInboundIn(data), let status = content.headers.first(name: ":status"),
            !Self.isStatus(status.utf8)
        {
            isClosed = true
            let message = "the :status of the response is not a number from 100 to 999"
            context.fireErrorCaught(TransportError(code: .malformedResponse, message: message))
            return context.close(promise: nil)
        }
        context.fireChannelRead(data)
    }

    private static func isStatus(_ text: String.UTF8View) -> Bool {
        text.count == 3 && text.first != UInt8(ascii: "0")
            && text.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
#endif
