#if !canImport(Darwin)
package import Foundation

/// The bytes of a source as a stream.
package final class SourceStream: InputStream {
    private let source: any ByteSource
    private var status = Stream.Status.notOpen

    /// Makes a stream that is not open yet.
    package static func make(_ source: any ByteSource) throws -> InputStream { SourceStream(source) }

    private init(_ source: any ByteSource) {
        self.source = source
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

    package override var streamError: (any Error)? { source.failure }

    // Foundation interprets `false` as the end, even after an error.
    package override var hasBytesAvailable: Bool { status == .error || status == .open && !source.isAtEnd }

    package override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        switch status {
        case .open: break
        case .atEnd: return 0
        default: return -1
        }
        let count = source.read(buffer, maxLength: maxLength)
        if count < 0 { status = .error } else if count == 0, maxLength > 0 { status = .atEnd }
        return count
    }
}
#endif
