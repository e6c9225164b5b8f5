#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import RequestsCore

/// Corrects the order of events for AsyncHTTPClient, and stops responses that would end the process.
///
/// Each HTTP/1.1 connection and each HTTP/2 stream has one guard, directly after the decoder of its responses. The
/// guard handles faults of AsyncHTTPClient 1.37:
/// - AsyncHTTPClient ignores each head with a status below 200 except 101, and has a precondition that the content and
///   the end follow a head that it didn't ignore. So a status below 100 ends the process.
/// - If a response ends before its request has ended, AsyncHTTPClient may keep the connection forever (HTTP/1.1), wait
///   forever, or end the process (HTTP/2). See ``receiveEnd(_:context:)``.
/// - AsyncHTTPClient reuses a connection before it has seen all received bytes. Bytes after a response would then reach the next
///   call.
final class ResponseGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let isHTTP2: Bool
    /// The status of the response's head; `nil` before the head and after the end.
    private var status: UInt?
    /// Indicates whether the end of the request has not been sent yet.
    private var isSending = false
    /// The end of the response while the guard holds it.
    private var heldEnd: HTTPClientResponsePart?
    /// Indicates whether bytes came after the held end.
    private var hasSurplus = false
    /// The content of a response that began before the end of its request.
    private var early = EarlyResponse()
    /// The number of parts of the content that AsyncHTTPClient has written.
    private var writtenCount = 0
    /// The number of these parts that have been sent.
    private var sentCount = 0
    private var stallCheck: Scheduled<Void>?
    /// Indicates whether the exchange or the connection has been given up, so that later parts are ignored.
    private var isOver = false

    private init(isHTTP2: Bool) { self.isHTTP2 = isHTTP2 }

    // MARK: The request

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head: (isSending, early) = (true, EarlyResponse())
        case .body: return writeContent(data, promise, context)
        case .end:
            isSending = false
            // AsyncHTTPClient is still busy with the end of the request.
            if heldEnd != nil { later(context) { $0.release($1) } }
        }
        context.write(data, promise: promise)
    }

    private func writeContent(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        let sent = context.eventLoop.makePromise(of: Void.self)
        writtenCount += 1
        sent.futureResult.assumeIsolated().whenComplete { _ in self.sentCount += 1 }
        sent.futureResult.cascade(to: promise)
        context.write(data, promise: sent)
    }

    /// Forgets the content so far: AsyncHTTPClient requests more only when that content has reached the caller.
    func read(context: ChannelHandlerContext) {
        if isSending { early.removeTail() }
        context.read()
    }

    // MARK: The response

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard status == nil else {
                return close(context, "the server sent a second response head before the end of the response")
            }
            guard head.status.code >= 100 else {
                return close(context, "the response has an invalid status: \(head.status.code)")
            }
            if head.status.code >= 200 || head.status == .switchingProtocols { status = head.status.code }
        case .body(let buffer):
            guard status != nil else { return close(context, Self.noHead) }
            if isSending { early.append(buffer) }
        case .end:
            guard status != nil else { return close(context, Self.noHead) }
            return receiveEnd(unwrapInboundIn(data), context: context)
        }
        context.fireChannelRead(data)
    }

    private static let noHead = "the server sent response content before the response head"

    /// Passes the end of a response on when AsyncHTTPClient can handle it.
    ///
    /// - If the response ends after the request: when all received bytes have been parsed, so that the guard sees
    ///   whether more bytes follow.
    /// - If the response ends before the request, and its status is 300 or more: at once, because AsyncHTTPClient then
    ///   stops sending. If there were no content, AsyncHTTPClient would wait for the end of the request, so the guard
    ///   passes on an empty part.
    /// - Otherwise: after the end of the request, because the server may still read the request. If the server ends the
    ///   stream, or stops reading, the request ends with an ``EarlyResponse``.
    private func receiveEnd(_ end: HTTPClientResponsePart, context: ChannelHandlerContext) {
        defer { status = nil }
        if isSending, let status, status >= 300 {
            context.fireChannelRead(wrapInboundOut(.body(ByteBuffer())))
            context.fireChannelRead(wrapInboundOut(end))
            guard isHTTP2 else { return }
            isOver = true
            context.close(promise: nil)
        } else if isHTTP2, !isSending {
            context.fireChannelRead(wrapInboundOut(end))
        } else {
            heldEnd = end
            if isSending { endWhenStalled(context) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // AsyncHTTPClient closes a connection if the end comes unexpectedly, that is, after this event.
        if !hasSurplus, !isSending { release(context) }
        context.fireChannelReadComplete()
        if hasSurplus, !isSending { release(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isSending { endEarly(context) } else { release(context) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard heldEnd != nil else {
            if !isOver { context.fireErrorCaught(error) }
            return
        }
        // The response is complete, so the error concerns only what follows it.
        if isSending {
            endEarly(context)
        } else if isHTTP2 {
            release(context)
        } else {
            hasSurplus = true
        }
    }

    /// Passes the held end on.
    private func release(_ context: ChannelHandlerContext) {
        guard let end = heldEnd, !isOver else { return }
        heldEnd = nil
        stallCheck?.cancel()
        context.fireChannelRead(wrapInboundOut(end))
        guard hasSurplus else { return }
        isOver = true
        context.close(promise: nil)
    }

    /// Ends a request that the server no longer reads because its response is complete.
    private func endEarly(_ context: ChannelHandlerContext) {
        guard heldEnd != nil, !isOver else { return }
        (heldEnd, isOver) = (nil, true)
        stallCheck?.cancel()
        context.fireErrorCaught(early)
        context.close(promise: nil)
    }

    /// Ends the request early if the server has read nothing for a while.
    ///
    /// The delay is short for HTTP/2, because unread content may block other requests of the connection, and the end of
    /// a stream doesn't end the connection.
    private func endWhenStalled(_ context: ChannelHandlerContext) {
        let count = sentCount
        stallCheck = later(context, in: isHTTP2 ? .milliseconds(100) : .seconds(5)) { handler, context in
            guard handler.heldEnd != nil, handler.isSending, !handler.isOver else { return }
            if handler.sentCount == count, handler.writtenCount > count {
                handler.endEarly(context)
            } else {
                handler.endWhenStalled(context)
            }
        }
    }

    // MARK: -

    @discardableResult
    private func later(
        _ context: ChannelHandlerContext, in delay: TimeAmount = .zero,
        _ work: @escaping @Sendable (ResponseGuard, ChannelHandlerContext) -> Void
    ) -> Scheduled<Void> {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        return context.eventLoop.scheduleTask(in: delay) { work(bound.value.0, bound.value.1) }
    }

    private func close(_ context: ChannelHandlerContext, _ message: String) {
        isOver = true
        context.fireErrorCaught(TransportError(code: .malformedResponse, message: message))
        context.close(promise: nil)
    }
}

extension ResponseGuard {
    /// Adds a guard to an HTTP/1.1 connection.
    @Sendable static func add(toConnection channel: any Channel) -> EventLoopFuture<Void> {
        channel.addingGuards { pipeline in
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(ResponseGuard(isHTTP2: false), position: .after(decoder))
        }
    }

    /// Adds the guards to an HTTP/2 stream, which carries one request.
    @Sendable static func add(toStream channel: any Channel) -> EventLoopFuture<Void> {
        channel.addingGuards { pipeline in
            let decoder = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            try pipeline.addHandler(StreamHeadGuard(), position: .first)
            try pipeline.addHandler(ResponseGuard(isHTTP2: true), position: .after(decoder))
        }
    }
}
#endif
