#if Curl
import Foundation
import Requests
import RequestsConformance
import RequestsCurl
import Testing

/// The settings outside of the program that libcurl can read, in a separate process.
@Suite("libcurl, environment", .timeLimit(.minutes(2)))
struct CurlEnvironmentTests {
    @Test func `proxies of the environment and netrc files are ignored`() async {
        await #expect(processExitsWith: .success) {
            let home = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: home) }
            let netrc = home.appending(path: ".netrc")
            try Data("machine 127.0.0.1 login ada password secret\n".utf8).write(to: netrc)
            setenv("HOME", home.path, 1)
            setenv("NETRC", netrc.path, 1)
            for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"] {
                setenv(name, "http://127.0.0.1:1", 1)
            }
            try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
                let api = AnonymousProvider(baseURL: server.baseURL)
                let text = try await CurlSession().perform(api.get(.text, from: "/1"))
                try #require(text == "/1")
                try #require(server.requests.map { $0["Authorization"] } == [[]])
            }
        }
    }
}
#endif
