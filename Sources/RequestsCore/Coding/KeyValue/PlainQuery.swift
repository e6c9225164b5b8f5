/// A query without escapes, spaces or nesting, so that its names and values are read literally.
///
/// Most queries are plain. Finding a value in their bytes costs a fraction of making a ``KeyValueTree``.
package struct PlainQuery {
    /// The result of looking for a name.
    package enum Match {
        case value(KeyValueSource)
        case nothing
        /// The name is not ASCII or occurs several times, so that a tree is necessary.
        case unclear
    }

    private let text: KeyValueSource.Text

    /// Makes a plain query; `nil` if the query needs a tree.
    package init?(_ query: String, coding: Coding) {
        // With other styles, a dot could separate nested names, and a name without a value could mean nil.
        guard coding.nesting == .brackets, coding.nils != .flag else { return nil }
        let plain: [UInt8]? = query.withBytes { bytes in
            let isPlain = ByteSet.query.containsAll(bytes) && bytes.position(of: UInt8(ascii: "+")) == bytes.count
            return isPlain ? Array(bytes) : nil
        }
        guard let plain else { return nil }
        text = KeyValueSource.Text(coding: coding, bytes: plain)
    }

    /// Finds the value of a name.
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
