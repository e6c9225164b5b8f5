#if canImport(FoundationNetworking)
import Foundation

/// The content of a request as Foundation's stream; ends the exchange if its length differs from the declared one.
final class SentStream: InputStream {
    private let base: InputStream
    /// The number of remaining bytes; `nil` if unknown.
    private var left: Int?
    private let fail: (TransportError) -> Void

    init(_ base: InputStream, length: Int?, orFail fail: @escaping (TransportError) -> Void) {
        self.base = base
        left = length
        self.fail = fail
        super.init(data: Data())
    }

    override func open() { base.open() }

    override func close() { base.close() }

    override var streamStatus: Stream.Status { base.streamStatus }

    override var streamError: (any Error)? { base.failure }

    // If this is `false`, Foundation ends the body without checking for an error.
    override var hasBytesAvailable: Bool {
        left.map { $0 > 0 } ?? (base.hasBytesAvailable || base.streamStatus == .error)
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        // A reader that doesn't ask for `hasBytesAvailable` finds the end by one more read.
        if left == 0 { return 0 }
        let count = base.read(buffer, maxLength: min(maxLength, left ?? maxLength))
        guard count >= 0 else {
            // The error of a multipart body already names the part.
            if let error = base.failure as? TransportError { return end(error) }
            return end("the stream of the body could not be read", base.failure)
        }
        guard let left else { return count }
        guard count > 0 else { return end("the stream of the body ended \(left) bytes before the length it was given") }
        self.left = left - count
        if count == left, hasMore { return end("the stream of the body is longer than the length it was given") }
        return count
    }

    /// Indicates whether there are bytes after the declared end, without waiting for them.
    private var hasMore: Bool {
        guard base.hasBytesAvailable else { return false }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { byte in
            byte.baseAddress.map { base.read($0, maxLength: 1) > 0 } ?? false
        }
    }

    /// Ends the exchange, so that the sent part doesn't count as the whole body.
    private func end(_ message: String, _ error: (any Error)? = nil) -> Int {
        end(TransportError(code: .bodyUnreadable, message: message, underlyingError: error))
    }

    private func end(_ error: TransportError) -> Int {
        fail(error)
        return -1
    }
}
#endif
