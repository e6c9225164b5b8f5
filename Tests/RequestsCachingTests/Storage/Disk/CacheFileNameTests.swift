import Testing

@testable import RequestsCaching

@Suite struct CacheFileNameTests {
    @Test(arguments: [
        (CacheFileName.record(0xAB), "00000000000000ab.cached"),
        (.body(.max, 1), "ffffffffffffffff-0000000000000001.body"),
        (.part(1, 0x1234_5678_9ABC_DEF0), "0000000000000001-123456789abcdef0.part"),
    ])
    func `A written file name is read back`(name: CacheFileName, text: String) {
        #expect(name.description == text)
        #expect(CacheFileName(text) == name)
    }

    @Test(arguments: [
        "", ".", "cached", ".cached", "00000000000000AB.cached", "+0000000000000ab.cached", "00000000000000ab.body",
        "00000000000000ab-00000000000000ab.cached", "00000000000000ab-.part", "-00000000000000ab.part",
        "00000000000000ab-00000000000000ab.part.part", "photo.jpg", "00000000000000ab--00000000000000ab.body",
        "000000000000000ä.cached", "zz-00000000000000ab.cached",
    ])
    func `Other names are not those of the cache`(text: String) {
        #expect(CacheFileName(text) == nil)
    }
}
