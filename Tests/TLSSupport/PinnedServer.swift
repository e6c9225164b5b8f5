#if AsyncHTTPClient
import Foundation
package import Requests
package import RequestsConformance

/// A server over TLS, whose public key clients compare with their pins.
package struct PinnedServer: Sendable {
    private let server: RawServer
    private let count: ByteCount

    package var port: Int { server.port }

    /// The targets of the requests that arrived.
    package var requests: [String] { server.requests.map(\.target) }

    /// The number of decrypted bytes that arrived.
    package var byteCount: Int { count.value.withLock { $0 } }

    /// The number of connections that clients opened.
    package var connectionCount: Int { server.connectionCount }

    /// Makes the provider for a host that leads to the server.
    package func api(_ host: String = "127.0.0.1") -> AnonymousProvider {
        AnonymousProvider(baseURL: URL(string: "https://\(host):\(port)") ?? URL(filePath: "/"))
    }

    /// Runs a function with a server that responds with `hi`, or with a redirect, and stops it however the function ends.
    package nonisolated(nonsending) static func run<T>(
        _ identity: ServerIdentity, overHTTP2 isHTTP2: Bool = false, redirectingTo location: String? = nil,
        _ body: nonisolated(nonsending) (PinnedServer) async throws -> T
    ) async throws -> T {
        let count = ByteCount()
        let front: RawServer.Front = { port in
            try HTTP2Front.make(
                to: port, as: identity, speaking: isHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"],
                receiving: { bytes in count.value.withLock { $0 += bytes } })
        }
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            while true {
                _ = try connection.readRequest()
                try connection.send(
                    location.map { RawServer.response(status: 302, reason: "Found", fields: [("Location", $0)]) }
                        ?? RawServer.ok("hi"))
            }
        }
        return try await withRawServer(http2: front, script) { server in
            try await body(PinnedServer(server: server, count: count))
        }
    }

    /// Runs a function with the port of a proxy that connects each host to the server.
    package nonisolated(nonsending) func behindProxy<T>(
        _ body: nonisolated(nonsending) (RawServer) async throws -> T
    ) async throws -> T {
        try await withRawServer(proxyScript, body)
    }

    /// Opens a tunnel to the server.
    package var proxyScript: @Sendable (RawConnection) throws -> Void {
        { [port] connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            try Relay(to: port).serve(connection)
        }
    }
}

/// A number of bytes that several threads count.
private final class ByteCount: Sendable {
    let value = Guarded(0)
}

/// A host, the pins of a client, and the result at a server with ``PinnedIdentities/current``.
package struct PinCase: Sendable {
    package let host: String
    package let pins: [String: [String]]
    package let result: PinResult

    /// Cases whose hosts only a proxy finds.
    package static let behindProxy = {
        let (right, wrong) = ([PinnedIdentities.current.pin], [PinnedIdentities.rotated.pin])
        return [
            PinCase(host: "127.0.0.1", pins: ["127.0.0.1": right], result: .text("hi")),
            PinCase(host: "127.0.0.1", pins: ["127.0.0.1": wrong], result: .error(.pinMismatch)),
            PinCase(host: "books.test", pins: ["books.test": right], result: .text("hi")),
            PinCase(host: "books.test", pins: ["books.test": wrong], result: .error(.pinMismatch)),
            PinCase(host: "API.Books.Test", pins: ["api.books.TEST.": wrong], result: .error(.pinMismatch)),
            PinCase(host: "api.books.test", pins: ["*.books.test": right], result: .text("hi")),
            PinCase(host: "api.books.test", pins: ["*.books.test": wrong], result: .error(.pinMismatch)),
            PinCase(host: "books.test", pins: ["*.books.test": wrong], result: .text("hi")),
            PinCase(host: "a.eu.books.test", pins: ["*.books.test": wrong], result: .text("hi")),
            PinCase(host: "a.eu.books.test", pins: ["**.books.test": wrong], result: .error(.pinMismatch)),
            PinCase(host: "books.test", pins: ["**.books.test": wrong], result: .error(.pinMismatch)),
            PinCase(
                host: "api.books.test", pins: ["*.books.test": wrong, "api.books.test": right], result: .text("hi")),
            PinCase(host: "api.books.test", pins: ["books.test": wrong, "127.0.0.1": wrong], result: .text("hi")),
        ]
    }()
}

/// The result of a request: the text of the response, or the error.
package enum PinResult: Sendable, Equatable {
    case text(String)
    case error(RequestErrorCode)

    /// Sends a GET.
    package init(of api: AnonymousProvider, on transport: some Transport, path: URLPath = "/1") async {
        do {
            self = .text(try await transport.perform(api.get(.text, from: path)))
        } catch {
            self = .error(error.code)
        }
    }
}
#endif
