#if AsyncHTTPClient
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
import Requests

/// Decodes the content coding of a response with NIO's own handler.
///
/// The handler is not in the client's pipeline: there, a response that isn't valid gzip can end the process, and a
/// reused connection loses its response. All methods are called on the event loop of the request's task.
final class ContentDecoder: Sendable {
    private let channel = EmbeddedChannel()
    /// Indicates whether any content has arrived.
    ///
    /// Empty content has no coding to decode.
    private let hasContent = Guarded(false)

    /// The number of bytes to decode at once.
    ///
    /// The decoded content can be a thousand times as large.
    private static var piece: Int { 1_024 }

    /// Returns whether a coding can be decoded.
    static func knows(_ coding: String) -> Bool { ["gzip", "x-gzip", "deflate"].contains(coding.lowercased()) }

    init(coding: String) throws {
        try channel.pipeline.syncOperations.addHandler(NIOHTTPResponseDecompressor(limit: .none))
        var head = HTTPResponseHead(version: .http1_1, status: .ok)
        // `x-gzip` is the older name of `gzip` (RFC 9110, section 8.4.1.3).
        head.headers.add(name: "Content-Encoding", value: coding.lowercased() == "x-gzip" ? "gzip" : coding)
        try channel.writeInbound(HTTPClientResponsePart.head(head))
        try drain { _ in true }
    }

    /// Decodes the received bytes piece by piece, until `take` returns false.
    func decode(_ buffer: ByteBuffer, _ take: (ByteBuffer) -> Bool) throws {
        if buffer.readableBytes > 0 { hasContent.withLock { $0 = true } }
        var buffer = buffer
        while buffer.readableBytes > 0, let piece = buffer.readSlice(length: min(Self.piece, buffer.readableBytes)) {
            try channel.writeInbound(HTTPClientResponsePart.body(piece))
            guard try drain(take) else { return }
        }
    }

    /// Decodes the remaining bytes.
    ///
    /// - Throws: An error if the content is cut off.
    func finish(_ take: (ByteBuffer) -> Bool) throws {
        guard hasContent.withLock({ $0 }) else { return }
        try channel.writeInbound(HTTPClientResponsePart.end(nil))
        try drain(take)
    }

    /// Releases the decoder's memory: a channel and its pipeline retain each other until the channel closes.
    func close() { _ = try? channel.finish(acceptAlreadyClosed: true) }

    @discardableResult
    private func drain(_ take: (ByteBuffer) -> Bool) throws -> Bool {
        while let part = try channel.readInbound(as: HTTPClientResponsePart.self) {
            if case .body(let buffer) = part, buffer.readableBytes > 0, !take(buffer) { return false }
        }
        return true
    }
}
#endif
