import Foundation

/// A reader of the pieces of a body, which opens each source only when it reads it.
///
/// It is a class, so that a stream continues reading at its last position.
final class MultipartPiecesReader: ByteSource {
    private var rest: ArraySlice<MultipartPieces.Piece>
    private var offset = 0
    private var current: Current?

    /// The error that ended the reading.
    private(set) var failure: TransportError?

    /// Indicates whether all bytes were read.
    var isAtEnd: Bool { failure == nil && rest.isEmpty && current == nil }

    /// The open source.
    fileprivate struct Current {
        let source: MultipartPieces.Source
        let stream: InputStream
        /// The number of remaining bytes; `nil` if unknown.
        var left: Int?
    }

    init(_ pieces: [MultipartPieces.Piece]) {
        rest = pieces[...]
    }

    deinit { close() }

    /// Reads at most `maxLength` bytes.
    ///
    /// - Returns: The number of bytes; 0 at the end, -1 after a failure.
    func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard failure == nil else { return -1 }
        var count = 0
        do throws(TransportError) {
            while count < maxLength {
                let room = UnsafeMutableBufferPointer(start: buffer + count, count: maxLength - count)
                if try read(into: room, &count) { break }
            }
        } catch {
            failure = error
            close()
            // The bytes that were read before are valid. The next call reports the failure.
            return count > 0 ? count : -1
        }
        return count
    }

    func close() {
        current?.stream.close()
        current = nil
        rest = []
    }

    /// Reads from one piece.
    ///
    /// - Returns: Whether to return the bytes read so far: at the end, and after a stream, so that no call waits twice.
    private func read(
        into room: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
    ) throws(TransportError) -> Bool {
        guard current == nil else { return try readCurrent(into: room, &count) }
        switch rest.first {
        case .bytes(let data)?:
            let part = data.dropFirst(offset).prefix(room.count)
            count += part.copyBytes(to: room)
            offset += part.count
            if offset == data.count {
                offset = 0
                rest.removeFirst()
            }
        case .source(let source)?:
            rest.removeFirst()
            current = Current(source: source, stream: try source.opened(), left: source.length)
        case nil:
            return true
        }
        return false
    }

    private func readCurrent(
        into room: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
    ) throws(TransportError) -> Bool {
        guard let current, let start = room.baseAddress else { return true }
        guard current.left != 0 else {
            if try current.hasMore { throw current.source.unreadable("is longer than \(current.source.measure)") }
            return next()
        }
        let read = current.stream.read(start, maxLength: min(room.count, current.left ?? room.count))
        if read < 0 { throw current.source.unreadable("could not be read", current.stream.failure) }
        count += read
        guard read == 0 else {
            self.current?.left = current.left.map { $0 - read }
            return !current.source.isFile
        }
        if let left = current.left {
            throw current.source.unreadable("is \(BodyText.size(left)) shorter than \(current.source.measure)")
        }
        return next()
    }

    private func next() -> Bool {
        current?.stream.close()
        current = nil
        return false
    }
}

extension MultipartPiecesReader.Current {
    /// Indicates whether bytes follow the expected end; it does not wait for a stream.
    var hasMore: Bool {
        get throws(TransportError) {
            guard source.isFile || stream.hasBytesAvailable else { return false }
            var byte: UInt8 = 0
            let read = stream.read(&byte, maxLength: 1)
            if read < 0 { throw source.unreadable("could not be read", stream.failure) }
            return read > 0
        }
    }
}

extension MultipartPieces.Source {
    var isFile: Bool {
        if case .file = source { true } else { false }
    }

    /// A clause that says what determined the expected length.
    fileprivate var measure: String { isFile ? "it was" : "its given length" }

    private var kind: String {
        switch source {
        case .file(let url): "file \(url.lastPathComponent.escapedForDisplay)"
        case .stream: "stream"
        case .chunks: "sequence"
        }
    }

    /// Opens the source as a stream.
    fileprivate func opened() throws(TransportError) -> InputStream {
        let stream: InputStream
        switch source {
        case .file(let url):
            guard let file = InputStream(url: url) else { throw unreadable("could not be opened") }
            stream = file
        case .stream(let make):
            do { stream = try make() } catch { throw unreadable("could not be made", error) }
        case .chunks:
            throw unreadable("can't be read as a stream")
        }
        stream.open()
        if stream.streamStatus == .error { throw unreadable("could not be opened", stream.failure) }
        return stream
    }

    fileprivate func unreadable(_ problem: String, _ error: (any Error)? = nil) -> TransportError {
        TransportError(
            code: .bodyUnreadable,
            message: "in the part \(name.escapedForDisplay): the \(kind) \(problem)",
            underlyingError: error
        )
    }
}
