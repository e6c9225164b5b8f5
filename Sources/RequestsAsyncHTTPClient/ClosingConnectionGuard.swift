#if AsyncHTTPClient
import NIOCore
import NIOHTTP2

/// Handles the end of an HTTP/2 connection by a GOAWAY frame, or by an error while a frame is written.
///
/// Each connection has one guard directly after NIO's handler (swift-nio-http2 1.46):
/// - A GOAWAY frame names the last stream that the server may process, so requests on later streams can be sent again
///   (RFC 9113, section 6.8). NIO reports these streams as cancelled, but this guard reports them as refused.
/// - A GOAWAY frame with an error code ends the connection (RFC 9113, section 5.4.1). Without this guard, its calls
///   wait for their timeouts if the server doesn't close the connection.
/// - After the server has reset many streams, new calls use a different connection (``StreamHistory/isFull``).
/// - A frame that can't be encoded may have damaged the table of header fields. Without this guard, the connection
///   stays open.
final class ClosingConnectionGuard: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    /// The maximum size of a frame that the server accepts, in bytes (RFC 9113, section 6.5.2).
    private(set) var maximumFrameSize: Int
    private var streams = StreamHistory()
    /// The stream whose response has too many bytes of header fields for NIO; `nil` if there is none.
    private(set) var largeHead: Int?
    /// The last stream that the server has processed or may process; `nil` before a GOAWAY frame.
    private var lastStream: HTTP2StreamID?
    /// Indicates whether new calls use a different connection because of ``StreamHistory/isFull``.
    private var isRetired = false

    /// Makes a guard for a connection that has received its first SETTINGS frame.
    init(_ handler: NIOHTTP2Handler) {
        // NIO doesn't expose the size. 16,384 is the smallest size that a server can set.
        let size = Mirror(reflecting: handler).descendant("frameEncoder", "some", "maxFrameSize") as? UInt32
        maximumFrameSize = size.map { Int($0) } ?? 16_384
    }

    /// Decides about a received frame, before NIO sees it.
    func verdict(on frame: FrameHeader) -> FrameFilter.Verdict { streams.verdict(on: frame) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data).payload {
        case .goAway(let lastStreamID, let errorCode, _):
            lastStream = lastStreamID
            context.fireChannelRead(data)
            close(context, after: errorCode)
        case .settings(.settings(let settings)):
            let size = settings.last { $0.parameter == .maxFrameSize }
            if let size { maximumFrameSize = size.value }
            context.fireChannelRead(data)
        default:
            context.fireChannelRead(data)
        }
    }

    private func close(_ context: ChannelHandlerContext, after errorCode: HTTP2ErrorCode) {
        // The events for refused streams still follow in this turn of the event loop.
        if errorCode != .noError { context.closeConnectionSoon() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        streams.note(event)
        guard let closed = event as? StreamClosedEvent else { return context.fireUserInboundEventTriggered(event) }
        if streams.isFull, !isRetired { retire(context) }
        guard closed.reason == .cancel, let lastStream, closed.streamID > lastStream else {
            return context.fireUserInboundEventTriggered(event)
        }
        context.fireUserInboundEventTriggered(StreamClosedEvent(streamID: closed.streamID, reason: .refusedStream))
    }

    /// Makes new calls use a different connection, as a GOAWAY frame from the server would.
    private func retire(_ context: ChannelHandlerContext) {
        isRetired = true
        let goAway = HTTP2Frame.FramePayload.goAway(lastStreamID: .maxID, errorCode: .noError, opaqueData: nil)
        context.fireChannelRead(wrapInboundOut(HTTP2Frame(streamID: .rootStream, payload: goAway)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock || error is NIOHTTP2Errors.UnableToParseFrame {
            largeHead = streams.largeHead
        }
        context.fireErrorCaught(error)
        if error is NIOHTTP2Errors.UnableToSerializeFrame { context.closeConnection() }
    }
}
#endif
