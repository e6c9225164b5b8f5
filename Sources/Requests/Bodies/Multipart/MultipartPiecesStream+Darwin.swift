#if canImport(Darwin)
import Foundation

/// The pieces of a body as a stream: one end of a pair, because URLSession accepts no stream of another class on this platform.
///
/// A pair carries no error. If the source can't be read, the stream ends before its length.
final class MultipartPiecesStream: NSObject, StreamDelegate {
    private let reader: MultipartPiecesReader
    private let output: OutputStream
    private var waiting: ArraySlice<UInt8> = []

    /// A reference to this object until everything is written, because streams don't retain it.
    private var itself: MultipartPiecesStream?

    private static let pieceSize = 65_536
    private static let queue = DispatchQueue(label: "Requests.MultipartPiecesStream", attributes: .concurrent)

    static func make(_ pieces: [MultipartPieces.Piece]) throws -> InputStream {
        var input: InputStream?
        var output: OutputStream?
        Stream.getBoundStreams(withBufferSize: pieceSize, inputStream: &input, outputStream: &output)
        guard let input, let output else {
            throw TransportError(code: .bodyUnreadable, message: "the system gave no pair of streams for the body")
        }
        let stream = MultipartPiecesStream(MultipartPiecesReader(pieces), output)
        stream.itself = stream
        output.delegate = stream
        // The queue is serial: the events of one stream come one after the other.
        CFWriteStreamSetDispatchQueue(
            output as CFWriteStream, DispatchQueue(label: "Requests.MultipartPiecesStream", target: queue))
        output.open()
        return input
    }

    private init(_ reader: MultipartPiecesReader, _ output: OutputStream) {
        self.reader = reader
        self.output = output
    }

    func stream(_ stream: Stream, handle event: Stream.Event) {
        switch event {
        case .hasSpaceAvailable: write()
        case .errorOccurred, .endEncountered: end()
        default: break
        }
    }

    private func write() {
        if waiting.isEmpty {
            waiting = ArraySlice(
                [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
                    count = buffer.baseAddress.map { max(0, reader.read($0, maxLength: buffer.count)) } ?? 0
                }
            )
        }
        guard !waiting.isEmpty else { return end() }
        let count = waiting.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { output.write($0, maxLength: bytes.count) } ?? 0
        }
        if count < 0 { end() } else { waiting = waiting.dropFirst(count) }
    }

    private func end() {
        reader.close()
        output.delegate = nil
        output.close()
        itself = nil
    }
}
#endif
