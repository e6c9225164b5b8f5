/// Writes header blocks.
struct HPACKEncoder: Sendable {
    /// The representation of a field that isn't in a table (RFC 7541, section 6.2).
    enum Indexing: Sendable, CaseIterable {
        /// The field becomes an entry of the dynamic table.
        case incremental
        case without
        /// The field must not become an entry, not even on intermediaries.
        case never
    }

    private(set) var table = HPACKTable()
    var indexing = Indexing.without
    var usesHuffman = false
    /// The table sizes that the next header block announces.
    private var sizes: [Int] = []

    init(indexing: Indexing = .without, usesHuffman: Bool = false) {
        self.indexing = indexing
        self.usesHuffman = usesHuffman
    }

    /// Changes the size of the table, which the next block declares.
    mutating func resize(to size: Int) {
        sizes.append(size)
        table.maxSize = size
    }

    /// Writes a whole block.
    mutating func encode(_ fields: [HPACKField]) -> [UInt8] {
        var block = sizes.flatMap { HPACKInteger.bytes(of: $0, prefix: 5, leading: 0x20) }
        sizes = []
        for field in fields { block += encode(field) }
        return block
    }

    private mutating func encode(_ field: HPACKField) -> [UInt8] {
        if let index = table.index(of: field) { return HPACKInteger.bytes(of: index, prefix: 7, leading: 0x80) }
        let (prefix, leading): (Int, UInt8) =
            switch indexing {
            case .incremental: (6, 0x40)
            case .without: (4, 0)
            case .never: (4, 0x10)
            }
        let index = table.index(ofName: field.name)
        let name = HPACKInteger.bytes(of: index ?? 0, prefix: prefix, leading: leading)
        if indexing == .incremental { table.add(field) }
        return name + (index == nil ? string(Array(field.name.utf8)) : []) + string(field.value)
    }

    private func string(_ bytes: [UInt8]) -> [UInt8] {
        let bytes = usesHuffman ? HPACKHuffman.encode(bytes) : bytes
        return HPACKInteger.bytes(of: bytes.count, prefix: 7, leading: usesHuffman ? 0x80 : 0) + bytes
    }
}
