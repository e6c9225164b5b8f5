#if AsyncHTTPClient
package import Foundation
import NIOCore
import NIOPosix
package import NIOSSL
import RequestsConformance

/// TLS with the ALPN protocols `h2` and `http/1.1` in front of a local port.
package enum HTTP2Front {
    /// Accepts TLS connections until it is stopped, and relays their bytes to a port.
    ///
    /// Its certificate is ``TestCertificates/right``.
    @Sendable package static func make(to port: Int) throws -> (url: URL, stop: @Sendable () -> Void) {
        try make(to: port, context.get(), receiving: { _ in })
    }

    /// Accepts TLS connections as a server with an identity, and reports the number of decrypted bytes that it receives.
    package static func make(
        to port: Int, as identity: ServerIdentity, speaking protocols: [String],
        receiving count: @escaping @Sendable (Int) -> Void
    ) throws -> (url: URL, stop: @Sendable () -> Void) {
        try make(to: port, context(identity.certificate, identity.key, protocols), receiving: count)
    }

    private static func make(
        to port: Int, _ context: NIOSSLContext, receiving count: @escaping @Sendable (Int) -> Void
    ) throws -> (url: URL, stop: @Sendable () -> Void) {
        let channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 128)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { client in
                client.eventLoop.makeCompletedFuture {
                    try client.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                }.flatMap { connect(client, to: port, receiving: count) }
            }
            .bind(host: "127.0.0.1", port: 0).wait()
        let url = URL(string: "https://127.0.0.1:\(channel.localAddress?.port ?? 0)") ?? URL(filePath: "/")
        return (url, { channel.close(promise: nil) })
    }

    /// Makes a client's configuration that trusts the front.
    package static func trust() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8)))
        return configuration
    }

    private static let context = Result {
        try context(TestCertificates.right, TestCertificates.key, ["h2", "http/1.1"])
    }

    private static func context(_ certificate: String, _ key: String, _ protocols: [String]) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }

    /// Connects to the port on the same event loop, and relays the bytes in both directions.
    private static func connect(
        _ client: any Channel, to port: Int, receiving count: @escaping @Sendable (Int) -> Void
    ) -> EventLoopFuture<Void> {
        ClientBootstrap(group: client.eventLoop)
            .channelOption(.autoRead, value: false)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: "127.0.0.1", port: port)
            .flatMapThrowing { server in
                let (left, right) = (BytesRelay(count), BytesRelay { _ in })
                left.partner = right
                right.partner = left
                try client.pipeline.syncOperations.addHandler(left)
                try server.pipeline.syncOperations.addHandler(right)
            }
    }
}

/// Passes the bytes of a channel to its partner, as fast as the partner writes them.
private final class BytesRelay: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    var partner: BytesRelay?
    private var context: ChannelHandlerContext?
    private let count: @Sendable (Int) -> Void

    init(_ count: @escaping @Sendable (Int) -> Void) { self.count = count }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { context.read() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        partner = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        context.read()
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count(unwrapInboundIn(data).readableBytes)
        partner?.context?.write(data, promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        partner?.context?.flush()
        if partner?.context?.channel.isWritable ?? false { context.read() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { partner?.context?.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        partner?.closeAfterWriting()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A peer that closes without a word, or fails the handshake, ends both connections.
        context.close(promise: nil)
        partner?.closeAfterWriting()
    }

    /// Closes the channel once all bytes have been written: closing at once would drop them.
    private func closeAfterWriting() {
        guard let context else { return }
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in channel.close(promise: nil) }
    }
}
#endif
