/// A query whose names and values are read as they are written: without escapes, spaces and nesting.
///
/// Most queries are plain. A value is found in their bytes, at a fraction of the cost of a ``KeyValueTree``.
package struct PlainQuery {
    /// The result of looking for a name.
    package enum Match {
        case value(KeyValueSource)
        case nothing
        /// The name occurs several times, or has characters that have several spellings: only a tree can tell.
        case unclear
    }

    private let text: KeyValueSource.Text

    /// Takes a query; `nil` if it needs a tree.
    package init?(_ query: String, coding: Coding) {
        // A dot would be nesting, and a name without a value would be a nil.
        guard coding.nesting == .brackets, coding.nils != .flag else { return nil }
        let plain: [UInt8]? = query.withBytes { bytes in
            let isPlain = ByteSet.query.containsAll(bytes) && bytes.position(of: UInt8(ascii: "+")) == bytes.count
            return isPlain ? Array(bytes) : nil
        }
        guard let plain else { return nil }
        text = KeyValueSource.Text(coding: coding, bytes: plain)
    }

    /// Looks for the value of a name.
    package func value(named name: String) -> Match {
        name.withBytes { name in
            guard name.isASCII else { return .unclear }
            return text.bytes.withUnsafeBufferPointer { match(name, in: $0) }
        }
    }

    private func match(_ name: Bytes, in query: Bytes) -> Match {
        var found: Range<Int>?
        var start = 0
        while start < query.count {
            let end = query.position(of: UInt8(ascii: "&"), from: start)
            let pair = query.part(start..<end)
            let nameEnd = pair.position(of: UInt8(ascii: "="))
            if !pair.isEmpty, pair.part(0..<nameEnd).equals(name) {
                if found != nil { return .unclear }
                found = min(start + nameEnd + 1, end)..<end
            }
            start = end + 1
        }
        return found.map { .value(KeyValueSource(text, .value(.init(range: $0)))) } ?? .nothing
    }
}
