#if Compression || AsyncHTTPClient || Curl
import CZlib
package import Foundation
package import RequestsCore

/// Decompresses content with zlib, piece by piece.
///
/// - `gzip` and `x-gzip` can have several members, with zeros between and after them (RFC 1952, section 2.2). Some
///   servers send a member for each event or log file.
/// - `deflate` is the zlib format (RFC 1950). Some servers send the compressed data without this format (RFC 9110,
///   section 8.4.1.2).
package final class Inflater {
    private enum Phase {
        case start
        case compressed
        /// The compressed data has ended, so the content may also end.
        case end
    }

    /// The number of bytes to write at once.
    private static let piece = 32 * 1_024

    private let isGzip: Bool
    // zlib stores the address of the stream, so the stream must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableBufferPointer<UInt8>
    private var phase = Phase.start
    /// The first bytes of `deflate`, which show the format.
    private var prefix: [UInt8] = []

    /// Returns whether a content coding can be decoded.
    package static func knows(_ coding: String) -> Bool {
        ["gzip", "x-gzip", "deflate"].contains(coding.lowercased())
    }

    /// Returns the decoder for the content of a response; `nil` if the content is passed on as it is.
    ///
    /// - Throws: ``RequestErrorCode/malformedResponse`` if the content has a coding that wasn't requested and isn't known.
    package static func decoder(
        for head: ResponseHead, to message: OutgoingRequest
    ) throws(TransportError) -> sending Inflater? {
        guard head.header.contains(.contentEncoding), message.options.policy.compression != .asReceived,
            head.contentLength(for: message) != 0
        else { return nil }
        let codings = head.contentCodings
        guard let first = codings.first else { return nil }
        if codings.count == 1, knows(first) { return Inflater(first) }
        try head.checkCodings(for: message)
        return nil
    }

    /// Makes a decoder for a known coding.
    package init(_ coding: String) {
        isGzip = coding.lowercased() != "deflate"
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(capacity: Self.piece)
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Decompresses bytes, and passes the results on until `take` returns `false`.
    ///
    /// - Throws: ``RequestErrorCode/malformedResponse`` if the bytes are invalid.
    package func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (Data) -> Bool) throws(TransportError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch phase {
            case .start:
                if isGzip { try begin(MAX_WBITS + 16) } else if try !beginDeflate(&rest, take) { return }
            case .compressed:
                guard let left = try inflate(rest, take) else { return }
                rest = left
            case .end:
                rest = rest.drop { $0 == 0 }
                if rest.isEmpty { return }
                guard isGzip, inflateReset(stream) == Z_OK else {
                    throw .undecodable("there are extra bytes after the compressed data")
                }
                phase = .compressed
            }
        }
    }

    /// Decompresses bytes, and passes the results to an exchange.
    ///
    /// - Returns: Whether more bytes are wanted now.
    /// - Throws: ``RequestErrorCode/malformedResponse`` if the bytes are invalid.
    package func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, into exchange: Exchange
    ) throws(TransportError) -> Bool {
        var wantsMore = true
        try decode(bytes) { data in
            wantsMore = exchange.receive(data)
            return !exchange.hasEnded
        }
        return wantsMore
    }

    /// Ends the content.
    ///
    /// - Throws: ``RequestErrorCode/malformedResponse`` if the compressed data is cut off. No content at all is valid.
    package func finish() throws(TransportError) {
        switch phase {
        case .end: break
        case .start where prefix.isEmpty: break
        default: throw .undecodable("the compressed data is cut off")
        }
    }

    /// Determines the format from the first two bytes, and begins to decode with them.
    ///
    /// - Returns: Whether there may be more to decode now.
    private func beginDeflate(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>, _ take: (Data) -> Bool)
        throws(TransportError) -> Bool
    {
        if let byte = rest.popFirst() { prefix.append(byte) }
        guard prefix.count == 2 else { return true }
        let isZlib = prefix[0] & 0x0F == 8 && (Int(prefix[0]) << 8 | Int(prefix[1])).isMultiple(of: 31)
        try begin(isZlib ? MAX_WBITS : -MAX_WBITS)
        return try prefix.withUnsafeBufferPointer { bytes throws(TransportError) in
            try inflate(bytes[...], take) != nil
        }
    }

    /// Begins with the logarithm of the window's size; adding 16 selects gzip, and a negative number selects data
    /// without a format.
    private func begin(_ window: Int32) throws(TransportError) {
        let status = inflateInit2_(stream, window, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .undecodable("zlib error \(status)") }
        phase = .compressed
    }

    /// Decompresses until the end of the compressed data or of the bytes.
    ///
    /// - Returns: The bytes after the compressed data; `nil` if no more results are wanted.
    private func inflate(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ take: (Data) -> Bool)
        throws(TransportError) -> Slice<UnsafeBufferPointer<UInt8>>?
    {
        let input = UnsafeBufferPointer(rebasing: bytes)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        let available = stream.pointee.avail_in
        repeat {
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(Self.piece)
            let status = CZlib.inflate(stream, Z_NO_FLUSH)
            // A buffer error only means that there is nothing to do yet.
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else {
                throw .undecodable(stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(status)")
            }
            let count = Self.piece - Int(stream.pointee.avail_out)
            if count > 0, !take(Data(output.prefix(count))) { return nil }
            if status == Z_STREAM_END {
                phase = .end
                break
            }
        } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
        return bytes.dropFirst(Int(available - stream.pointee.avail_in))
    }
}

extension ResponseHead {
    /// Checks that the message requested a coding, so that the sender of the message can decode the content.
    ///
    /// - Throws: ``RequestErrorCode/malformedResponse``.
    package func checkCodings(for message: OutgoingRequest) throws(TransportError) {
        guard !message.header.contains(.acceptEncoding) || message.acceptsIdentityAlone else { return }
        let codings = contentCodings.joined(separator: ", ").escapedForDisplay
        throw TransportError(
            code: .malformedResponse,
            message: "the response has the Content-Encoding \(codings), but the request doesn't accept that coding")
    }
}

extension TransportError {
    fileprivate static func undecodable(_ reason: String) -> TransportError {
        TransportError(code: .malformedResponse, message: "the response could not be decompressed: \(reason)")
    }
}
#endif
