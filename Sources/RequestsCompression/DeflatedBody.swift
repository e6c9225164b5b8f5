#if Compression
import Foundation
import RequestsCore

/// Compresses a file or a stream while it is read.
final class DeflatedBody: ByteSource {
    private var reader: RequestBodyReader
    private let deflater: Deflater

    /// The error that ended the reading.
    private(set) var failure: TransportError?

    /// - Throws: ``RequestErrorCode/bodyUnreadable`` for a file or a stream that can't be opened.
    init(_ body: RequestBody, _ coding: ContentCoding) throws(TransportError) {
        var reader = try RequestBodyReader(body)
        try reader.open()
        self.reader = reader
        deflater = try Deflater(coding)
    }

    deinit { close() }

    var isAtEnd: Bool { failure == nil && deflater.isAtEnd }

    func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard failure == nil else { return -1 }
        do throws(TransportError) {
            let output = UnsafeMutableBufferPointer(start: buffer, count: maxLength)
            return try deflater.read(into: output) { memory throws(TransportError) in
                let count = try reader.read(into: memory)
                return count > 0 ? count : nil
            }
        } catch {
            failure = error
            close()
            return -1
        }
    }

    func close() { reader.close() }
}
#endif
