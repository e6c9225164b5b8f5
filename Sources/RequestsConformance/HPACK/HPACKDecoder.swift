/// Reads header blocks, which change the dynamic table (RFC 7541, section 3).
struct HPACKDecoder: Sendable {
    private(set) var table = HPACKTable()
    /// The largest size of the table that the peer may choose.
    var limit = 4_096

    /// Reads a whole block.
    mutating func decode(_ block: [UInt8]) throws(HPACKError) -> [HPACKField] {
        var rest = block[...]
        var fields: [HPACKField] = []
        while let first = rest.first {
            if first & 0x80 != 0 {
                fields.append(try table.field(at: HPACKInteger.read(&rest, prefix: 7)))
            } else if first & 0x40 != 0 {
                let field = try Self.literal(&rest, prefix: 6, table)
                table.add(field)
                fields.append(field)
            } else if first & 0x20 != 0 {
                let size = try HPACKInteger.read(&rest, prefix: 5)
                guard fields.isEmpty, size <= limit else { throw .invalidTableSize(size) }
                table.maxSize = size
            } else {
                fields.append(try Self.literal(&rest, prefix: 4, table))
            }
        }
        return fields
    }

    private static func literal(
        _ rest: inout ArraySlice<UInt8>, prefix: Int, _ table: HPACKTable
    ) throws(HPACKError) -> HPACKField {
        let index = try HPACKInteger.read(&rest, prefix: prefix)
        let name =
            index == 0 ? String(decoding: try string(&rest), as: UTF8.self) : try table.field(at: index).name
        return HPACKField(name, try string(&rest))
    }

    private static func string(_ rest: inout ArraySlice<UInt8>) throws(HPACKError) -> [UInt8] {
        guard let first = rest.first else { throw .truncated }
        let count = try HPACKInteger.read(&rest, prefix: 7)
        guard rest.count >= count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return first & 0x80 == 0 ? Array(rest.prefix(count)) : try HPACKHuffman.decode(rest.prefix(count))
    }
}
