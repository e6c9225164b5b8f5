import Requests
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
}
