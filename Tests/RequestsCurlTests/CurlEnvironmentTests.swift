#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import Testing

/// The environment variables and files of curl, which a session ignores; each test runs in a separate process.
@Suite("libcurl, environment", .timeLimit(.minutes(2)))
struct CurlEnvironmentTests {
    /// Sets everything that directs curl elsewhere: proxies, and the files of a home directory.
    private static func misdirect(_ home: URL) throws {
        let proxy = "http://ada:secret@127.0.0.1:1"
        for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
            setenv(name, proxy, 1)
        }
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let netrc = "machine 127.0.0.1 login ada password secret\ndefault login ada password secret\n"
        try Data(netrc.utf8).write(to: home.appending(path: ".netrc"))
        try Data("user = \"ada:secret\"\nproxy = \"\(proxy)\"\n".utf8).write(to: home.appending(path: ".curlrc"))
        for name in ["HOME", "CURL_HOME", "XDG_CONFIG_HOME"] { setenv(name, home.path, 1) }
        setenv("NETRC", home.path + "/.netrc", 1)
    }

    @Test func `a request goes directly to the host, without credentials`() async {
        await #expect(processExitsWith: .success) {
            let home = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID())")
            defer { try? FileManager.default.removeItem(at: home) }
            try Self.misdirect(home)
            try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
                let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/1")
                let text = try await CurlSession.shared.perform(request)
                try #require(text == "/1")
                let sent = try #require(server.requests.first)
                try #require(sent["Authorization"] == [] && sent["Proxy-Authorization"] == [])
                try #require(sent["Cookie"] == [])
            }
        }
    }

    @Test(arguments: ["no_proxy", "NO_PROXY"]) func `the proxy of a session has no exceptions`(_ name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            setenv(name, "*", 1)
            try await withRawServer(responding: { RawServer.ok($0.target) }) { proxy in
                var configuration = CurlSession.Configuration()
                configuration.proxy = proxy.baseURL
                let request = AnonymousProvider("http://127.0.0.1:1").get(.text, from: "/1")
                let text = try await CurlSession(configuration).perform(request)
                try #require(text == "http://127.0.0.1:1/1")
            }
        }
    }
}
#endif
