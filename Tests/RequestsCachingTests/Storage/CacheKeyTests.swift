import Testing

@testable import RequestsCaching

@Suite struct CacheKeyTests {
    @Test func `A key is the URL without its fragment`() {
        #expect(CacheKey(url: "http://a/b?c#d") == CacheKey(url: "http://a/b?c"))
        #expect(CacheKey(url: "http://a/b?c") != CacheKey(url: "http://a/b"))
        #expect("\(CacheKey(url: "http://a/b?token=secret"))" == "CacheKey")
    }
}
