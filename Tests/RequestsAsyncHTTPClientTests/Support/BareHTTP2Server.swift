#if AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A server that speaks just enough HTTP/2 to send one response of any status to each request.
///
/// Its certificate is for tests: nobody verifies it.
enum BareHTTP2Server {
    /// Runs the body with a server, and stops the server however the body ends.
    static func running(status: String, _ body: (URL) async throws -> Void) async throws {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: Array(certificate.utf8), format: .pem))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
        configuration.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        [NIOSSLServerHandler(context: context), BareHTTP2(status: status)])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let result: Result<Void, any Error>
        do {
            let port = channel.localAddress?.port ?? 0
            try await body(URL(string: "https://127.0.0.1:\(port)") ?? URL(filePath: "/"))
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await channel.close()
        try result.get()
    }

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNnjFWO4XbcoX8nTp
        V6baJAQ4t9c7pt9YlYPPrVwtnsWhRANCAARfvCNMACFaBzGj6iXGpvDtCql/tGKS
        rJLtySXZHQ4QOOHzuxIfBoCfgeMHt9h15H+lecnEXIqMQvvN+QivevWJ
        -----END PRIVATE KEY-----
        """

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBnDCCAUGgAwIBAgIUTvkUA8qWHcZpqsYOACMFPBnBvyYwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAyMTY0NloYDzIxMjYxMDI5
        MDIxNjQ2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAARfvCNMACFaBzGj6iXGpvDtCql/tGKSrJLtySXZHQ4QOOHzuxIfBoCf
        geMHt9h15H+lecnEXIqMQvvN+QivevWJo28wbTAdBgNVHQ4EFgQUC0ypfQ754r1I
        PWMfc/Td7PgXKr4wHwYDVR0jBBgwFoAUC0ypfQ754r1IPWMfc/Td7PgXKr4wDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSQAwRgIhALkJYHooQ/oXkKPkGawmLQhZZuxVSna6DQmL8kS4oURvAiEA
        wb9AXaQhWQfeOPDsMMfjaHh4SbsTZVzZyiHWgn1NJNg=
        -----END CERTIFICATE-----
        """
}

/// The frames of a connection (RFC 9113, section 4.1).
private final class BareHTTP2: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let status: String
    private var received = ByteBuffer()
    private var hasPreface = false

    init(status: String) {
        self.status = status
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        if !hasPreface {
            guard received.readSlice(length: 24) != nil else { return }
            hasPreface = true
            send(context, type: 4, flags: 0, stream: 0, [])
        }
        while let (type, flags, stream) = readFrame() {
            if type == 4, flags & 1 == 0 { send(context, type: 4, flags: 1, stream: 0, []) }
            guard type == 1 else { continue }
            // A literal without indexing (RFC 7541, section 6.2.2) with the name 8 of the table, `:status`.
            send(context, type: 1, flags: 4, stream: stream, [0x08, UInt8(status.utf8.count)] + status.utf8)
            send(context, type: 0, flags: 1, stream: stream, Array("hi".utf8))
        }
        context.flush()
    }

    private func readFrame() -> (type: UInt8, flags: UInt8, stream: UInt32)? {
        guard let head = received.getBytes(at: received.readerIndex, length: 9) else { return nil }
        let length = head.prefix(3).reduce(0) { $0 << 8 | Int($1) }
        guard received.readableBytes >= 9 + length else { return nil }
        received.moveReaderIndex(forwardBy: 9 + length)
        return (head[3], head[4], head.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    private func send(_ context: ChannelHandlerContext, type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) {
        var frame = ByteBuffer(bytes: [0, 0, UInt8(payload.count), type, flags])
        frame.writeInteger(stream)
        frame.writeBytes(payload)
        context.write(wrapOutboundOut(frame), promise: nil)
    }
}
#endif
