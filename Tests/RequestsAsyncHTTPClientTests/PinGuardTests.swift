#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Requests
import RequestsConformance
import TLSSupport
import Testing

@testable import RequestsAsyncHTTPClient

/// Connections about which the guard doesn't know enough: it lets nothing out.
@Suite("AsyncHTTPClient, unknown connections of clients with pins", .timeLimit(.minutes(1)))
struct PinGuardTests {
    private static func pins() throws -> PublicKeyPins {
        try TransportSecurity(pins: ["books.test": [PinnedIdentities.current.pin]]).publicKeyPins()
    }

    private static func withChannel(
        _ prepare: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>,
        _ body: (any Channel) async throws -> Void
    ) async throws {
        let received = Guarded<[UInt8]>([])
        try await withRawServer({ connection in
            while case let bytes = try connection.read(upTo: 1_024), !bytes.isEmpty {
                received.withLock { $0 += bytes }
            }
        }) { server in
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: server.port).get()
            try await prepare(channel).get()
            try await body(channel)
            try await channel.closeFuture.get()
        }
        #expect(received.withLock { $0 } == [])
    }

    @Test func `a connection or a stream without the expected handlers is closed`() async throws {
        let pins = try Self.pins()
        try await Self.withChannel({ PinGuard.add(toConnection: $0, pins) }) { _ in }
        try await Self.withChannel({ PinGuard.add(toStream: $0, pins) }) { _ in }
    }

    @Test(arguments: [nil, "books.test", "Books.Test.:443"])
    func `a request without a host, or to a pinned host without TLS, isn't sent`(host: String?) async throws {
        let pins = try Self.pins()
        try await Self.withChannel({ channel in
            channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(HTTPRequestEncoder())
                try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPResponseDecoder()))
            }.flatMap { PinGuard.add(toConnection: channel, pins) }
        }) { channel in
            var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
            if let host { head.headers.add(name: "Host", value: host) }
            let error = await #expect(throws: TransportError.self) {
                try await channel.writeAndFlush(HTTPClientRequestPart.head(head)).get()
            }
            #expect(error?.code == (host == nil ? .certificateRejected : .pinMismatch))
            await #expect(throws: (any Error).self) {
                try await channel.writeAndFlush(HTTPClientRequestPart.end(nil)).get()
            }
        }
    }
}
#endif
