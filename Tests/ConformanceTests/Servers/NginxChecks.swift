import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

extension ServerCheck {
    /// Files, parts of files, redirects and failures of nginx.
    static let nginx: [ServerCheck] = files + replies + redirections

    private static let files: [ServerCheck] = [
        ServerCheck(.nginx, "a file") { transport, api in
            let (head, text) = try await transport.response(for: api.get(.text, from: "/hello.txt"))
            #expect(text == "hello, nginx\n")
            #expect(head.header["ETag"] != nil)
        },
        ServerCheck(.nginx, "a file that is compressed") { transport, api in
            let packed = try await transport.perform(api.get(.data, from: "/packed/lines.txt"))
            #expect(packed == (try await transport.perform(api.get(.data, from: "/lines.txt"))))
        },
        ServerCheck(.nginx, "the head of a file") { transport, api in
            try await #expect(transport.response(for: api.head("/hello.txt")).head.header["Content-Length"] == "13")
        },
        ServerCheck(.nginx, "the first bytes") { transport, api in
            let request = api.get(.text, from: "/hello.txt").setting(headerField: .range(0...4))
            let (head, text) = try await transport.response(for: request)
            #expect(head.status == 206)
            #expect(text == "hello")
        },
        ServerCheck(.nginx, "the last bytes") { transport, api in
            let request = api.get(.text, from: "/hello.txt").setting(headerField: .range(7...))
            try await #expect(transport.perform(request) == "nginx\n")
        },
        ServerCheck(.nginx, "bytes behind the end") { transport, api in
            let request = api.get(.text, from: "/hello.txt").setting(headerField: .range(100...))
            let error = try await failure(of: request, on: transport)
            #expect(error.head?.status == 416)
            #expect(error.head?.header["Content-Range"] == "bytes */13")
        },
        ServerCheck(.nginx, "a tag that matches") { transport, api in
            let request = api.get(.data, from: "/hello.txt")
            let (first, _) = try await transport.response(for: request)
            let again = request.setting(headerField: .ifNoneMatch, try #require(first.header["ETag"]))
            let (head, data) = try await transport.response(for: again.accepting(.codes(200, 304)))
            #expect(head.status == 304)
            #expect(data.isEmpty)
        },
        ServerCheck(.nginx, "a date that matches") { transport, api in
            let (first, _) = try await transport.response(for: api.head("/hello.txt"))
            let date = try #require(first.header["Last-Modified"])
            let request = api.get(.data, from: "/hello.txt").setting(headerField: "If-Modified-Since", date)
            try await #expect(transport.response(for: request.accepting(.codes(200, 304))).head.status == 304)
        },
        ServerCheck(.nginx, "a date that fails") { transport, api in
            let request = api.get(.data, from: "/hello.txt")
                .setting(headerField: .ifUnmodifiedSince, Date(timeIntervalSince1970: 0))
            try await #expect(failure(of: request, on: transport).head?.status == 412)
        },
        ServerCheck(.nginx, "lines of a long file") { transport, api in
            var count = 0
            for try await line in try await transport.stream(api.get(from: "/lines.txt").receiving(stream: .lines)) {
                #expect(line == "line \(count)")
                count += 1
            }
            #expect(count == 200_000)
        },
        ServerCheck(.nginx, "a listing") { transport, api in
            struct Entry: Decodable, Sendable { let name: String }
            let entries = try await transport.perform(api.get(.json([Entry].self), from: "/list/"))
            #expect(Set(entries.map(\.name)) == ["one", "two words", "thr%ee", "fünf"])
            for entry in entries {
                try await #expect(transport.perform(api.get(.text, from: "/list/\(entry.name)")) == entry.name)
            }
        },
        ServerCheck(.nginx, "a download") { transport, api in
            try await withTemporaryDirectory { directory in
                let file = directory.appendingPathComponent("lines.txt")
                try await transport.download(api.get(from: "/lines.txt"), to: file)
                let direct = try await transport.perform(api.get(.data, from: "/lines.txt"))
                try #expect(Data(contentsOf: file) == direct)
            }
        },
        ServerCheck(.nginx, "a download that goes on") { transport, api in
            try await withTemporaryDirectory { directory in
                let file = directory.appendingPathComponent("lines.txt")
                let request = api.get(from: "/slow/lines.txt")
                let interrupted = request.setting(\.policy.totalTimeout, .seconds(1))
                await #expect(throws: TransportError.self) {
                    try await transport.download(interrupted, to: file, resuming: true)
                }
                let first = try await transport.response(for: api.get(.data, from: "/lines.txt"))
                let head = try await transport.download(api.get(from: "/slow/lines.txt"), to: file, resuming: true)
                #expect(head.status == 206)
                try #expect(Data(contentsOf: file) == first.resource)
            }
        },
        ServerCheck(.nginx, "a file that is written") { transport, api in
            let path = "written \(UUID())/é.txt"
            let data = Data(repeating: 7, count: 300_000)
            let url: URLPath = "/written/\(raw: path)"
            let (head, _) = try await transport.response(for: api.put(.data(data), to: url))
            #expect(head.status == 201)
            try await #expect(transport.perform(api.get(.data, from: url)) == data)
            try await #expect(transport.response(for: api.delete(url)).head.status == 204)
            try await #expect(failure(of: api.get(from: url), on: transport).head?.status == 404)
        },
        ServerCheck(.nginx, "a file that is written as a stream") { transport, api in
            let data = Data(repeating: 9, count: 300_000)
            let url: URLPath = "/written/\(UUID()).bin"
            try await transport.perform(api.put(.stream { InputStream(data: data) }, to: url))
            try await #expect(transport.perform(api.get(.data, from: url)) == data)
        },
    ]

