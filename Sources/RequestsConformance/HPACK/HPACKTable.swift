/// The entries with indices: the static table, followed by the dynamic table (RFC 7541, section 2.3).
struct HPACKTable: Sendable {
    /// The fields of the dynamic table; the latest field comes first.
    private(set) var entries: [HPACKField] = []
    /// The size of the dynamic table.
    private(set) var size = 0
    /// The maximum size of the dynamic table.
    var maxSize = 4_096 {
        didSet { evict() }
    }

    /// Adds a field to the dynamic table, and evicts the oldest fields if necessary.
    mutating func add(_ field: HPACKField) {
        entries.insert(field, at: 0)
        size += field.size
        evict()
    }

    /// Returns the field with an index.
    ///
    /// The first index is 1.
    func field(at index: Int) throws(HPACKError) -> HPACKField {
        let later = index - 1 - Self.fixed.count
        if index >= 1, later < 0 { return Self.fixed[index - 1] }
        guard entries.indices.contains(later) else { throw .unknownIndex(index) }
        return entries[later]
    }

    /// Returns the index of a field; `nil` if no entry has the same name and value.
    func index(of field: HPACKField) -> Int? {
        if let index = Self.fixed.firstIndex(of: field) { return index + 1 }
        return entries.firstIndex(of: field).map { $0 + 1 + Self.fixed.count }
    }

    /// Returns the index of a field with a name; `nil` if no entry has the name.
    func index(ofName name: String) -> Int? {
        if let index = Self.fixed.firstIndex(where: { $0.name == name }) { return index + 1 }
        return entries.firstIndex { $0.name == name }.map { $0 + 1 + Self.fixed.count }
    }

    private mutating func evict() {
        while size > maxSize, let last = entries.popLast() { size -= last.size }
    }
}

extension HPACKTable {
    /// The static table (RFC 7541, appendix A).
    private static let fixed = [
        (":authority", ""),
        (":method", "GET"),
        (":method", "POST"),
        (":path", "/"),
        (":path", "/index.html"),
        (":scheme", "http"),
        (":scheme", "https"),
        (":status", "200"),
        (":status", "204"),
        (":status", "206"),
        (":status", "304"),
        (":status", "400"),
        (":status", "404"),
        (":status", "500"),
        ("accept-charset", ""),
        ("accept-encoding", "gzip, deflate"),
        ("accept-language", ""),
        ("accept-ranges", ""),
        ("accept", ""),
        ("access-control-allow-origin", ""),
        ("age", ""),
        ("allow", ""),
        ("authorization", ""),
        ("cache-control", ""),
        ("content-disposition", ""),
        ("content-encoding", ""),
        ("content-language", ""),
        ("content-length", ""),
        ("content-location", ""),
        ("content-range", ""),
        ("content-type", ""),
        ("cookie", ""),
        ("date", ""),
        ("etag", ""),
        ("expect", ""),
        ("expires", ""),
        ("from", ""),
        ("host", ""),
        ("if-match", ""),
        ("if-modified-since", ""),
        ("if-none-match", ""),
        ("if-range", ""),
        ("if-unmodified-since", ""),
        ("last-modified", ""),
        ("link", ""),
        ("location", ""),
        ("max-forwards", ""),
        ("proxy-authenticate", ""),
        ("proxy-authorization", ""),
        ("range", ""),
        ("referer", ""),
        ("refresh", ""),
        ("retry-after", ""),
        ("server", ""),
        ("set-cookie", ""),
        ("strict-transport-security", ""),
        ("transfer-encoding", ""),
        ("user-agent", ""),
        ("vary", ""),
        ("via", ""),
        ("www-authenticate", ""),
    ].map { HPACKField($0.0, $0.1) }
}
