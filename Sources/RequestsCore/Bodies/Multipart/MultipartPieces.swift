import Foundation

/// A body that consists of bytes in memory and sources that are read while the body is sent.
struct MultipartPieces: Sendable {
    /// A file, a stream or a sequence that is read while the body is sent.
    struct Source: Sendable {
        let body: RequestBody
        /// The length in bytes at the time when the body was made; `nil` if unknown.
        let length: Int?
        /// The name of the part, for messages.
        let name: String

        /// The start of error messages.
        var subject: String {
            let kind =
                switch body {
                case .file(let url): "file \(url.lastPathComponent.escapedForDisplay)"
                case .chunks: "sequence"
                default: "stream"
                }
            return "in the part \(name.escapedForDisplay), the \(kind)"
        }
    }

    enum Piece: Sendable {
        case bytes(Data)
        case source(Source)

        /// Indicates whether a sequence can be made again; `nil` if the piece is not a sequence.
        fileprivate var isRepeatableSequence: Bool? {
            guard case .source(let source) = self, case .chunks(_, let isRepeatable, _) = source.body else {
                return nil
            }
            return isRepeatable
        }
    }

    private(set) var pieces: [Piece] = []

    /// The bytes after the last piece, which aren't part of a piece yet.
    private var last: [UInt8] = []

    /// The size in bytes below which pieces are joined.
    private static let ownPiece = 65_536

    /// The maximum size in bytes of a body in memory that is copied into one piece.
    private static let inMemoryLimit = 1_048_576

    mutating func append(_ text: String) {
        last += text.utf8
    }

    mutating func append(_ data: Data) {
        guard data.count >= Self.ownPiece else {
            last += data
            return
        }
        flush()
        pieces.append(.bytes(data))
    }

    mutating func append(_ source: Source) {
        flush()
        pieces.append(.source(source))
    }

    private mutating func flush() {
        guard !last.isEmpty else { return }
        pieces.append(.bytes(Data(last)))
        last = []
    }

    /// Makes the body of a form with parts.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed`` if the sum of the lengths overflows.
    consuming func body(of parts: [SentPart]) throws(TransportError) -> RequestBody {
        flush()
        let pieces = pieces
        let (length, isInMemory) = try Self.measure(pieces)
        if isInMemory, let length, length <= Self.inMemoryLimit {
            return .data(bytesInMemory())
        }
        let sequences = pieces.compactMap(\.isRepeatableSequence)
        if sequences.isEmpty {
            return .stream(length: length) {
                CURLForm.asked?.words.withLock { $0 = SentPart.curlWords(for: parts) }
                return try SourceStream.make(MultipartPiecesReader(pieces))
            }
        }
        return .chunks(length: length, isRepeatable: !sequences.contains(false)) {
            MessageBody(MultipartChunks(pieces: pieces))
        }
    }

    /// Returns the bytes of the body that are in memory, joined.
    consuming func bytesInMemory() -> Data {
        flush()
        let pieces = pieces
        let sizes = pieces.map { if case .bytes(let bytes) = $0 { bytes.count } else { 0 } }
        var data = Data(capacity: sizes.reduce(0, +))
        for case .bytes(let bytes) in pieces { data += bytes }
        return data
    }

    private static func measure(_ pieces: [Piece]) throws(TransportError) -> (length: Int?, isInMemory: Bool) {
        var length: Int? = 0
        var isInMemory = true
        for piece in pieces {
            let added: Int?
            switch piece {
            case .bytes(let data):
                added = data.count
            case .source(let source):
                added = source.length
                isInMemory = false
            }
            guard let sum = length, let added else {
                length = nil
                continue
            }
            let (newLength, overflows) = sum.addingReportingOverflow(added)
            if overflows {
                throw RequestError(code: .bodyEncodingFailed, message: "the total length of the parts is too large")
            }
            length = newLength
        }
        return (length, isInMemory)
    }
}
