import Foundation

/// A stream of a range of a file.
///
/// On some platforms, Foundation's streams can't start in the middle of a file.
final class FileRangeStream: InputStream {
    private let url: URL
    private let range: Range<Int>
    private var file: FileHandle?
    private var left: Int
    private var status = Stream.Status.notOpen
    private var error: (any Error)?

    /// Makes a stream that URLSession also accepts.
    static func make(_ url: URL, _ range: Range<Int>) throws -> InputStream {
        #if canImport(Darwin)
        let part = MultipartPieces.Source(
            source: .stream { FileRangeStream(url, range) }, length: range.count, name: url.lastPathComponent)
        return try SourceStream.make(MultipartPiecesReader([.source(part)]))
        #else
        return FileRangeStream(url, range)
        #endif
    }

    private init(_ url: URL, _ range: Range<Int>) {
        self.url = url
        self.range = range
        left = range.count
        super.init(data: Data())
    }

    override var streamStatus: Stream.Status { status }

    override var streamError: (any Error)? { error }

    override var hasBytesAvailable: Bool { status == .open && left > 0 }

    override func open() {
        guard status == .notOpen else { return }
        do {
            let file = try FileHandle(forReadingFrom: url)
            try file.seek(toOffset: UInt64(range.lowerBound))
            self.file = file
            status = .open
        } catch {
            fail(error)
        }
    }

    override func close() {
        try? file?.close()
        file = nil
        status = .closed
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard status == .open, let file else { return status == .atEnd ? 0 : -1 }
        do {
            let data = try file.read(upToCount: min(left, maxLength)) ?? Data()
            data.copyBytes(to: buffer, count: data.count)
            left -= data.count
            if data.isEmpty, maxLength > 0 { status = .atEnd }
            return data.count
        } catch {
            fail(error)
            return -1
        }
    }

    private func fail(_ error: any Error) {
        self.error = error
        status = .error
    }
}
