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
        try make(to: port, [context.get()], nil)
    }

    /// Accepts TLS connections as a server that changes its identity after each connection, and keeps the last one.
    ///
    /// If it requests a certificate, clients must have one from ``TestCertificates/authority``.
    package static func make(
        to port: Int, as identities: [ServerIdentity], speaking protocols: [String] = ["http/1.1"],
        requestingCertificate isRequesting: Bool = false, recordingIn log: FrontLog
    ) throws -> (url: URL, stop: @Sendable () -> Void) {
        try make(to: port, identities.map { try context($0.certificate, $0.key, protocols, isRequesting) }, log)
    }

    private static func make(
        to port: Int, _ contexts: [NIOSSLContext], _ log: FrontLog?
    ) throws -> (url: URL, stop: @Sendable () -> Void) {
        let channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 128)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { client in
                let number = log?.add(client) ?? 0
                let context = contexts[min(number, contexts.count - 1)]
                return client.eventLoop.makeCompletedFuture {
                    try client.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                }.flatMap { connect(client, to: port) { log?.add($0, to: number) } }
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
        try context(TestCertificates.right, TestCertificates.key, ["h2", "http/1.1"], false)
    }

    private static func context(
        _ certificate: String, _ key: String, _ protocols: [String], _ isRequestingCertificate: Bool
    ) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
        configuration.applicationProtocols = protocols
        if isRequestingCertificate {
            configuration.certificateVerification = .noHostnameVerification
            configuration.trustRoots = .certificates(
                try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8)))
        }
        return try NIOSSLContext(configuration: configuration)
    }

    /// Connects to the port on the same event loop, and relays the bytes in both directions.
    private static func connect(
        _ client: any Channel, to port: Int, receiving note: @escaping @Sendable (ByteBuffer) -> Void
    ) -> EventLoopFuture<Void> {
        ClientBootstrap(group: client.eventLoop)
            .channelOption(.autoRead, value: false)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: "127.0.0.1", port: port)
            .flatMapThrowing { server in
                let (left, right) = (BytesRelay(note), BytesRelay { _ in })
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
    private let note: @Sendable (ByteBuffer) -> Void

    init(_ note: @escaping @Sendable (ByteBuffer) -> Void) { self.note = note }

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
        note(unwrapInboundIn(data))
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
        // If a peer closes without a TLS alert, or its handshake fails, both connections end.
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