    private static let replies: [ServerCheck] = [
        ServerCheck(.nginx, "no content") { transport, api in
            let (head, data) = try await transport.response(for: api.get(.data, from: "/empty"))
            #expect(head.status == 204)
            #expect(data.isEmpty)
        },
        ServerCheck(.nginx, "something that is gone") { transport, api in
            try await #expect(failure(of: api.get(from: "/gone"), on: transport).head?.status == 410)
        },
        ServerCheck(.nginx, "something that is missing") { transport, api in
            let error = try await failure(of: api.get(from: "/nothing"), on: transport)
            #expect(error.head?.status == 404)
            #expect(String(decoding: error.body, as: UTF8.self).contains("404 Not Found"))
        },
        ServerCheck(.nginx, "a method that is refused") { transport, api in
            try await #expect(failure(of: api.delete("/hello.txt"), on: transport).head?.status == 405)
        },
        ServerCheck(.nginx, "a body that is too large") { transport, api in
            let request = api.post(.data(Data(count: 100_000)), to: "/hello.txt")
            try await #expect(failure(of: request, on: transport).head?.status == 413)
        },
        ServerCheck(.nginx, "a connection that is dropped") { transport, api in
            try await #expect(failure(of: api.get(from: "/dropped"), on: transport).code == .connectionLost)
        },
        ServerCheck(.nginx, "a field that comes twice") { transport, api in
            try await #expect(
                transport.response(for: api.get(from: "/named")).head.header["X-Name"] == "a, b")
        },
        ServerCheck(.nginx, "a server that asks to wait") { transport, api in
            let error = try await failure(of: api.get(from: "/unavailable"), on: transport)
            #expect(error.head?.status == 503)
            #expect(error.head?.header["Retry-After"] == "1")
        },
        ServerCheck(.nginx, "no credentials") { transport, api in
            let error = try await failure(of: api.get(from: "/private/hello.txt"), on: transport)
            #expect(error.head?.status == 401)
            #expect(error.head?.header["WWW-Authenticate"] == "Basic realm=\"files\"")
        },
        ServerCheck(.nginx, "credentials") { transport, api in
            let request = api.get(.text, from: "/private/hello.txt")
                .authenticated(with: .basic(user: "ada", password: "lovelace"))
            try await #expect(transport.perform(request) == "hello, nginx\n")
        },
        ServerCheck(.nginx, "a host that nobody listens at") { transport, _ in
            let api = ServerAPI(baseURL: URL("http://127.0.0.1:1"))
            try await #expect(failure(of: api.get(from: "/"), on: transport).code == .connectionFailed)
        },
    ]

    private static let redirections: [ServerCheck] = followed + repeated + directories

    private static let followed: [ServerCheck] =
        ["/moved", "/found", "/see"].map { path in
            ServerCheck(.nginx, "the redirect \(path)") { transport, api in
                try await #expect(transport.perform(api.get(.text, from: URLPath(path))) == "hello, nginx\n")
            }
        }

    private static let repeated: [ServerCheck] =
        ["/again", "/forever"].map { path in
            ServerCheck(.nginx, "the redirect \(path) of a POST") { transport, api in
                let request = api.post(.text("x"), to: URLPath(path)).receiving(.text)
                try await #expect(transport.perform(request) == "plain")
            }
        }

    private static let directories: [ServerCheck] = [
        ServerCheck(.nginx, "a loop of redirects") { transport, api in
            try await #expect(failure(of: api.get(from: "/round"), on: transport).code == .tooManyRedirects)
        },
        ServerCheck(.nginx, "a directory without its slash") { transport, api in
            struct Entry: Decodable, Sendable { let name: String }
            let (head, entries) = try await transport.response(for: api.get(.json([Entry].self), from: "/list"))
            #expect(head.urlText.hasSuffix("/list/"))
            #expect(entries.count == 4)
        },
    ]
}
