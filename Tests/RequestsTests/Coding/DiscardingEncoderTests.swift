import Requests
import TestSupport
import Testing

/// The encoder that finds out whether a value has keys.
@Suite("An encoder that discards") struct DiscardingEncoderTests {
    @Test func `a list counts each discarded element`() throws {
        var list = DiscardingEncoder().unkeyedContainer()
        try list.encode(1)
        try list.encode("a")
        try list.encodeNil()
        try list.encode(Int128(1))
        try list.encode(UInt128(1))
        _ = list.nestedUnkeyedContainer()
        _ = list.superEncoder()
        #expect(list.count == 7)
    }

    @Test func `a value may use every kind of container`() throws {
        try HandCoded().encode(to: DiscardingEncoder())
        var list = DiscardingEncoder().unkeyedContainer()
        var row = list.nestedContainer(keyedBy: WireKey.self)
        var object = row.nestedContainer(keyedBy: WireKey.self, forKey: WireKey("a"))
        try HandCoded().encode(to: object.superEncoder())
        #expect(list.count == 1)
    }
}
