#if !canImport(Darwin)
import Foundation

/// The pieces of a body as a stream.
final class MultipartPiecesStream: InputStream {
    private let reader: MultipartPiecesReader
    private var status = Stream.Status.notOpen

    static func make(_ pieces: [MultipartPieces.Piece]) throws -> InputStream {
        MultipartPiecesStream(MultipartPiecesReader(pieces))
    }

    private init(_ reader: MultipartPiecesReader) {
        self.reader = reader
        super.init(data: Data())
    }

    override func open() {
        if status == .notOpen { status = .open }
    }

    override func close() {
        reader.close()
        status = .closed
    }

    override var streamStatus: Stream.Status { status }

    override var streamError: (any Error)? { reader.failure }

    // Foundation takes `false` for the end, even after an error.
    override var hasBytesAvailable: Bool { status == .error || status == .open && !reader.isAtEnd }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        switch status {
        case .open: break
        case .atEnd: return 0
        default: return -1
        }
        let count = reader.read(buffer, maxLength: maxLength)
        if count < 0 { status = .error } else if count == 0, maxLength > 0 { status = .atEnd }
        return count
    }
}
#endif
