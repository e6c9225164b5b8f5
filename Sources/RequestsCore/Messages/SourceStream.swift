#if !canImport(Darwin)
package import Foundation

/// The bytes of a source as a stream.
package final class SourceStream: InputStream {
    private let source: any ByteSource
    private let onFailure: (TransportError) -> Void
    private var status = Stream.Status.notOpen
    private var error: TransportError?

    /// Makes a stream that is not open yet.
    package static func make(_ source: any ByteSource) throws -> InputStream { SourceStream(source) }

    init(_ source: any ByteSource, onFailure: @escaping (TransportError) -> Void = { _ in }) {
        self.source = source
        self.onFailure = onFailure
        super.init(data: Data())
    }

    package override func open() {
        if status == .notOpen { status = .open }
    }

    package override func close() {
        source.close()
        status = .closed
    }

    package override var streamStatus: Stream.Status { status }

    package override var streamError: (any Error)? { error }

    // Foundation interprets `false` as the end, even after an error.
    package override var hasBytesAvailable: Bool { status == .error || status == .open }

    package override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard status == .open, maxLength > 0 else { return status == .open || status == .atEnd ? 0 : -1 }
        do throws(TransportError) {
            let count = try source.read(into: UnsafeMutableBufferPointer(start: buffer, count: maxLength))
            if count == 0 { status = .atEnd }
            return count
        } catch {
            self.error = error
            status = .error
            onFailure(error)
            return -1
        }
    }
}
#endif
