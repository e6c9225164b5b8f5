#if AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import RequestsConformance
import RequestsTesting

/// A server on 127.0.0.1, or on a Unix socket, that responds to each request over TLS with `hi`, or with a redirect.
package enum TLSServer {
    /// Runs the body with the port of a server that has a certificate, and stops the server however the body ends.
    ///
    /// If it requires a certificate, clients must have one, too.
    package nonisolated(nonsending) static func run<T>(
        with certificate: String, wantingCertificate wantsCertificate: Bool = false, onSocket socket: String? = nil,
        redirectingTo location: String? = nil, _ body: nonisolated(nonsending) (Int) async throws -> T
    ) async throws -> T {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(TestCertificates.key.utf8), format: .pem))
        )
        if wantsCertificate {
            let authority = try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8))
            configuration.certificateVerification = .noHostnameVerification
            configuration.trustRoots = .certificates(authority)
        }
        let context = try NIOSSLContext(configuration: configuration)
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Greeter(location: location))
                }
            }
        let channel =
            if let socket {
                try await bootstrap.bind(unixDomainSocketPath: socket).get()
            } else {
                try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
            }
        let result: Result<T, any Error>
        do {
            result = .success(try await body(channel.localAddress?.port ?? 0))
        } catch {
            result = .failure(error)
        }
        try await channel.close()
        return try result.get()
    }
}

/// Responds to each request with `hi`, or with a redirect, and closes the connection.
private final class Greeter: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let location: String?

    init(location: String?) { self.location = location }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        var header: HTTPHeaders = ["Content-Length": "2", "Connection": "close"]
        if let location { header.add(name: "Location", value: location) }
        let head = HTTPResponseHead(version: .http1_1, status: location == nil ? .ok : .found, headers: header)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "hi")))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The server ignores a failed handshake.
        context.close(promise: nil)
    }
}
#endif
