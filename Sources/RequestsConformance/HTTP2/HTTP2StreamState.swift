/// The state of a stream, from the server's view (RFC 9113, section 5.1).
struct HTTP2StreamState: Sendable {
    /// Bytes for the script, and the part of the window that they occupy.
    private struct Piece: Sendable {
        var bytes: ArraySlice<UInt8>
        let credit: Int
    }

    let request: RequestWriter
    /// The number of bytes that may be sent.
    var sendWindow: Int
    var hasRequestEnded: Bool
    var hasResponseEnded = false
    /// The code of the peer's RST_STREAM.
    var resetCode: Int?
    /// Indicates that neither side sends anything more.
    var isClosed = false
    /// The size of the content so far.
    private(set) var received = 0
    private var pieces: [Piece]

    init(_ fields: [HPACKField], ends: Bool, sendWindow: Int) {
        request = RequestWriter(fields, ends: ends)
        self.sendWindow = sendWindow
        hasRequestEnded = ends
        pieces = [Piece(bytes: request.head[...], credit: 0)]
    }

    /// Indicates whether the content is as long as the request declares, or can still become as long.
    var fits: Bool {
        request.length.map { hasRequestEnded ? $0 == received : $0 >= received } ?? true
    }

    /// Adds content, which occupies a part of the window.
    mutating func append(_ bytes: ArraySlice<UInt8>, credit: Int, ends: Bool, trailers: [HPACKField] = []) {
        received += bytes.count
        hasRequestEnded = hasRequestEnded || ends
        let written = request.content(bytes) + (ends ? request.end(trailers: trailers) : [])
        pieces.append(Piece(bytes: written[...], credit: credit))
    }

    /// Returns bytes for the script, and the part of the window that they free; `nil` if there are no bytes yet.
    mutating func take(upTo count: Int) -> (bytes: [UInt8], credit: Int)? {
        var credit = 0
        while let piece = pieces.first, piece.bytes.isEmpty {
            credit += piece.credit
            pieces.removeFirst()
        }
        guard !pieces.isEmpty else {
            let hasEnded = isClosed || hasRequestEnded && hasResponseEnded
            return hasEnded || credit > 0 ? ([], credit) : nil
        }
        let bytes = Array(pieces[0].bytes.prefix(count))
        pieces[0].bytes = pieces[0].bytes.dropFirst(bytes.count)
        if pieces[0].bytes.isEmpty { credit += pieces.removeFirst().credit }
        return (bytes, credit)
    }
}
