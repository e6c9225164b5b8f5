import Requests
import Testing

@testable import RequestsCore

@Suite("Host patterns") struct HostPatternTests {
    @Test(arguments: [
        ("example.com", "example.com", true), ("Example.COM.", "eXample.com", true),
        ("example.com", "example.com.", true), ("example.com", "www.example.com", false),
        ("example.com", "ample.com", false), ("www.example.com", "example.com", false),
        ("*.example.com", "www.example.com", true), ("*.example.com", "example.com", false),
        ("*.example.com", "a.b.example.com", false), ("*.example.com", "wwwexample.com", false),
        ("*.example.com", ".example.com", false),
        ("**.example.com", "www.example.com", true), ("**.example.com", "example.com", true),
        ("**.example.com", "a.b.Example.com.", true), ("**.example.com", "badexample.com", false),
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
        ("::1", "[::1]", true), ("[0:0:0:0:0:0:0:1]", "[::1]", true), ("fe80::1", "[FE80::1%25en0]", true),
        ("::ffff:10.0.0.1", "[::ffff:a00:1]", true), ("1::2", "[1::3]", false), ("1::", "[1:0:0:0::]", true),
        ("::1.2.3.4", "[::102:304]", true), ("127.0.0.1", "127.0.0.1.", true),
        ("1.example", "1.example", true), ("0xg.0xg", "0xg.0xg", true),
        ("localhost", "localhost", true), ("my_host-1", "my_host-1", true),
        ("xn--bcher-kva.example", "xn--bcher-kva.example", true),
    ]) func `a pattern matches hosts`(_ pattern: String, _ host: String, matches: Bool) throws {
        let pattern = try #require(HostPattern(pattern))
        #expect(
            HostPattern.canonical(host).map(pattern.matches) == (matches ? true : host.hasPrefix(".") ? nil : false))
    }

    @Test(arguments: [
        "", ".", "*", "**", "*.", "***.example.com", "a.*.example.com", "*example.com", "https://example.com",
        "example.com/", "example.com:443", "exa mple.com", "bücher.example", ".example.com", "a..b", "example.com..",
        "*.127.0.0.1", "*.0x7f000001", "*.1", "127.1", "999.1.1.1", "1.2.3", "0x7f.1", "0x", "a.0x", "1.2.3.4.5",
        "127.0.0.01", "1.2.3.4::1", "::+1.2.3.4", "::1.2.3.04", "1.2.3.4:5:6:7:8:9:a", "**.::1", ":::",
        "1:2:3", "1:2:3:4:5:6:7:8:9", "::1::", "12345::", "::1.2.3", "::1.2.3.256",
        "g::1", "user@example.com", "[::1", "1:2:3:4::5:6:7:8",
    ]) func `any other text isn't a pattern`(_ text: String) {
        #expect(HostPattern(text) == nil)
    }
}
