#if Compression
import CZlib
import Foundation

extension Data {
    /// Returns the content of a complete stream of gzip or zlib; `nil` for any other bytes.
    func inflated() -> Data? {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 65_536)
        defer {
            inflateEnd(stream)
            stream.deallocate()
            piece.deallocate()
        }
        // With 32 added, zlib reads both formats.
        guard inflateInit2_(stream, 15 + 32, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        var bytes = [UInt8](self)
        return bytes.withUnsafeMutableBufferPointer { bytes in
            stream.pointee.next_in = bytes.baseAddress
            stream.pointee.avail_in = UInt32(bytes.count)
            var result = Data()
            while true {
                stream.pointee.next_out = piece.baseAddress
                stream.pointee.avail_out = UInt32(piece.count)
                let status = inflate(stream, Z_NO_FLUSH)
                guard status == Z_OK || status == Z_STREAM_END else { return nil }
                result.append(contentsOf: piece.dropLast(Int(stream.pointee.avail_out)))
                if status == Z_STREAM_END { return stream.pointee.avail_in == 0 ? result : nil }
            }
        }
    }
}
#endif
