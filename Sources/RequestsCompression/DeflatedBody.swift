#if Compression
import Foundation
import RequestsCore

/// Compresses a file or a stream while it is read.
final class DeflatedBody: ByteSource {
    private let reader: BlockingReader
    private let deflater: Deflater

    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a stream that can't be made.
    init(_ body: RequestBody, _ coding: ContentCoding) throws(TransportError) {
        reader = BlockingReader(body, length: body.length)
        deflater = try Deflater(coding)
        try reader.prepare()
    }

    func read(into memory: UnsafeMutableBufferPointer<UInt8>) throws(TransportError) -> Int {
        try deflater.read(into: memory) { input throws(TransportError) in
            let count = try reader.read(into: input)
            return count > 0 ? count : nil
        }
    }

    func close() { reader.close() }
}
#endif
