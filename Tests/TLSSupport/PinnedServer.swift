#if AsyncHTTPClient
import Foundation
package import Requests
package import RequestsConformance

/// A server over TLS.
///
/// Clients compare its public key with their pins.
package struct PinnedServer: Sendable {
    private let server: RawServer
    private let log: FrontLog

    package var port: Int { server.port }

    /// The targets of the requests that arrived.
    package var requests: [String] { server.requests.map(\.target) }

    /// The number of decrypted bytes that arrived.
    package var byteCount: Int { log.bytes.map(\.count).reduce(0, +) }

    /// The types of the HTTP/2 frames that arrived (RFC 9113, section 6).
    package var frameTypes: [UInt8] {
        log.bytes.flatMap { bytes in
            var (rest, types) = (bytes.dropFirst("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8.count), [UInt8]())
            while rest.count >= 9 {
                types.append(rest[rest.startIndex + 3])
                rest = rest.dropFirst(9 + rest.prefix(3).reduce(0) { $0 << 8 | Int($1) })
            }
            return types
        }
    }

    /// The types of frames that arrive with and without a request.
    package static let (headers, settings): (UInt8, UInt8) = (1, 4)

    /// Waits until all connections have ended, so that no more bytes can arrive, and returns the server.
    package nonisolated(nonsending) func ended() async throws -> PinnedServer {
        try await log.waitForEnds()
        return self
    }

    /// The number of connections that clients opened.
    package var connectionCount: Int { server.connectionCount }

    /// Makes the provider for a host that leads to the server.
    package func api(_ host: String = "127.0.0.1") -> AnonymousProvider {
        AnonymousProvider(baseURL: URL(string: "https://\(host):\(port)") ?? URL(filePath: "/"))
    }

    /// The unusual behavior of a server.
    package struct Behavior: Sendable {
        /// The identities of later connections.
        ///
        /// If there are any, the server closes each connection after one response.
        package var laterIdentities: [ServerIdentity] = []
        package var requestsCertificate = false
        /// Indicates whether the server sends a response before it reads a request.
        package var respondsFirst = false
        /// The target to which the server redirects; `nil` to respond with `hi`.
        package var location: String?

        package init(_ set: (inout Behavior) -> Void = { _ in }) { set(&self) }
    }

    /// Runs a function with a server, and stops it however the function ends.
    package nonisolated(nonsending) static func run<T>(
        _ identity: ServerIdentity, overHTTP2 isHTTP2: Bool = false, behaving behavior: Behavior = Behavior(),
        _ body: nonisolated(nonsending) (PinnedServer) async throws -> T
    ) async throws -> T {
        let log = FrontLog()
        let front: RawServer.Front = { port in
            try HTTP2Front.make(
                to: port, as: [identity] + behavior.laterIdentities,
                speaking: isHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"],
                requestingCertificate: behavior.requestsCertificate, recordingIn: log)
        }
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            if behavior.respondsFirst { try connection.send(RawServer.ok("early")) }
            let isLast = !behavior.laterIdentities.isEmpty
            repeat {
                _ = try connection.readRequest()
                let fields = isLast ? [("Connection", "close")] : []
                try connection.send(
                    behavior.location.map {
                        RawServer.response(status: 302, reason: "Found", fields: [("Location", $0)])
                    } ?? RawServer.ok("hi", fields: fields))
            } while !isLast
        }
        return try await withRawServer(http2: front, script) { server in
            try await body(PinnedServer(server: server, log: log))
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

/// A host, the pins of a client, and the result of a request to a server with ``PinnedIdentities/current``.
package struct PinCase: Sendable {
    package let host: String
    package let pins: [String: [String]]
    package let result: PinResult

    /// Cases whose hosts can be reached only through a proxy.
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

    /// Hosts that no pattern can match, although some systems read them as books.test or a name below it, or as 127.0.0.1.
    package static let strangeHosts = [
        "a~b.books.test", "a!b.books.test", "*.books.test", ".books.test", "books.test..", "127.1", "127.0.0.01",
        "0177.0.0.1", "0x7f000001", "2130706433",
    ]
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
