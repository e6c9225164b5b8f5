import Testing

@testable import RequestsCaching

@Suite struct CacheKeyTests {
    @Test func `A key is the URL without its fragment`() {
        #expect(CacheKey(url: "http://a/b?c#d") == CacheKey(url: "http://a/b?c"))
        #expect(CacheKey(url: "http://a/b?c") != CacheKey(url: "http://a/b"))
        #expect("\(CacheKey(url: "http://a/b?token=secret"))" == "CacheKey")
    }

    @Test(arguments: [
        ("http://a/%69nv1", "http://a/inv1"), ("http://a/%7euser", "http://a/~user"),
        ("http://a/%c3%a9", "http://a/%C3%A9"), ("http://a/?%71=%2d", "http://a/?q=-"), ("HTTP://A/b", "http://a/b"),
        ("http://a:80/b", "http://a/b"), ("https://a:443/", "https://a/"), ("http://a", "http://a/"),
        ("http://a?b", "http://a/?b"), ("http://a:/b", "http://a/b"), ("HTTPS://u:P@A:443?b", "https://u:P@a/?b"),
        ("http://[::1]:80/", "http://[::1]/"), ("HTTP+Unix://%2fS", "http+unix://%2FS/"),
        ("http://a/%2541", "http://a/%2541#b"),
    ]) func `Equivalent spellings have one key`(_ one: String, _ other: String) {
        #expect(CacheKey(url: one) == CacheKey(url: other))
    }

    @Test(arguments: [
        ("http://a/%2F", "http://a//"), ("http://a/b%3Fc", "http://a/b?c"), ("http://a/B", "http://a/b"),
        ("http://a:443/", "http://a/"), ("http://U@a/", "http://u@a/"), ("http://a/%4", "http://a/4"),
        ("http://a/%+1", "http://a/%01"), ("http://u:80@a/", "http://u@a/"), ("http://a:8080/", "http://a:80/"),
        ("http://a/%2541", "http://a/A"), ("http://a/%", "http://a/"), ("http://[::80]/", "http://[:]/"),
        ("http+unix://%2FS/a", "http+unix://%2Fs/a"),
    ]) func `Other URLs have different keys`(_ one: String, _ other: String) {
        #expect(CacheKey(url: one) != CacheKey(url: other))
    }
}
