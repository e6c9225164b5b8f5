#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import RequestsCore

/// Stops requests to pinned hosts unless the connection's public key matches.
///
/// Each HTTP/1.1 connection and each HTTP/2 stream has one guard. AsyncHTTPClient (1.37) has no callback for
/// certificates. If a function of its configuration refuses a connection, the client tries again until its connect
/// timeout. So the guard refuses the request instead: the head of the request contains the host, and nothing of the
/// request has been sent. The guard then also closes the connection, and passes on nothing from the server.
///
/// If a version of AsyncHTTPClient didn't call the configuration's initializers, no pins would be checked. `PinTests`
/// would detect that.
final class PinGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let pins: PublicKeyPins
    /// The value of Host in the last request that was passed on.
    private var host: String?
    private var error: TransportError?
    /// Indicates whether AsyncHTTPClient has received the error.
    private var isReported = false

    private init(_ pins: PublicKeyPins, refusingWith error: TransportError? = nil) {
        self.pins = pins
        self.error = error
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if error == nil, case .head(let head) = unwrapOutboundIn(data) { check(head, context) }
        if let error { promise?.fail(error) } else { context.write(data, promise: promise) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if error == nil { context.fireChannelRead(data) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // After a refusal, an error of the server would hide the reason, and could cause the request to be sent again.
        if self.error == nil { context.fireErrorCaught(error) } else { report(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        report(context)
        context.fireChannelInactive()
    }

    /// Passes the error of a refused request on, once.
    private func report(_ context: ChannelHandlerContext) {
        guard let error, !isReported else { return }
        isReported = true
        context.fireErrorCaught(error)
    }

    private func check(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let hosts = head.headers["Host"]
        guard hosts.count != 1 || hosts.first != host else { return }
        do throws(TransportError) {
            // With several Host fields, the server could read a different host than this function.
            guard let host = hosts.first, hosts.count == 1 else {
                throw .unpinned("the request must have exactly one Host field, because the client checks pins")
            }
            let connection = context.channel.parent ?? context.channel
            if !Self.isLocal(connection) {
                try pins.check(Self.certificate(of: connection), of: Self.name(in: host))
            }
            self.host = host
        } catch {
            self.error = error
            refuse(context)
        }
    }

    /// Returns whether a connection leads to a Unix socket, which isn't pinned.
    private static func isLocal(_ connection: any Channel) -> Bool {
        if case .unixDomainSocket? = connection.remoteAddress { true } else { false }
    }

    /// Returns the certificate of the connection in DER; `nil` if the connection doesn't use NIO's TLS.
    private static func certificate(of connection: any Channel) -> [UInt8]? {
        try? connection.pipeline.syncOperations.nioSSL_peerCertificate()?.toDERBytes()
    }

    /// Returns a host without its port.
    private static func name(in host: String) -> String {
        if host.hasPrefix("[") { return host.prefix { $0 != "]" } + "]" }
        return String(host.prefix { $0 != ":" })
    }

    /// Fails the request when AsyncHTTPClient is no longer busy with the request's head, and then closes the
    /// connection.
    private func refuse(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.execute {
            let (guardian, context) = bound.value
            let connection = context.channel.parent ?? context.channel
            guardian.report(context)
            // Other requests of an HTTP/2 connection get their errors first.
            context.eventLoop.execute { connection.close(promise: nil) }
        }
    }
}

extension PinGuard {
    /// Adds a guard to an HTTP/1.1 connection.
    static func add(toConnection channel: any Channel, _ pins: PublicKeyPins) -> EventLoopFuture<Void> {
        add(to: channel, pins) { pipeline in
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(PinGuard(pins), position: .after(decoder))
        }
    }

    /// Adds a guard to an HTTP/2 stream.
    static func add(toStream channel: any Channel, _ pins: PublicKeyPins) -> EventLoopFuture<Void> {
        add(to: channel, pins) { pipeline in
            let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            try pipeline.addHandler(PinGuard(pins), position: .after(codec))
        }
    }

    /// Adds a guard; if that is not possible, adds a guard that refuses everything, and closes the channel.
    private static func add(
        to channel: any Channel, _ pins: PublicKeyPins,
        _ add: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void
    ) -> EventLoopFuture<Void> {
        channel.addingGuards { pipeline in
            do {
                try add(pipeline)
            } catch {
                defer { channel.close(promise: nil) }
                let refusal = TransportError.unpinned(
                    "pins can't be checked on the connections of this version of AsyncHTTPClient")
                // TLS itself must be able to end the connection.
                let tls = try? pipeline.handler(type: NIOSSLClientHandler.self)
                try pipeline.addHandler(
                    PinGuard(pins, refusingWith: refusal), position: tls.map { .after($0) } ?? .first)
            }
        }
    }
}
#endif
