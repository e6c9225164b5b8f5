import Foundation

/// A range of a file.
///
/// On some platforms, Foundation's streams can't start in the middle of a file.
final class FileRange: ByteSource {
    private let url: URL
    private var rest: Range<Int>
    private var file: FileHandle?

    init(_ url: URL, _ range: Range<Int>) {
        self.url = url
        rest = range
    }

    func read(into memory: UnsafeMutableBufferPointer<UInt8>) throws(TransportError) -> Int {
        do {
            let file = try file ?? FileHandle(forReadingFrom: url)
            if self.file == nil { try file.seek(toOffset: UInt64(rest.lowerBound)) }
            self.file = file
            let data = try file.read(upToCount: min(rest.count, memory.count)) ?? Data()
            rest = rest.dropFirst(data.count)
            return data.copyBytes(to: memory)
        } catch {
            throw .unreadable(error)
        }
    }

    func close() {
        try? file?.close()
        file = nil
        rest = rest.suffix(0)
    }
}
