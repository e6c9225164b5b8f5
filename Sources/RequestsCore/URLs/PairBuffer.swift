/// Percent-encoded `name=value` pairs in a URL or a form.
struct PairBuffer {
    var bytes: [UInt8]

    /// The byte before the next pair: `?`, `&`, or none.
    private(set) var separator: UInt8?

    /// The number of bytes to reserve for the pairs, enough for most queries.
    static var usualCount: Int { 96 }

    /// Makes a buffer for pairs.
    ///
    /// - Parameters:
    ///   - bytes: The bytes before the pairs.
    ///   - separator: The byte before the first pair.
    init(bytes: [UInt8] = [], separator: UInt8? = nil) {
        self.bytes = bytes
        self.separator = separator
    }

    /// Appends the separator before a pair.
    mutating func separate() {
        if let separator = begin() { bytes.append(separator) }
    }

    /// Returns the byte to write before a pair.
    private mutating func begin() -> UInt8? {
        defer { separator = UInt8(ascii: "&") }
        if separator == nil { bytes.reserveCapacity(bytes.count + Self.usualCount) }
        return separator
    }

    /// Appends encoded pairs that include the separator before the first pair.
    mutating func append(written pairs: UnsafeBufferPointer<UInt8>) {
        guard !pairs.isEmpty else { return }
        bytes += pairs
        separator = UInt8(ascii: "&")
    }

    /// Appends encoded pairs without a separator before the first pair.
    mutating func append(pairs: [UInt8]) {
        guard !pairs.isEmpty else { return }
        separate()
        bytes += pairs
    }

    /// Appends a pair of two strings.
    mutating func append(_ name: String, text: String) {
        text.withBytes { text in
            append(name, upTo: 3 * text.count) { $0.write(text, keeping: .unreserved) }
        }
    }

    /// Appends a pair of a name and an integer.
    mutating func append(_ name: String, integer: Int) {
        append(name, upTo: 20) { $0.write(Int64(integer)) }
    }

    /// Appends a pair of a name and a value that a function writes.
    private mutating func append(
        _ name: String, upTo capacity: Int, _ write: (inout ByteWriter) -> Void
    ) {
        let separator = begin()
        name.withBytes { name in
            bytes.append(upTo: 3 * name.count + 2 + capacity) { writer in
                if let separator { writer.write(separator) }
                writer.write(name, keeping: .unreserved)
                writer.write(UInt8(ascii: "="))
                write(&writer)
            }
        }
    }

    /// Appends a name without a value.
    mutating func append(flag name: String) {
        separate()
        PercentEncoding.append(name, to: &bytes)
    }

    /// Removes the pairs with the given names that were appended since an earlier state of the buffer.
    mutating func remove(_ names: Set<String>, since start: PairBuffer) {
        var added = bytes[start.bytes.count...]
        if start.separator != nil, !added.isEmpty { added = added.dropFirst() }
        let rest = Self.rest(of: added, without: names.contains)
        guard rest.count < added.count else { return }
        self = start
        guard !rest.isEmpty else { return }
        separate()
        bytes += rest
    }

    /// Returns the pairs without those whose decoded names a function selects.
    static func rest(of pairs: ArraySlice<UInt8>, without isChosen: (String) -> Bool) -> [UInt8] {
        joined(kept(of: pairs, without: isChosen))
    }

    /// Joins pairs with a `&` between them.
    static func joined(_ pairs: [ArraySlice<UInt8>]) -> [UInt8] {
        Array(pairs.joined(separator: CollectionOfOne(UInt8(ascii: "&"))))
    }

    /// Returns the pairs, except those with a chosen name.
    static func kept(of pairs: ArraySlice<UInt8>, without isChosen: (String) -> Bool) -> [ArraySlice<UInt8>] {
        pairs.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).filter { pair in
            let (name, spaced) = Self.names(of: pair)
            return !isChosen(name) && !(spaced.map(isChosen) ?? false)
        }
    }

    /// Adds the names of pairs to a set.
    static func addNames(of pairs: ArraySlice<UInt8>, to names: inout Set<String>) {
        for pair in pairs.split(separator: UInt8(ascii: "&")) {
            let (name, spaced) = Self.names(of: pair)
            names.insert(name)
            if let spaced { names.insert(spaced) }
        }
    }

    /// Returns the decoded name of a pair; for a name with `+`, also the name with spaces, because most servers read
    /// `+` as a space.
    private static func names(of pair: ArraySlice<UInt8>) -> (String, spaced: String?) {
        let name = pair.prefix { $0 != UInt8(ascii: "=") }
        let spaces = name.contains(UInt8(ascii: "+")) ? name.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 } : nil
        return (PercentEncoding.decoded(name), spaces.map { PercentEncoding.decoded($0[...]) })
    }

    /// Returns the non-empty values of encoded pairs.
    static func values(in pairs: ArraySlice<UInt8>) -> [String] {
        pairs.split(separator: UInt8(ascii: "&")).compactMap { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex else {
                return nil
            }
            return String(decoding: pair[(equals + 1)...], as: UTF8.self)
        }
    }

    /// Returns the decoded names and values of pairs that this type encoded; a flag has no value.
    static func pairs(in bytes: [UInt8]) -> [(name: String, value: String?)] {
        bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: bytes.isEmpty).map {
            pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            let value = name.endIndex < pair.endIndex ? pair[(name.endIndex + 1)...] : nil
            return (PercentEncoding.decoded(name), value.map(PercentEncoding.decoded))
        }
    }
}
