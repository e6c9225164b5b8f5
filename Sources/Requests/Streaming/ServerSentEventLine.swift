/// A non-empty line of an event stream: its field, and the position of the value.
struct ServerSentEventLine {
    /// The field; `nil` for a comment or an unknown field.
    let field: ServerSentEventField?

    /// The number of bytes before the value.
    let valueStart: Int

    /// The maximum number of bytes before a value: a byte order mark, the longest name, a colon and a space.
    static var frontCount: Int { 10 }

    /// Makes a line from its bytes, or from its first ``frontCount`` bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - isFirst: Whether the bytes may begin with a byte order mark.
    init(_ bytes: Bytes, isFirst: Bool) {
        let start = isFirst && bytes.hasByteOrderMark ? 3 : 0
        let end: Int
        // Nearly all lines are data.
        if bytes.isData(from: start) {
            (field, end) = (.data, start + 4)
        } else {
            end = Self.nameEnd(in: bytes, from: start)
            field = ServerSentEventField(name: bytes.part(start..<end))
        }
        let hasSpace = end + 1 < bytes.count && bytes[end + 1] == 0x20
        valueStart = min(hasSpace ? end + 2 : end + 1, bytes.count)
    }

    /// Returns the end of the field's name; for an unknown name, a position after the longest name.
    private static func nameEnd(in bytes: Bytes, from start: Int) -> Int {
        var position = start
        while position < bytes.count, position < start + 6, bytes[position] != UInt8(ascii: ":") { position += 1 }
        return position
    }
}

extension Bytes {
    /// Returns whether the bytes at a position are `data:`.
    fileprivate func isData(from start: Int) -> Bool {
        count > start + 4 && self[start] == UInt8(ascii: "d") && self[start + 1] == UInt8(ascii: "a")
            && self[start + 2] == UInt8(ascii: "t") && self[start + 3] == UInt8(ascii: "a")
            && self[start + 4] == UInt8(ascii: ":")
    }
}
