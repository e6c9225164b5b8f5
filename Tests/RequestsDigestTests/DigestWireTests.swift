#if Digest
import Foundation
import Requests
import RequestsConformance
import RequestsDigest
import RequestsTesting
import Testing

#if AsyncHTTPClient
import AsyncHTTPClient
import RequestsAsyncHTTPClient
#endif

/// The transports on which the tests of this module run.
struct WireTransport: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let transport: any Transport

    static let all: [WireTransport] = {
        var all = [WireTransport(testDescription: "URLSession", transport: URLSession.shared)]
        #if AsyncHTTPClient
        all.append(WireTransport(testDescription: "AsyncHTTPClient", transport: HTTPClient.requests))
        #endif
        return all
    }()

    func session(_ server: RawServer, password: String = "canary") -> any Transport {
        transport.authenticating(with: .digest(user: "ada", password: password, for: server.baseURL))
    }
}

@Suite("Digest on the wire", .timeLimit(.minutes(2))) struct DigestWireTests {
    private func with(
        _ rules: DigestRules = DigestRules(),
        _ body: (DigestServer, RawServer, AnonymousProvider) async throws -> Void
    ) async throws {
        let digest = DigestServer(rules)
        try await withRawServer(responding: { digest.respond(to: $0) }) { server in
            try await body(digest, server, AnonymousProvider(baseURL: server.baseURL))
        }
    }

    #if AsyncHTTPClient
    @Test func `a challenge with a realm that is not UTF-8 gets no response`() async throws {
        let script: @Sendable (RawConnection) throws -> Void = { connection in
            while true {
                _ = try connection.readRequest()
                try connection.send(
                    Array("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nWWW-Authenticate: Digest realm=\"caf".utf8)
                        + [0xE9] + Array("\", nonce=\"n\", qop=\"auth\"\r\n\r\n".utf8))
            }
        }
        try await withRawServer(script) { server in
            let session = HTTPClient.requests.authenticating(
                with: .digest(user: "ada", password: "canary", for: server.baseURL))
            let request = AnonymousProvider(baseURL: server.baseURL).get(.data, from: "/")
            await #expect(throws: TransportError.self) { try await session.perform(request) }
            #expect(server.requests.map { $0["Authorization"] } == [[]])
        }
    }
    #endif

    @Test(arguments: WireTransport.all)
    func `every algorithm with every protection is accepted`(_ wire: WireTransport) async throws {
        let names = ["MD5", "SHA-256", "SHA-512-256", "md5-sess", "SHA-256-sess", "SHA-512-256-sess"]
        for (name, qop) in names.flatMap({ name in ["auth", "auth-int", "auth, auth-int"].map { (name, $0) } })
            + [(nil, "auth"), ("MD5", nil), (nil, nil), ("SHA-256", nil)]
        {
            try await with(DigestRules(algorithm: name, qop: qop)) { digest, server, api in
                let session = wire.session(server)
                let data = Data(repeating: 7, count: 200_000)
                try await #expect(session.perform(api.get(.text, from: "/a%2Fb?c=d%20e")) == "welcome")
                for body: BodyProvider in [.data(data), .stream { InputStream(data: data) }] {
                    try await #expect(session.perform(api.post(body, to: "/").receiving(.text)) == "welcome")
                }
                #expect(digest.accepted == 3)
                #expect(server.requests.map { $0["Authorization"].count } == [0, 1, 1, 1])
            }
        }
    }

    @Test(arguments: WireTransport.all)
    func `hashed user names and proofs of the server work`(_ wire: WireTransport) async throws {
        for (qop, proves) in [("auth", "auth"), ("auth-int", "auth-int"), ("auth", "auth-int"), ("auth-int", "auth")] {
            let end = ", charset=UTF-8, userhash=true"
            let rules = DigestRules(algorithm: "SHA-256", qop: qop, end: end, proves: proves)
            try await with(rules) { digest, server, api in
                let session = wire.session(server)
                for _ in 0..<2 { try await #expect(session.perform(api.get(.text, from: "/")) == "welcome") }
                var lines: [String] = []
                for try await line in try await session.stream(api.get(from: "/").receiving(stream: .lines)) {
                    lines.append(line)
                }
                #expect(lines == ["welcome"])
            }
        }
    }

    @Test(arguments: WireTransport.all)
    func `a server that doesn't know the password is detected`(_ wire: WireTransport) async throws {
        for proves in ["auth", "auth-int"] {
            var rules = DigestRules(proves: proves)
            rules.spoils = { String($0.reversed()) }
            try await with(rules) { _, server, api in
                let session = wire.session(server)
                let error = await #expect(throws: TransportError.self) {
                    try await session.perform(api.get(.text, from: "/"))
                }
                #expect(error?.code == .authenticationFailed)
                #expect(error.map { "\($0)".contains("does not prove") && !"\($0)".contains("canary") } == true)
            }
        }
    }

    @Test(arguments: WireTransport.all)
    func `used-up nonces are replaced without another prompt`(_ wire: WireTransport) async throws {
        for saysStale in [true, false] {
            try await with(DigestRules(uses: 2, saysStale: saysStale)) { digest, server, api in
                let session = wire.session(server)
                for _ in 0..<5 { try await #expect(session.perform(api.get(.text, from: "/")) == "welcome") }
                #expect(digest.accepted == 5)
                #expect(server.requests.count == 8)
                #expect(server.requests.filter { $0["Authorization"].isEmpty }.count == 1)
            }
        }
    }

    @Test(arguments: WireTransport.all)
    func `the next nonce is used`(_ wire: WireTransport) async throws {
        for algorithm in ["MD5", "SHA-256-sess"] {
            let rules = DigestRules(algorithm: algorithm, uses: 1, announcesNonces: true, proves: "auth")
            try await with(rules) { digest, server, api in
                let session = wire.session(server)
                for _ in 0..<5 { try await #expect(session.perform(api.get(.text, from: "/")) == "welcome") }
                #expect(server.requests.count == 6)
                let sent = server.requests.compactMap { $0.first("Authorization")?.asChallenge }
                #expect(sent.map { $0.parameter("nonce") } == (1...5).map { "nonce-\($0)" })
                #expect(sent.allSatisfy { $0.parameter("nc") == "00000001" })
            }
        }
    }

    @Test(arguments: WireTransport.all)
    func `concurrent calls never use a count twice`(_ wire: WireTransport) async throws {
        try await with { digest, server, api in
            let session = wire.session(server)
            try await #expect(session.perform(api.get(.text, from: "/")) == "welcome")
            try await withThrowingTaskGroup { group in
                for _ in 0..<200 { group.addTask { try await session.perform(api.get(.text, from: "/")) } }
                for try await text in group { #expect(text == "welcome") }
            }
            #expect(digest.accepted == 201)
            // Only the first call was refused.
            #expect(server.requests.count == 202)
            let counts = server.requests.compactMap { $0.first("Authorization")?.asChallenge?.parameter("nc") }
            #expect(counts.sorted() == (1...201).map { String(String(0x1_0000_0000 + $0, radix: 16).dropFirst()) })
            let clientNonces = server.requests.compactMap {
                $0.first("Authorization")?.asChallenge?.parameter("cnonce")
            }
            #expect(Set(clientNonces).count == 201)
        }
    }

    @Test func `calls that are challenged together all succeed`() async throws {
        for uses in [1, 3, Int.max] {
            try await with(DigestRules(uses: uses, announcesNonces: uses == 1)) { digest, server, api in
                let session = URLSession.shared.authenticating(
                    with: .digest(user: "ada", password: "canary", for: server.baseURL))
                let welcomes = try await withThrowingTaskGroup { group in
                    for _ in 0..<20 {
                        group.addTask { try? await session.perform(api.get(.text, from: "/")) }
                    }
                    return try await group.reduce(into: 0) { $0 += $1 == "welcome" ? 1 : 0 }
                }
                #expect(welcomes == 20)
            }
        }
    }

    @Test(arguments: WireTransport.all)
    func `a wrong password is refused once for each call`(_ wire: WireTransport) async throws {
        try await with { digest, server, api in
            let session = wire.session(server, password: "wrong")
            for _ in 0..<2 {
                let error = await #expect(throws: TransportError.self) { try await session.perform(api.get(from: "/")) }
                #expect(error?.head?.status == .unauthorized)
            }
            #expect(server.requests.map { $0["Authorization"].count } == [0, 1, 0, 1])
        }
    }

    @Test func `a password that the server has changed is not repeated`() async throws {
        try await with { digest, server, api in
            let session = URLSession.shared.authenticating(
                with: .digest(user: "ada", password: "canary", for: server.baseURL))
            try await #expect(session.perform(api.get(.text, from: "/")) == "welcome")
            digest.change { $0.password = "other" }
            await #expect(throws: TransportError.self) { try await session.perform(api.get(from: "/")) }
            digest.change { $0.password = "canary" }
            try await #expect(session.perform(api.get(.text, from: "/")) == "welcome")
            digest.forget()
            try await #expect(session.perform(api.get(.text, from: "/")) == "welcome")
        }
    }

    @Test func `a server whose nonces are always stale ends the call`() async throws {
        try await with(DigestRules(uses: 0)) { digest, server, api in
            let session = URLSession.shared.authenticating(
                with: .digest(user: "ada", password: "canary", for: server.baseURL))
            let error = await #expect(throws: TransportError.self) { try await session.perform(api.get(from: "/")) }
            #expect(error?.head?.status == .unauthorized)
            #expect(server.requests.count == 3)
        }
    }

    @Test(arguments: WireTransport.all)
    func `no credentials leave their origin, not even through a redirect`(_ wire: WireTransport) async throws {
        try await with { _, other, _ in
            let digest = DigestServer()
            try await withRawServer(responding: { request in
                let response = digest.respond(to: request)
                guard response.hasPrefix("HTTP/1.1 200"), request.target != "/here" else { return response }
                let location = request.target == "/away" ? "\(other.origin)/account" : "/here"
                return RawServer.response(status: 307, reason: "Moved", fields: [("Location", location)])
            }) { server in
                let session = wire.session(server)
                let api = AnonymousProvider(baseURL: server.baseURL)
                try await #expect(session.perform(api.get(.text, from: "/old")) == "welcome")
                await #expect(throws: TransportError.self) { try await session.perform(api.get(from: "/away")) }
                await #expect(throws: TransportError.self) {
                    try await session.perform(AnonymousProvider(baseURL: other.baseURL).get(from: "/direct"))
                }
                #expect(server.requests.map(\.target) == ["/old", "/old", "/here", "/away"])
                #expect(other.requests.map(\.target) == ["/account", "/direct"])
                #expect(other.requests.allSatisfy { $0["Authorization"].isEmpty })
            }
        }
    }

    @Test func `only URLs in the protection space get credentials preemptively`() async throws {
        try await with(DigestRules(end: #", domain="/a /b/ http://127.0.0.1:1/c //d.example/""#)) { _, server, api in
            let session = URLSession.shared.authenticating(
                with: .digest(user: "ada", password: "canary", for: server.baseURL))
            for path: URLPath in ["/a", "/a?x", "/a/x", "/ab", "/b/x", "/b", "/c", "/"] {
                try await #expect(session.perform(api.get(.text, from: path)) == "welcome")
            }
            let asked = server.requests.filter { $0["Authorization"].isEmpty }.map(\.target)
            #expect(asked == ["/a", "/ab", "/b", "/c", "/"])
        }
    }

    @Test func `each attempt has its own count`() async throws {
        let refusals = Guarded(2)
        let digest = DigestServer()
        try await withRawServer(responding: { request in
            let response = digest.respond(to: request)
            guard response.hasPrefix("HTTP/1.1 200") else { return response }
            let left = refusals.withLock { left in
                left -= 1
                return left
            }
            return left >= 0 ? RawServer.response(status: 503, reason: "Busy") : response
        }) { server in
            let session = URLSession.shared
                .authenticating(with: .digest(user: "ada", password: "canary", for: server.baseURL))
                .retrying(clock: ImmediateClock())
            let api = AnonymousProvider(baseURL: server.baseURL)
            let data = Data("stream".utf8)
            let request = api.put(.stream { InputStream(data: data) }, to: "/").receiving(.text)
            try await #expect(session.perform(request) == "welcome")
            let counts = server.requests.compactMap { $0.first("Authorization")?.asChallenge?.parameter("nc") }
            #expect(counts == ["00000001", "00000002", "00000003"])
            #expect(server.requests.allSatisfy { $0.bodyText == "stream" })
        }
    }

    @Test func `a file is read before it is sent`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "digest-\(UUID())")
        try Data(repeating: 9, count: 300_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await with(DigestRules(qop: "auth-int")) { digest, server, api in
            let session = URLSession.shared.authenticating(
                with: .digest(user: "ada", password: "canary", for: server.baseURL))
            try await #expect(session.perform(api.put(.file(file), to: "/").receiving(.text)) == "welcome")
            #expect(server.requests.last?.body.count == 300_000)
        }
    }

    @Test func `no text shows the credentials`() async throws {
        let seen = Guarded("")
        let responder = ChallengeResponder.digest(user: "ada", password: "canary", for: URL("http://a.example"))
        #expect("\(responder)" == "challenge responder for a.example")
        var dumped = ""
        dump(responder, to: &dumped)
        let digest = DigestServer()
        try await withRawServer(responding: { request in
            let response = digest.respond(to: request)
            guard response.hasPrefix("HTTP/1.1 200"), let field = request.first("Authorization")
            else { return response }
            let parts = field.asChallenge?.parameters.map(\.value).joined(separator: " ") ?? ""
            return RawServer.response(
                status: 400, reason: "Bad Request", fields: [("Content-Type", "text/plain"), ("X-Echo", field)],
                body: "\(parts) canary")
        }) { server in
            let session = URLSession.shared
                .adaptingEachHop { request, next in
                    seen.withLock { $0 += "\(request) \(request.header) \(request.wireFormat()) \(request.cURL())" }
                    return try await next(request)
                }
                .authenticating(with: .digest(user: "ada", password: "canary", for: server.baseURL))
            let error = try #require(
                await #expect(throws: TransportError.self) {
                    try await session.perform(AnonymousProvider(baseURL: server.baseURL).get(from: "/"))
                })
            dump(error, to: &dumped)
            #expect(error.head?.status == .badRequest)
            let text = "\(dumped) \(error) \(error.localizedDescription) \(seen.withLock { $0 })"
            let sent = try #require(server.requests.last?.first("Authorization")?.asChallenge)
            for name in ["response", "cnonce"] { #expect(!text.contains(try #require(sent.parameter(name)))) }
            #expect(!text.contains("canary"))
        }
    }
}
#endif
