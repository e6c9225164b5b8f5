#if AsyncHTTPClient
import NIOCore

/// The end of a request that the server no longer reads, because the server has already sent its whole response.
struct EarlyResponse: Error {
    /// The number of bytes of the response's content.
    private(set) var size = 0
    /// The last parts of the content; some of them may not have reached the caller.
    private(set) var tail: [ByteBuffer] = []

    mutating func append(_ part: ByteBuffer) {
        size += part.readableBytes
        tail.append(part)
    }

    /// Forgets the parts that have reached the caller.
    mutating func removeTail() { tail.removeAll() }

    /// Returns the content after its first bytes.
    func content(after count: Int) -> [ByteBuffer] {
        var rest = size - count
        var parts: [ByteBuffer] = []
        for part in tail.reversed() where rest > 0 {
            var part = part
            part.moveReaderIndex(forwardBy: max(0, part.readableBytes - rest))
            rest -= part.readableBytes
            parts.append(part)
        }
        return parts.reversed()
    }
}
#endif
