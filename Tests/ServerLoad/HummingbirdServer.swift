#if Hummingbird
import Foundation
import Hummingbird
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL

/// A server of Hummingbird over TLS, with HTTP/2 and with its default settings.
enum HummingbirdServer {
    /// Serves until the process ends, and prints the port; each request is a line of the log.
    static func run(certificate: String, key: String, log: URL) async throws {
        let handle = try FileHandle(forWritingTo: log)
        let tls = try TLSConfiguration.makeServerConfiguration(
            certificateChain: NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
            privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem)))
        let application = Application(
            router: router(handle), server: try .http2Upgrade(tlsConfiguration: tls),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in Output.write("\(channel.localAddress?.port ?? 0)\n") },
            logger: Logger(label: "server") { _ in SwiftLogNoOpLogHandler() }
        )
        try await application.run()
    }

    private static func router(_ log: FileHandle) -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: RequestLog(file: log))
        router.get("/files/:length") { _, context in
            ByteBuffer(repeating: 0x61, count: try context.parameters.require("length", as: Int.self))
        }
        router.post("/read") { request, _ in
            var count = 0
            for try await buffer in request.body { count += buffer.readableBytes }
            return "\(count)"
        }
        router.post("/ok") { _, _ in "done" }
        router.post("/moved") { request, _ in
            Response(status: .temporaryRedirect, headers: [.location: "/ok?\(request.uri.query ?? "")"])
        }
        router.post("/denied") { _, _ in HTTPResponse.Status.unauthorized }
        return router
    }
}

/// Writes the URI of each request to a file.
private struct RequestLog<Context: RequestContext>: RouterMiddleware {
    let file: FileHandle

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        file.write(Data("\(request.uri)\n".utf8))
        return try await next(request, context)
    }
}
#endif
