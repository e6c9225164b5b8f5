#if AsyncHTTPClient
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
import Requests

/// Undoes the content coding of an answer, by NIO's own handler.
///
/// It is not in the client's pipeline, where an answer that is no gzip can end the process, and where a connection that was
/// used again loses its answer. Everything is called on the event loop of the request's task.
final class ContentDecoder: Sendable {
    private let channel = EmbeddedChannel()
    /// Indicates whether anything came: content that is empty has no coding to undo.
    private let hasContent = Guarded(false)

    /// As much as is decoded at once, in bytes: a thousand times as much may come of it.
    private static var piece: Int { 1_024 }

    /// Whether a coding is one that can be undone.
    static func knows(_ coding: String) -> Bool { ["gzip", "x-gzip", "deflate"].contains(coding.lowercased()) }

    init(coding: String) throws {
        try channel.pipeline.syncOperations.addHandler(NIOHTTPResponseDecompressor(limit: .none))
        var head = HTTPResponseHead(version: .http1_1, status: .ok)
        // The older name of the same (RFC 9110, section 8.4.1.3).
        head.headers.add(name: "Content-Encoding", value: coding.lowercased() == "x-gzip" ? "gzip" : coding)
        try channel.writeInbound(HTTPClientResponsePart.head(head))
        try drain { _ in true }
    }

    /// Decodes what came, piece by piece, for as long as it is taken.
    func decode(_ buffer: ByteBuffer, _ take: (ByteBuffer) -> Bool) throws {
        if buffer.readableBytes > 0 { hasContent.withLock { $0 = true } }
        var buffer = buffer
        while buffer.readableBytes > 0, let piece = buffer.readSlice(length: min(Self.piece, buffer.readableBytes)) {
            try channel.writeInbound(HTTPClientResponsePart.body(piece))
            guard try drain(take) else { return }
        }
    }

    /// Decodes what is left.
    ///
    /// - Throws: That the content is cut off.
    func finish(_ take: (ByteBuffer) -> Bool) throws {
        guard hasContent.withLock({ $0 }) else { return }
        try channel.writeInbound(HTTPClientResponsePart.end(nil))
        try drain(take)
    }

    @discardableResult
    private func drain(_ take: (ByteBuffer) -> Bool) throws -> Bool {
        while let part = try channel.readInbound(as: HTTPClientResponsePart.self) {
            if case .body(let buffer) = part, buffer.readableBytes > 0, !take(buffer) { return false }
        }
        return true
    }
}
#endif
