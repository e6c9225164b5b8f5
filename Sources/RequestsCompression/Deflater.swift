#if Compression
import CZlib
import Foundation
import RequestsCore

/// Compresses bytes with zlib on demand.
final class Deflater {
    /// A function that writes the next bytes to memory, and returns their number; 0 if no bytes are available yet,
    /// `nil` at the end.
    typealias Source = (UnsafeMutableBufferPointer<UInt8>) throws(TransportError) -> Int?

    /// The maximum number of bytes to read, or to write to memory, at a time.
    private static let piece = 64 * 1_024

    // zlib stores the address of the stream, so the stream must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let input: UnsafeMutableBufferPointer<UInt8>
    private var hasWholeInput = false

    /// Indicates whether all bytes have been written.
    private(set) var isAtEnd = false

    /// - Throws: ``RequestErrorCode/bodyEncodingFailed`` if there isn't enough memory.
    init(_ coding: ContentCoding) throws(TransportError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        input = .allocate(capacity: Self.piece)
        // Adding 16 to the logarithm of the window's size selects the gzip format. Its header contains no time.
        let window = coding == .gzip ? MAX_WBITS + 16 : MAX_WBITS
        let status = deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, zlibVersion(),
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .failed(status) }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    /// Writes the next compressed bytes.
    ///
    /// - Parameters:
    ///   - output: The memory for the bytes.
    ///   - source: The source, from which only the required bytes are read.
    /// - Returns: The number of bytes; 0 at the end, or if the source has no bytes yet.
    /// - Throws: The errors of the source, or ``RequestErrorCode/bodyEncodingFailed``.
    func read(into output: UnsafeMutableBufferPointer<UInt8>, from source: Source) throws(TransportError) -> Int {
        let room = UInt32(clamping: output.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = room
        while !isAtEnd, room > 0, stream.pointee.avail_out == room {
            if stream.pointee.avail_in == 0, !hasWholeInput {
                let count = try source(input)
                if count == 0 { break }
                hasWholeInput = count == nil
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(clamping: count ?? 0)
            }
            let status = deflate(stream, hasWholeInput ? Z_FINISH : Z_NO_FLUSH)
            isAtEnd = status == Z_STREAM_END
            // A buffer error only means that there is nothing to do yet.
            guard isAtEnd || status == Z_OK || status == Z_BUF_ERROR else { throw .failed(status) }
        }
        return Int(room - stream.pointee.avail_out)
    }

    /// Compresses bytes in memory.
    ///
    /// - Parameters:
    ///   - data: The next bytes.
    ///   - isLast: Whether no bytes follow.
    /// - Returns: The compressed bytes that zlib writes now.
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed``.
    func data(from data: Data, isLast: Bool) throws(TransportError) -> Data {
        var rest = data[...]
        var result = Data()
        let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.piece)
        defer { output.deallocate() }
        while true {
            let count = try read(into: output) { memory in
                if rest.isEmpty, isLast { return nil }
                let count = rest.prefix(memory.count).copyBytes(to: memory)
                rest = rest.dropFirst(count)
                return count
            }
            if count == 0 { return result }
            result.append(contentsOf: output.prefix(count))
        }
    }
}

extension TransportError {
    fileprivate static func failed(_ status: Int32) -> TransportError {
        TransportError(code: .bodyEncodingFailed, message: "zlib could not compress the body: zlib error \(status)")
    }
}
#endif
