#if os(Linux)
import Foundation
import FoundationNetworking
import Glibc
import Requests
import RequestsConformance
import TestSupport
import Testing

/// The proxies that libcurl finds in the environment, each test in a separate process.
@Suite("URLSession on Linux, proxies", .timeLimit(.minutes(2)))
struct LinuxProxyTests {
    private static let api = AnonymousProvider("http://api.test")

    @Test func `http_proxy gets the requests for http`() async {
        await #expect(processExitsWith: .success) {
            try await withRawServer(responding: { _ in RawServer.ok("hi") }) { proxy in
                setenv("http_proxy", "http://ada:se%40cret@127.0.0.1:\(proxy.port)", 1)
                let text = try await URLSession.shared.perform(Self.api.get(.text, from: "/1"))
                try #require(text == "hi")
                try #require(proxy.requests.map(\.target) == ["http://api.test/1"])
                let credentials = "Basic \(Data("ada:se@cret".utf8).base64EncodedString())"
                try #require(proxy.requests.first?["Proxy-Authorization"] == [credentials])
            }
        }
    }

    @Test func `a response in which the proxy repeats its credentials shows none of them`() async {
        await #expect(processExitsWith: .success) {
            let secrets = ["se%40cret", "se@cret", Data("ada:se@cret".utf8).base64EncodedString()]
            try await withRawServer(responding: { request in
                let text = secrets.joined(separator: " ") + (request["Proxy-Authorization"].first ?? "")
                return RawServer.response(
                    status: request.target.hasSuffix("ok") ? 200 : 407, reason: "OK", fields: [("Via", text)],
                    body: text)
            }) { proxy in
                setenv("http_proxy", "ada:se%40cret@127.0.0.1:\(proxy.port)", 1)
                let (head, _) = try await URLSession.shared.response(for: Self.api.get(.text, from: "/ok"))
                let failure = await URLSession.shared.failure(of: Self.api.get(.text, from: "/1"))
                let error = try #require(failure)
                try #require(error.head?.status == 407)
                for value in [head, error] as [Any] {
                    var dumped = ""
                    dump(value, to: &dumped)
                    for text in [dumped, "\(value)"] {
                        try #require(!secrets.contains { text.contains($0) })
                    }
                }
            }
        }
    }

    @Test func `https_proxy gets a CONNECT, and its refusal is an error without the password`() async {
        await #expect(processExitsWith: .success) {
            try await withRawServer(responding: { _ in
                RawServer.response(status: 407, reason: "No", fields: [("Proxy-Authenticate", "Basic realm=a")])
            }) { proxy in
                setenv("https_proxy", "http://ada:secret@127.0.0.1:\(proxy.port)", 1)
                let request = AnonymousProvider("https://api.test").get(.text, from: "/1")
                let failure = await URLSession.shared.failure(of: request)
                let error = try #require(failure)
                try #require(
                    error.code == .connectionFailed && error.message.contains("could not connect through the proxy"))
                try #require(proxy.requests.first?.method == "CONNECT")
                try #require(proxy.requests.first?.target == "api.test:443")
                var dumped = ""
                dump(error, to: &dumped)
                try #require(!dumped.contains("secret"))
            }
        }
    }

    @Test func `all_proxy may be a SOCKS proxy with a password`() async {
        await #expect(processExitsWith: .success) {
            try await withRawServer({ connection in
                _ = try connection.read(upTo: 100)
                try connection.send([5, 2])
                let password = try connection.read(upTo: 100)
                try connection.send([1, password == [1, 3] + "ada".utf8 + [6] + "secret".utf8 ? 0 : 1])
                _ = try connection.read(upTo: 100)
                try connection.send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
                try connection.send(RawServer.ok(connection.readRequest().target))
            }) { proxy in
                setenv("all_proxy", "socks5h://ada:secret@127.0.0.1:\(proxy.port)", 1)
                let text = try await URLSession.shared.perform(Self.api.get(.text, from: "/1"))
                try #require(text == "/1")
            }
        }
    }

    @Test func `no_proxy excludes hosts, and HTTP_PROXY in capitals is ignored`() async {
        await #expect(processExitsWith: .success) {
            try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
                setenv("http_proxy", "http://127.0.0.1:1", 1)
                setenv("no_proxy", "example.com,127.0.0.1", 1)
                let direct = try await URLSession.shared.perform(server.api.get(.text, from: "/1"))
                try #require(direct == "/1")
                unsetenv("http_proxy")
                unsetenv("no_proxy")
                setenv("HTTP_PROXY", "http://127.0.0.1:1", 1)
                let other = try await URLSession.shared.perform(server.api.get(.text, from: "/2"))
                try #require(other == "/2")
            }
        }
    }

    @Test func `a proxy whose URL is invalid or has no address is an error without the password`() async {
        await #expect(processExitsWith: .success) {
            let cases: [(String, RequestErrorCode)] = [
                ("http://ada:secret@a b:1", .connectionFailed), ("foo://ada:secret@127.0.0.1:1", .connectionFailed),
                ("http://ada:secret@proxy.invalid:1", .hostNotFound),
            ]
            for (proxy, code) in cases {
                setenv("http_proxy", proxy, 1)
                let failure = await URLSession.shared.failure(of: Self.api.get(.text, from: "/1"))
                let error = try #require(failure)
                try #require(error.code == code && error.message.contains("proxy"))
                var dumped = ""
                dump(error, to: &dumped)
                try #require(!dumped.contains("secret") && !error.description.contains("secret"))
            }
        }
    }

    @Test func `netrc files are ignored`() async {
        await #expect(processExitsWith: .success) {
            let home = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: home) }
            let netrc = home.appending(path: ".netrc")
            try Data("machine 127.0.0.1 login ada password secret\n".utf8).write(to: netrc)
            setenv("HOME", home.path, 1)
            setenv("NETRC", netrc.path, 1)
            try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
                let text = try await URLSession.shared.perform(server.api.get(.text, from: "/1"))
                try #require(text == "/1")
                try #require(server.requests.map { $0["Authorization"] } == [[]])
            }
        }
    }

    @Test func `connectionProxyDictionary is ignored`() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.connectionProxyDictionary = ["HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": 1]
        try await withRawServer(responding: { RawServer.ok($0.target) }) { server in
            let transport = URLSessionTransport(configuration: configuration)
            let text = try await transport.perform(server.api.get(.text, from: "/1"))
            #expect(text == "/1")
        }
    }
}
#endif
