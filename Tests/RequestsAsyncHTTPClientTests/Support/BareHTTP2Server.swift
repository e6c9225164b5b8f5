#if AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import TestSupport

/// A server that speaks just enough HTTP/2 to send any frames, over TLS.
///
/// Its certificate is for tests: clients don't verify it.
enum BareHTTP2Server {
    /// Runs the body with the URL of a server and the end of its first connection, and stops the server however the body ends.
    static func running(
        _ script: HTTP2Script, _ body: (URL, EventLoopFuture<Void>) async throws -> Void
    ) async throws {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: Array(certificate.utf8), format: .pem))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
        configuration.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: configuration)
        let group = MultiThreadedEventLoopGroup.singleton
        let end = group.any().makePromise(of: Void.self)
        let channel = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.closeFuture.cascade(to: end)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        [NIOSSLServerHandler(context: context), BareHTTP2(script)])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let result: Result<Void, any Error>
        do {
            let port = channel.localAddress?.port ?? 0
            try await body(URL(string: "https://127.0.0.1:\(port)") ?? URL(filePath: "/"), end.futureResult)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await channel.close()
        end.fail(ChannelError.eof)
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

    private let script: HTTP2Script
    private var received = ByteBuffer()
    private var hasPreface = false
    private var requestCount = 0
    /// The bytes that are sent endlessly.
    private var flood: ByteBuffer?

    init(_ script: HTTP2Script) {
        self.script = script
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        if !hasPreface {
            guard received.readSlice(length: 24) != nil else { return }
            hasPreface = true
            send(context, script.opening)
        }
        while let (type, flags, stream) = readFrame() {
            if type == 4, flags & 1 == 0, !script.opening.isEmpty { send(context, HTTP2Frames.frame(4, flags: 1, [])) }
            guard type == 1 else { continue }
            requestCount += 1
            send(context, script.response(stream, requestCount))
            if script.closes() { return context.close(promise: nil) }
        }
        if flood == nil, let frames = script.flood, requestCount > 0 || script.opening.isEmpty {
            flood = ByteBuffer(bytes: repeatElement(frames, count: 16_384 / frames.count + 1).joined())
        }
        context.flush()
        pour(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { pour(context) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // If a client closes without a TLS alert, its connection ends as well.
        context.close(promise: nil)
    }

    private func pour(_ context: ChannelHandlerContext) {
        guard let flood, context.channel.isActive else { return }
        var count = 0
        while context.channel.isWritable, count < 64 {
            context.writeAndFlush(wrapOutboundOut(flood), promise: nil)
            count += 1
        }
        // Other connections of the event loop get their turn.
        guard context.channel.isWritable, context.channel.isActive else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.execute { bound.value.0.pour(bound.value.1) }
    }

    private func readFrame() -> (type: UInt8, flags: UInt8, stream: UInt32)? {
        guard let head = received.getBytes(at: received.readerIndex, length: 9) else { return nil }
        let length = head.prefix(3).reduce(0) { $0 << 8 | Int($1) }
        guard received.readableBytes >= 9 + length else { return nil }
        received.moveReaderIndex(forwardBy: 9 + length)
        return (head[3], head[4], head.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    private func send(_ context: ChannelHandlerContext, _ bytes: [UInt8]) {
        if !bytes.isEmpty { context.write(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil) }
    }
}
#endif
