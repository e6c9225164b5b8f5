import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import Testing

extension BadInputTableTests {
    /// An API whose failure has a message.
    struct Spoken: RequestProviding {
        struct Failure: Decodable { let message: String }

        let baseURL: URL
    }

    static func api(_ server: RawServer) -> AnonymousProvider { AnonymousProvider(baseURL: server.baseURL) }

    /// Returns the codes of the errors of requests over URLSession.
    static func failures<R: RequestConvertible>(of requests: R...) async -> [RequestErrorCode] {
        var codes: [RequestErrorCode] = []
        for request in requests {
            let error = await #expect(throws: RequestError<R.Failure>.self) {
                try await URLSession.shared.perform(request)
            }
            codes += [error?.code].compactMap { $0 }
        }
        return codes
    }

    /// Runs the body with a server that responds to each request with these bytes, and then closes the connection.
    private static func responding<T>(
        _ bytes: [UInt8], _ body: (AnonymousProvider) async throws -> T
    ) async throws -> T {
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            try connection.send(bytes)
        }) { server in try await body(api(server)) }
    }

    private static func responding<T>(
        _ text: String, _ body: (AnonymousProvider) async throws -> T
    ) async throws -> T {
        try await responding(Array(text.utf8), body)
    }

    /// Runs the body with a server that responds to each request with a head, and then waits for the peer.
    private static func holding<T>(_ text: String, _ body: (AnonymousProvider) async throws -> T) async throws -> T {
        try await withRawServer({ connection in
            _ = try connection.readRequest()
            try connection.send(text)
            connection.waitUntilPeerCloses()
        }) { server in try await body(api(server)) }
    }

    private static func json(_ text: String) -> String { RawServer.ok(text) }

    private static let ok = "HTTP/1.1 200 OK\r\n"

    static let responses: [String: Proof] = contents.merging(exchanges) { first, _ in first }

    private static let contents: [String: Proof] = [
        "an empty 200 for `.none`, `.data`, `.text` or an optional type": {
            try await responding(RawServer.ok("")) { api in
                let session = URLSession.shared
                try await session.perform(api.get(from: "/"))
                let data = try await session.perform(api.get(.data, from: "/"))
                let text = try await session.perform(api.get(.text, from: "/"))
                let value = try await session.perform(api.get(.json(Int?.self), from: "/"))
                #expect(data.isEmpty && text.isEmpty && value == nil)
                return []
            }
        },
        "an empty 200, or only white space, if the request requires JSON": {
            var codes: [RequestErrorCode] = []
            for body in ["", " ", "\r\n"] {
                codes += try await responding(RawServer.ok(body, contentType: "application/json")) { api in
                    let value = try await URLSession.shared.perform(api.get(.json(Int?.self), from: "/"))
                    #expect(value == nil)
                    return await failures(of: api.get(.json(Int.self), from: "/"))
                }
            }
            return codes
        },
        "a 204 with a body": {
            try await responding("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello") { api in
                let data = try await URLSession.shared.perform(api.get(.data, from: "/"))
                #expect(data.isEmpty)
                return []
            }
        },
        "text that is invalid in UTF-8, or in the charset of the response": {
            let fields = ["", "Content-Type: text/plain; charset=us-ascii\r\n"]
            var codes: [RequestErrorCode] = []
            for field in fields {
                let head = Array("\(ok)\(field)Content-Length: 2\r\n\r\n".utf8)
                codes += try await responding(head + [0x61, 0xFF]) { await failures(of: $0.get(.text, from: "/")) }
            }
            return codes
        },
        "a charset that this platform can't read": {
            let response = RawServer.ok("a", contentType: "text/plain; charset=x-own")
            return try await responding(response) { api in
                let text = try await URLSession.shared.perform(api.get(.text(encoding: .utf8), from: "/"))
                #expect(text == "a")
                return await failures(of: api.get(.text, from: "/"))
            }
        },
        "JSON that is truncated, invalid, or doesn't match the type": {
            var codes: [RequestErrorCode] = []
            for text in ["{\"a\":[1", "nonsense", "{\"a\":[1,\"x\"]}"] {
                codes += try await responding(json(text)) { api in
                    await failures(of: api.get(.json([String: [Int]].self), from: "/"))
                }
            }
            let error = try await responding(json("{\"a\":[1,\"x\"]}")) { api in
                await #expect(throws: TransportError.self) {
                    try await URLSession.shared.perform(api.get(.json([String: [Int]].self), from: "/"))
                }
            }
            #expect(error?.message.contains("a[1]") == true)
            return codes
        },
        "a status that the request doesn't accept": {
            var codes: [RequestErrorCode] = []
            for status in [300, 404, 500, 999] {
                let response = RawServer.response(status: status, reason: "No", body: "{\"message\":\"gone\"}")
                codes += try await responding(response) { api in
                    let request = Spoken(baseURL: api.baseURL).get(.text, from: "/")
                    let error = await #expect(throws: RequestError<Spoken.Failure>.self) {
                        try await URLSession.shared.perform(request)
                    }
                    #expect(error?.failure?.message == "gone")
                    return [error?.code].compactMap { $0 }
                }
            }
            return codes
        },
        "compressed content, with `CompressionPolicy.identity` or in a download": {
            let bytes = Array("\(ok)Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nhi".utf8)
            return try await responding(bytes) { api in
                let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
                let error = await #expect(throws: TransportError.self) {
                    try await URLSession.shared.download(api.get(from: "/"), to: file)
                }
                #expect(!FileManager.default.fileExists(atPath: file.path))
                let plain = api.get(.data, from: "/").setting(\.policy.compression, .identity)
                return await failures(of: plain) + [error?.code].compactMap { $0 }
            }
        },
    ]

    private static let exchanges: [String: Proof] = [
        "a body larger than the limit": {
            let closed = Gate()
            return try await withRawServer({ connection in
                defer { closed.open() }
                _ = try connection.readRequest()
                try connection.send("\(ok)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
                connection.waitUntilPeerCloses()
            }) { server in
                let request = api(server).get(.data, from: "/").setting(\.policy.responseSizeLimit, 2)
                let codes = await failures(of: request)
                await closed.opened()
                return codes
            }
        },
        "a Content-Length larger than the limit": {
            try await holding("\(ok)Content-Length: 10737418240\r\n\r\n") { api in
                await failures(of: api.get(.data, from: "/"))
            }
        },
        "a connection that is closed or reset before the response ends": {
            var codes: [RequestErrorCode] = []
            for resets in [false, true] {
                codes += try await withRawServer({ connection in
                    _ = try connection.readRequest()
                    try connection.send("\(ok)Content-Length: 5\r\n\r\nabc")
                    if resets { connection.reset() }
                }) { server in
                    let error = await #expect(throws: TransportError.self) {
                        try await URLSession.shared.perform(api(server).get(.data, from: "/"))
                    }
                    // Bytes that a reset overtakes don't arrive.
                    #expect(resets || error?.body == Data("abc".utf8))
                    return [error?.code].compactMap { $0 }
                }
            }
            return codes
        },
        "no data until the timeout": {
            try await holding("\(ok)Content-Length: 5\r\n\r\nabc") { api in
                let error = await #expect(throws: TransportError.self) {
                    try await URLSession.shared.perform(api.get(.data, from: "/").timeout(after: .seconds(0.5)))
                }
                #expect(error?.body == Data("abc".utf8))
                return [error?.code].compactMap { $0 }
            }
        },
        "bytes that aren't valid HTTP": {
            var codes: [RequestErrorCode] = []
            for text in ["SSH-2.0-OpenSSH_9.2\r\n", "<html>hello</html>", "HTTP/1.1 abc OK\r\n\r\n"] {
                codes += try await responding(text) { await failures(of: $0.get(.data, from: "/")) }
            }
            return codes
        },
        "a redirect to another origin": {
            try await withRawServer(responding: { _ in RawServer.ok("other") }) { other in
                let location = [("Location", "\(other.origin)/next")]
                let redirect = RawServer.response(status: 302, reason: "Found", fields: location)
                return try await withRawServer(responding: { _ in redirect }) { server in
                    let request = api(server).get(.text, from: "/").authenticated(with: .bearerToken("secret"))
                        .adding(cookie: "a", "secret").setting(headerField: "X-Open", "1")
                    let text = try await URLSession.shared.perform(request)
                    #expect(text == "other")
                    #expect(server.requests.first?["Authorization"] == ["Bearer secret"])
                    #expect(other.requests.map(\.target) == ["/next"])
                    #expect(other.requests.first?.headText.contains("secret") == false)
                    #expect(other.requests.first?["X-Open"] == ["1"])
                    let careful = request.setting(\.policy.redirects, .sameOrigin)
                    let codes = await failures(of: careful)
                    #expect(codes == [.redirectRefused])
                    #expect(other.requests.count == 1)
                    return []
                }
            }
        },
        "a redirect to a URL that isn't http or https, or contains a user name": {
            var codes: [RequestErrorCode] = []
            for location in ["file:///etc/passwd", "javascript:alert(1)", "http://user@127.0.0.1:1/", "http:///a"] {
                let redirect = RawServer.response(status: 302, reason: "Found", fields: [("Location", location)])
                codes += try await withRawServer(responding: { _ in redirect }) { server in
                    let codes = await failures(of: api(server).get(.text, from: "/"))
                    #expect(server.requests.count == 1)
                    return codes
                }
            }
            return codes
        },
        "a redirect from https to http": {
            let count = Guarded(0)
            let transport = Loopback { _ in
                count.withLock { $0 += 1 }
                let head = ResponseHead(status: .found, header: ["Location": "http://h/next"])
                return TransportResponse(head: head)
            }
            let error = await #expect(throws: TransportError.self) {
                try await transport.perform(AnonymousProvider("https://h").get(.text, from: "/"))
            }
            #expect(count.withLock { $0 } == 1)
            return [error?.code].compactMap { $0 }
        },
        "a redirect loop": {
            let redirect = RawServer.response(status: 302, reason: "Found", fields: [("Location", "/")])
            return try await withRawServer(responding: { _ in redirect }) { server in
                await failures(of: api(server).get(.text, from: "/"))
            }
        },
    ]
}
