#if canImport(Darwin)
package import Foundation

/// The bytes of a source as a stream: one end of a bound pair, because URLSession on this platform accepts no stream subclass.
///
/// A pair transports no errors: if the source can't be read, the stream ends early.
package final class SourceStream: NSObject, StreamDelegate {
    private let source: any ByteSource
    private let output: OutputStream
    private var waiting: ArraySlice<UInt8> = []

    /// A reference to this object until all bytes are written, because streams don't retain their delegate.
    private var itself: SourceStream?

    private static let pieceSize = 65_536
    private static let queue = DispatchQueue(label: "Requests.SourceStream", attributes: .concurrent)

    /// Makes a stream that is not open yet.
    package static func make(_ source: any ByteSource) throws -> InputStream {
        var input: InputStream?
        var output: OutputStream?
        Stream.getBoundStreams(withBufferSize: pieceSize, inputStream: &input, outputStream: &output)
        guard let input, let output else {
            throw TransportError(code: .bodyUnreadable, message: "the system could not create streams for the body")
        }
        let stream = SourceStream(source, output)
        stream.itself = stream
        output.delegate = stream
        // The queue is serial, so the events of one stream are handled in order.
        CFWriteStreamSetDispatchQueue(
            output as CFWriteStream, DispatchQueue(label: "Requests.SourceStream", target: queue))
        output.open()
        return input
    }

    private init(_ source: any ByteSource, _ output: OutputStream) {
        self.source = source
        self.output = output
    }

    package func stream(_ stream: Stream, handle event: Stream.Event) {
        switch event {
        case .hasSpaceAvailable: write()
        case .errorOccurred, .endEncountered: end()
        default: break
        }
    }

    private func write() {
        if waiting.isEmpty {
            waiting = ArraySlice(
                [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { memory, count in
                    count = (try? source.read(into: memory)) ?? 0
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
        source.close()
        output.delegate = nil
        output.close()
        itself = nil
    }
}
#endif
