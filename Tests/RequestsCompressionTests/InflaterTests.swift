#if Compression
import CZlib
import Foundation
import Requests
import RequestsCompression
import Testing

@Suite("Decompression")
struct InflaterTests {
    /// Compresses a text in the format that zlib selects by the size of its window: 31 is gzip, 15 is zlib, and -15 is
    /// raw deflate.
    private static func deflated(_ text: String, _ window: Int32) throws -> [UInt8] {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer {
            deflateEnd(stream)
            stream.deallocate()
        }
        let size = Int32(MemoryLayout<z_stream>.size)
        try #require(deflateInit2_(stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, zlibVersion(), size) == Z_OK)
        var input = Array(text.utf8)
        var output = [UInt8](repeating: 0, count: input.count + 100)
        let count = output.count
        try input.withUnsafeMutableBufferPointer { input in
            try output.withUnsafeMutableBufferPointer { output in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                try #require(deflate(stream, Z_FINISH) == Z_STREAM_END)
            }
        }
        return Array(output.prefix(count - Int(stream.pointee.avail_out)))
    }

    private static func gzip(_ text: String) throws -> [UInt8] { try deflated(text, 31) }

    /// Decompresses bytes in pieces of the given size.
    private static func inflated(_ bytes: [UInt8], _ coding: String, by size: Int) throws -> String {
        let inflater = Inflater(coding)
        var result = Data()
        for start in stride(from: 0, to: bytes.count, by: size) {
            try Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBufferPointer { piece in
                try inflater.decode(piece) { data in
                    result += data
                    return true
                }
            }
        }
        try inflater.finish()
        return String(decoding: result, as: UTF8.self)
    }

    @Test(arguments: [1, 2, 3, 1_000_000])
    func `valid content is decompressed, in pieces of any size`(_ size: Int) throws {
        let long = String(repeating: "a", count: 200_000)
        let zeros = [UInt8](repeating: 0, count: 600)
        let rows: [(String, [UInt8], String)] = [
            ("gzip", [], ""),
            ("gzip", try Self.gzip(""), ""),
            ("gzip", try Self.gzip("hello"), "hello"),
            ("X-GZIP", try Self.gzip("hello"), "hello"),
            ("gzip", try Self.gzip(long), long),
            ("gzip", try Self.gzip("a") + Self.gzip("b"), "ab"),
            ("gzip", try Self.gzip("a") + Self.gzip("") + Self.gzip(long), "a" + long),
            ("gzip", try Self.gzip("a") + zeros, "a"),
            ("gzip", try Self.gzip("a") + zeros + Self.gzip("b") + zeros, "ab"),
            ("deflate", [], ""),
            ("deflate", try Self.deflated("hello", 15), "hello"),
            ("deflate", try Self.deflated(long, 15), long),
            ("deflate", try Self.deflated("hello", -15), "hello"),
            ("deflate", try Self.deflated(long, -15), long),
            ("deflate", try Self.deflated("", -15), ""),
        ]
        for (coding, bytes, expected) in rows {
            let text = try Self.inflated(bytes, coding, by: size)
            #expect(text == expected, "\(coding), \(bytes.count) bytes")
        }
    }

    @Test(arguments: [1, 2, 3, 1_000_000])
    func `invalid content is malformed, in pieces of any size`(_ size: Int) throws {
        let hello = try Self.gzip("hello")
        let zlib = try Self.deflated("hello", 15)
        let rows: [(String, [UInt8])] = [
            ("gzip", Array("hello".utf8)),
            ("gzip", hello + Array("x".utf8)),
            ("gzip", hello + hello.dropLast()),
            ("gzip", hello.dropLast(8) + [1, 2, 3, 4, 5, 0, 0, 0]),
            ("gzip", zlib),
            ("deflate", zlib + [1]),
            ("deflate", zlib + zlib),
            ("deflate", [0x78]),
            ("deflate", hello),
        ]
        let cuts = (1..<hello.count).map { ("gzip", Array(hello.prefix($0))) }
        for (coding, bytes) in rows + cuts {
            let error = #expect(throws: TransportError.self, "\(coding), \(bytes)") {
                try Self.inflated(bytes, coding, by: size)
            }
            #expect(error?.code == .malformedResponse)
            #expect(error?.message.hasPrefix("the response could not be decompressed: ") == true)
        }
    }

    @Test func `decompression stops when the reader wants no more`() throws {
        let bytes = try Self.gzip(String(repeating: "a", count: 1_000_000))
        let inflater = Inflater("gzip")
        var count = 0
        try bytes.withUnsafeBufferPointer { bytes in
            try inflater.decode(bytes) { data in
                count += data.count
                return count < 100_000
            }
        }
        #expect(count < 200_000)
    }
}
#endif
