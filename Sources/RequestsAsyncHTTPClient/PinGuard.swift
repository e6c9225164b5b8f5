#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import Requests

/// Stops requests to pinned hosts unless the connection's public key matches.
///
/// Each HTTP/1.1 connection and each HTTP/2 stream has one guard. AsyncHTTPClient (1.37) has no callback for certificates, and
/// tries a connection again that a function of its configuration refuses, until its connect timeout. So the guard refuses the
/// request instead: it knows the host from the head, and nothing of it has been sent. It closes the connection, too.
final class PinGuard: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let pins: PublicKeyPins
    /// The value of Host in the last request that was passed on.
    private var host: String?
    private var error: TransportError?

    private init(_ pins: PublicKeyPins) { self.pins = pins }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if error == nil, case .head(let head) = unwrapOutboundIn(data) { check(head, context) }
        if let error { promise?.fail(error) } else { context.write(data, promise: promise) }
    }

    private func check(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let host = head.headers.first(name: "Host")
        guard host == nil || host != self.host else { return }
        do throws(TransportError) {
            // Without a host, the request could be for a pinned one.
            guard let host else { throw .unusable("a request without Host can't be sent by a client with pins") }
            try pins.check(Self.certificate(of: context), of: Self.name(in: host))
            self.host = host
        } catch {
            self.error = error
            refuse(error, context)
        }
    }

    /// Returns the certificate of the connection in DER; `nil` if it doesn't use NIO's TLS.
    private static func certificate(of context: ChannelHandlerContext) -> [UInt8]? {
        let connection = context.channel.parent ?? context.channel
        return try? connection.pipeline.syncOperations.nioSSL_peerCertificate()?.toDERBytes()
    }

    /// Returns a host without its port.
    private static func name(in host: String) -> String {
        if host.hasPrefix("[") { return host.prefix { $0 != "]" } + "]" }
        return String(host.prefix { $0 != ":" })
    }

    /// Fails the request when AsyncHTTPClient is no longer busy with its head, and then closes the connection.
    private func refuse(_ error: TransportError, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.execute {
            let context = bound.value
            let connection = context.channel.parent ?? context.channel
            context.fireErrorCaught(error)
            // Other requests of an HTTP/2 connection get their errors first.
            context.eventLoop.execute { connection.close(promise: nil) }
        }
    }
}

extension PinGuard {
    /// Adds a guard to an HTTP/1.1 connection.
    static func add(toConnection channel: any Channel, _ pins: PublicKeyPins) -> EventLoopFuture<Void> {
        add(to: channel) { pipeline in
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(PinGuard(pins), position: .after(decoder))
        }
    }

    /// Adds a guard to an HTTP/2 stream.
    static func add(toStream channel: any Channel, _ pins: PublicKeyPins) -> EventLoopFuture<Void> {
        add(to: channel) { pipeline in
            let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            try pipeline.addHandler(PinGuard(pins), position: .after(codec))
        }
    }

    /// Adds a guard; closes the channel if that is not possible, so that it sends nothing.
    private static func add(
        to channel: any Channel, _ add: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void
    ) -> EventLoopFuture<Void> {
        channel.addingGuards { pipeline in
            do {
                try add(pipeline)
            } catch {
                channel.close(promise: nil)
                throw error
            }
        }
    }
}
#endif
