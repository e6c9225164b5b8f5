#if AsyncHTTPClient
import NIOCore
import NIOHPACK
import NIOHTTP2
import RequestsCore

/// Stops heads of HTTP/2 messages that would end the process or corrupt the connection, and reports heads that end the
/// connection.
///
/// Each stream has its own guard, between the connection and the codec that converts its messages (swift-nio-http2 1.46):
/// - NIO crashes if the `:status` of a response is empty or a negative number.
/// - NIO closes the connection after a response with more than 16 KB of header fields. Then only the call that receives
///   this response reports the reason.
/// - NIO writes no CONTINUATION frames (RFC 9113, section 6.10). NIO encodes a head, and only then finds that the block
///   is larger than a frame. The unsent fields are already in NIO's table of fields, but not in the server's table, so
///   the server reads wrong fields from later requests: fields of other calls.
final class StreamHeadGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// Indicates whether the stream has been given up, so that later frames are ignored.
    private var isClosed = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosed else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        if case .headers(let content) = unwrapOutboundIn(data), let error = error(for: content.headers, on: context) {
            promise?.fail(error)
            return close(context, error)
        }
        context.write(data, promise: promise)
    }

    /// Returns the error for fields that don't fit in a frame; `nil` if they fit.
    private func error(for fields: HPACKHeaders, on context: ChannelHandlerContext) -> TransportError? {
        let size = fields.size
        // Every server accepts frames of this size (RFC 9113, section 6.5.2).
        guard size > 16_384 else { return nil }
        let limit = Self.connection(of: context)?.maximumFrameSize ?? 16_384
        guard size > limit else { return nil }
        return TransportError(
            code: .headerTooLarge,
            message: "the request's header fields take up \(size) bytes, but the HTTP/2 connection allows "
                + "at most \(limit)")
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosed else { return }
        if case .headers(let content) = unwrapInboundIn(data), let status = content.headers.first(name: ":status"),
            !Self.isStatus(status.utf8)
        {
            let message = "the :status of the response is not a number from 100 to 999"
            return close(context, TransportError(code: .malformedResponse, message: message))
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !isClosed, let stream = Self.connection(of: context)?.largeHead,
            let own = try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID),
            Int(own) == stream
        {
            let message = "the response has more than 16 KB of header fields, which SwiftNIO doesn't accept over HTTP/2"
            context.fireErrorCaught(TransportError(code: .malformedResponse, message: message))
        }
        context.fireChannelInactive()
    }

    private static func connection(of context: ChannelHandlerContext) -> ClosingConnectionGuard? {
        try? context.channel.parent?.pipeline.syncOperations.handler(type: ClosingConnectionGuard.self)
    }

    private func close(_ context: ChannelHandlerContext, _ error: TransportError) {
        isClosed = true
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }

    private static func isStatus(_ text: String.UTF8View) -> Bool {
        text.count == 3 && text.first != UInt8(ascii: "0")
            && text.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension HPACKHeaders {
    /// The size of the fields as RFC 9113 counts it (section 6.5.2), which is never less than their encoded size.
    fileprivate var size: Int { reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 } }
}
#endif
