#if AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import RequestsCore
import RequestsCompression

/// Passes the content of a response to its exchange, and decompresses it unless the client does.
final class ResponseContent: Sendable {
    private let exchange: Exchange
    /// Indicates whether the client decompresses responses; `nil` if unknown.
    private let decompresses: Bool?
    private let inflater = Guarded<Inflater?>(nil)

    init(_ exchange: Exchange, decompresses: Bool?) {
        self.exchange = exchange
        self.decompresses = decompresses
    }

    /// Ends the content, and the exchange.
    func finish() {
        do {
            try inflater.withLock { try $0?.finish() }
            exchange.finish()
        } catch {
            exchange.fail(error)
        }
    }

    /// Decodes a part of the body and passes it to the exchange.
    ///
    /// - Returns: Whether more bytes are wanted.
    func take(_ buffer: ByteBuffer) -> Bool {
        do {
            let wantsMore = try inflater.withLock { inflater -> Bool? in
                guard let inflater else { return nil }
                return try buffer.withUnsafeReadableBytes { bytes in
                    try inflater.decode(bytes.bindMemory(to: UInt8.self), into: exchange)
                }
            }
            return wantsMore ?? exchange.receive(data(of: buffer))
        } catch {
            exchange.fail(error)
            return false
        }
    }

    /// Returns the bytes of a buffer.
    ///
    /// The bytes are copied unless they fill most of the buffer. Otherwise the whole buffer would stay in memory.
    private func data(of buffer: ByteBuffer) -> Data {
        let isFull = buffer.readableBytes >= 16_384 && buffer.readableBytes >= buffer.storageCapacity / 2
        return Data(buffer: buffer, byteTransferStrategy: isFull ? .noCopy : .copy)
    }

    /// Checks that the body has no transfer coding but `chunked`, which the client decodes (RFC 9112, section 6.1).
    private func checkTransferCoding(of head: ResponseHead) throws(TransportError) {
        let codings = head.header[values: .transferEncoding]
        guard codings.allSatisfy({ $0.equalsIgnoringASCIICase("chunked") }) else { throw .unreadableTransferCoding }
    }

    /// Prepares to decode the body.
    ///
    /// If the client decompresses, the body is already decoded; otherwise the library decodes it.
    func prepare(for head: ResponseHead) throws {
        guard head.header.contains(.transferEncoding) || head.header.contains(.contentEncoding),
            head.contentLength(for: exchange.request) != 0
        else { return }
        try checkTransferCoding(of: head)
        if decompresses == false {
            try inflater.withLock { inflater throws(TransportError) in
                inflater = try Inflater.decoder(for: head, to: exchange.request)
            }
        } else if !head.contentCodings.isEmpty {
            try checkIsDecoded(head)
        }
    }

    /// Checks the content if the client decompresses, or if that is unknown.
    private func checkIsDecoded(_ head: ResponseHead) throws(TransportError) {
        let codings = head.contentCodings
        let isDecoded = codings.count == 1 && codings.allSatisfy(Inflater.knows)
        if exchange.request.options.policy.compression == .asReceived {
            if isDecoded { throw .decoded(codings.joined(separator: ", ")) }
        } else if decompresses == nil || !isDecoded {
            try head.checkCodings(for: exchange.request)
        }
    }
}

extension TransportError {
    fileprivate static func decoded(_ coding: String) -> TransportError {
        TransportError(
            code: .malformedResponse,
            message:
                "this HTTPClient always decompresses \(coding), so the compressed bytes aren't available: create the "
                + "client with the configuration .requests, or without decompression"
        )
    }

    fileprivate static var unreadableTransferCoding: TransportError {
        TransportError(
            code: .malformedResponse,
            message: "the response has a Transfer-Encoding other than chunked, but AsyncHTTPClient decodes only chunked"
        )
    }
}
#endif
