#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import Requests
import RequestsConformance
import TLSSupport
import Testing

@testable import RequestsAsyncHTTPClient

/// Connections about which the guard doesn't know enough: nothing is sent on them.
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
        let adding: [@Sendable (any Channel) -> EventLoopFuture<Void>] = [
            { PinGuard.add(toConnection: $0, pins) }, { PinGuard.add(toStream: $0, pins) },
        ]
        for add in adding {
            try await Self.withChannel(add) { channel in
                await #expect(throws: (any Error).self) {
                    try await channel.writeAndFlush(ByteBuffer(string: "a")).get()
                }
            }
        }
    }

    @Test func `until such a connection is closed, nothing is sent on it`() throws {
        let pins = try Self.pins()
        for add in [PinGuard.add(toConnection:_:), PinGuard.add(toStream:_:)] {
            let channel = EmbeddedChannel()
            try channel.pipeline.syncOperations.addHandler(Unclosable())
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 443)).wait()
            try add(channel, pins).wait()
            let error = #expect(throws: TransportError.self) { try channel.writeOutbound(ByteBuffer(string: "a")) }
            #expect(error?.code == .pinMismatch)
            #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        }
    }

    /// Makes a connection of HTTP/1.1 with a guard, and a handler that records what passes it.
    private static func connection(
        to address: SocketAddress? = nil
    ) throws -> (channel: EmbeddedChannel, recorder: Recorder) {
        let recorder = Recorder()
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(HTTPRequestEncoder())
        try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPResponseDecoder()))
        let address = try address ?? SocketAddress(ipAddress: "127.0.0.1", port: 443)
        try channel.connect(to: address).wait()
        channel.remoteAddress = address
        try PinGuard.add(toConnection: channel, pins()).wait()
        try channel.pipeline.syncOperations.addHandler(recorder)
        return (channel, recorder)
    }

    private static func head(_ hosts: [String]) -> HTTPClientRequestPart {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
        for host in hosts { head.headers.add(name: "Host", value: host) }
        return .head(head)
    }

    @Test func `a request that isn't refused gets its response`() throws {
        let (channel, recorder) = try Self.connection()
        try channel.writeOutbound(Self.head(["other.test"]))
        try channel.writeOutbound(HTTPClientRequestPart.end(nil))
        try channel.writeInbound(ByteBuffer(string: "HTTP/1.1 204 No Content\r\n\r\n"))
        channel.embeddedEventLoop.run()
        #expect(recorder.readCount == 2)
        #expect(recorder.errors.isEmpty)
        _ = try channel.finish()
    }

    @Test(arguments: [false, true]) func `after a refusal, neither a response nor another error arrives`(
        isEarly: Bool
    ) throws {
        let (channel, recorder) = try Self.connection()
        if !isEarly {
            try channel.writeOutbound(Self.head(["other.test"]))
            try channel.writeOutbound(HTTPClientRequestPart.end(nil))
        }
        #expect(throws: TransportError.self) { try channel.writeOutbound(Self.head(["books.test"])) }
        // For NIO, both responses are unexpected, or only the second one.
        for _ in 1...2 { try channel.writeInbound(ByteBuffer(string: "HTTP/1.1 204 No Content\r\n\r\n")) }
        channel.embeddedEventLoop.run()
        #expect(recorder.readCount == 0)
        #expect(recorder.errors.map { ($0 as? TransportError)?.code } == [.pinMismatch])
        #expect(!channel.isActive)
    }

    @Test func `the refusal arrives once, before the end of a connection that the server closes`() throws {
        let (channel, recorder) = try Self.connection()
        #expect(throws: TransportError.self) { try channel.writeOutbound(Self.head(["books.test"])) }
        channel.pipeline.fireChannelInactive()
        #expect(recorder.errors.map { ($0 as? TransportError)?.code } == [.pinMismatch])
        channel.embeddedEventLoop.run()
        #expect(recorder.errors.count == 1)
    }

    @Test(arguments: [["other.test", "books.test"], ["other.test", "other.test"], []])
    func `a request without exactly one host isn't sent`(_ hosts: [String]) throws {
        let (channel, _) = try Self.connection()
        let error = #expect(throws: TransportError.self) { try channel.writeOutbound(Self.head(hosts)) }
        #expect(error?.message == "the request must have exactly one Host field, because the client checks pins")
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
    }

    @Test func `a Unix socket isn't pinned`() throws {
        let (channel, recorder) = try Self.connection(to: SocketAddress(unixDomainSocketPath: "/a"))
        try channel.writeOutbound(Self.head(["books.test"]))
        channel.embeddedEventLoop.run()
        #expect(recorder.errors.isEmpty)
        #expect(try channel.readOutbound(as: ByteBuffer.self) != nil)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test(arguments: [nil, "books.test", "Books.Test.:443", "a~b.books.test", "127.1"])
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
            #expect(error?.code == .pinMismatch)
            await #expect(throws: (any Error).self) {
                try await channel.writeAndFlush(HTTPClientRequestPart.end(nil)).get()
            }
        }
    }
}

/// Records what arrives, as AsyncHTTPClient would receive it.
private final class Recorder: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private(set) var readCount = 0
    private(set) var errors: [any Error] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { readCount += 1 }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { errors.append(error) }
}

/// Prevents the channel from being closed, as TLS does for a while.
private final class Unclosable: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {}
}
#endif
