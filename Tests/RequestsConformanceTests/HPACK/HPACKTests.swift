import Testing

@testable import RequestsConformance

@Suite("HPACK") struct HPACKTests {
    @Test(arguments: HPACKExample.all)
    func `the examples of the standard are read`(_ example: HPACKExample) throws {
        var decoder = HPACKDecoder()
        decoder.limit = example.tableSize
        var blocks = example.blocks.map { [UInt8](hex: $0.hex) }
        blocks[0] = HPACKInteger.bytes(of: example.tableSize, prefix: 5, leading: 0x20) + blocks[0]
        for (block, expected) in zip(blocks, example.blocks) {
            #expect(try decoder.decode(block) == expected.fields)
            #expect(decoder.table.size == expected.size)
        }
    }

    @Test(arguments: HPACKExample.all)
    func `the examples of the standard are written`(_ example: HPACKExample) {
        var encoder = HPACKEncoder(indexing: .incremental, usesHuffman: example.usesHuffman)
        encoder.resize(to: example.tableSize)
        let change = HPACKInteger.bytes(of: example.tableSize, prefix: 5, leading: 0x20)
        for (index, block) in example.blocks.enumerated() {
            let written = encoder.encode(block.fields)
            #expect(written == (index == 0 ? change : []) + [UInt8](hex: block.hex))
            #expect(encoder.table.size == block.size)
        }
    }

    @Test(arguments: [(10, 5, "0a"), (1_337, 5, "1f9a0a"), (42, 8, "2a"), (31, 5, "1f00"), (127, 7, "7f00")])
    func `an integer has the bytes of the standard`(_ value: Int, prefix: Int, hex: String) throws {
        #expect(HPACKInteger.bytes(of: value, prefix: prefix) == [UInt8](hex: hex))
        var bytes = [UInt8](hex: hex)[...]
        #expect(try HPACKInteger.read(&bytes, prefix: prefix) == value)
        #expect(bytes.isEmpty)
    }

    @Test(arguments: HPACKEncoder.Indexing.allCases, [false, true])
    func `a block of any bytes is read as it was written`(
        _ indexing: HPACKEncoder.Indexing, usesHuffman: Bool
    ) throws {
        var encoder = HPACKEncoder(indexing: indexing, usesHuffman: usesHuffman)
        var decoder = HPACKDecoder()
        for count in 0..<20 {
            let fields = [
                HPACKField(":status", "200"), HPACKField("x-all", (0...255).map { UInt8($0) }),
                HPACKField("x-\(count)", String(repeating: "a", count: count * 100)),
            ]
            #expect(try decoder.decode(encoder.encode(fields)) == fields)
            #expect(decoder.table.entries == encoder.table.entries)
        }
    }

    @Test func `a smaller table evicts the oldest fields, and a size of 0 all of them`() throws {
        var encoder = HPACKEncoder(indexing: .incremental)
        var decoder = HPACKDecoder()
        let fields = (0..<3).map { HPACKField("x-\($0)", "value") }
        _ = try decoder.decode(encoder.encode(fields))
        encoder.resize(to: 2 * fields[0].size)
        #expect(try decoder.decode(encoder.encode([])) == [])
        #expect(decoder.table.entries == [fields[2], fields[1]])
        encoder.resize(to: 0)
        encoder.resize(to: 4_096)
        _ = try decoder.decode(encoder.encode([]))
        #expect(decoder.table.entries == [])
    }

    @Test func `a field larger than the table empties it`() {
        var table = HPACKTable()
        table.add(HPACKField("a", "b"))
        table.add(HPACKField("a", [UInt8](repeating: 0, count: 5_000)))
        #expect(table.entries.isEmpty)
        #expect(table.size == 0)
    }

    @Test(arguments: [
        ("80", HPACKError.unknownIndex(0)), ("be", .unknownIndex(62)), ("ff", .truncated), ("00", .truncated),
        ("000561", .truncated), ("7fffffffffff0f", .integerTooLarge), ("823f00", .invalidTableSize(31)),
        ("3fe21f", .invalidTableSize(4_097)), ("0081ff00", .invalidHuffmanCode), ("008118", .invalidHuffmanCode),
        ("0084ffffffff00", .invalidHuffmanCode), ("0082f8ff00", .invalidHuffmanCode),
    ])
    func `a block that can't be read throws`(_ hex: String, error: HPACKError) {
        #expect(throws: error) {
            var decoder = HPACKDecoder()
            return try decoder.decode([UInt8](hex: hex))
        }
    }
}
