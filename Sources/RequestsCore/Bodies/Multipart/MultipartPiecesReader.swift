import Foundation

/// A reader of the pieces of a body that opens a source only when its turn comes.
final class MultipartPiecesReader: ByteSource {
    private var rest: ArraySlice<MultipartPieces.Piece>
    private var offset = 0
    private var current: BlockingReader?
    private var failure: TransportError?

    init(_ pieces: [MultipartPieces.Piece]) {
        rest = pieces[...]
    }

    func read(into memory: UnsafeMutableBufferPointer<UInt8>) throws(TransportError) -> Int {
        if let failure { throw failure }
        var count = 0
        do throws(TransportError) {
            while count < memory.count {
                let room = UnsafeMutableBufferPointer(rebasing: memory[count...])
                if let current {
                    let read = try current.read(into: room)
                    // Return now, so that no call waits twice for a stream.
                    if read > 0 { return count + read }
                    self.current = nil
                } else if let piece = rest.first {
                    count += begin(piece, into: room)
                } else {
                    break
                }
            }
        } catch {
            failure = error
            close()
            // The bytes that were read before are valid. The next call throws the error.
            guard count > 0 else { throw error }
        }
        return count
    }

    func close() {
        current = nil
        rest = []
    }

    /// Reads from a piece in memory, or prepares to read a source; returns the number of bytes.
    private func begin(_ piece: MultipartPieces.Piece, into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        switch piece {
        case .source(let source):
            current = BlockingReader(source.body, length: source.length, subject: source.subject)
            rest.removeFirst()
            return 0
        case .bytes(let data):
            let count = data.dropFirst(offset).prefix(room.count).copyBytes(to: room)
            offset += count
            if offset == data.count {
                offset = 0
                rest.removeFirst()
            }
            return count
        }
    }
}
