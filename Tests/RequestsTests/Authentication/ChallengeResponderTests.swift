import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("Transport.authenticating on challenge", .timeLimit(.minutes(1))) struct ChallengeResponderTests {
    private static let basic = "Basic YWRhOmNhbmFyeQ=="  // ada:canary

    private func responder(_ server: RawServer, password: String = "canary") -> ChallengeResponder {
        .basic(user: "ada", password: password, for: server.baseURL)
    }

    /// Accepts only requests with the password, and challenges all others.
    private static func guarding(_ request: RawRequest) -> String {
        if request["Authorization"] == [basic] { return RawServer.ok("welcome") }
        return RawServer.response(
            status: 401, reason: "Unauthorized",
            fields: [("WWW-Authenticate", "Negotiate"), ("WWW-Authenticate", #"Basic realm="a", charset="UTF-8""#)])
    }

    private func session(_ responder: ChallengeResponder) -> some Transport {
        URLSession(configuration: .ephemeral).authenticating(with: responder)
    }

    @Test func `the first message waits for a challenge, and others in its folder don't`() async throws {
        try await withRawServer(responding: Self.guarding) { server in
            let session = session(responder(server))
            let api = AnonymousProvider(baseURL: server.baseURL)
            for path: URLPath in ["/a/b?c=/d/", "/a/", "/a/x/y", "/other", "/a", "/other"] {
                try await #expect(session.perform(api.get(.text, from: path)) == "welcome")
            }
            #expect(
                server.requests.map { "\($0.target) \($0["Authorization"].count)" } == [
                    "/a/b?c=/d/ 0", "/a/b?c=/d/ 1", "/a/ 1", "/a/x/y 1", "/other 0", "/other 1", "/a 1", "/other 1",
                ])
        }
    }

    @Test func `a refused password is sent only once`() async throws {
        try await withRawServer(responding: Self.guarding) { server in
            let session = session(responder(server, password: "wrong"))
            let api = AnonymousProvider(baseURL: server.baseURL)
            for _ in 0..<2 {
                let error = await #expect(throws: TransportError.self) { try await session.perform(api.get(from: "/")) }
                #expect(error?.head?.status == .unauthorized)
                #expect(error?.head?.challenges.map(\.scheme) == ["negotiate", "basic"])
            }
            #expect(server.requests.map { $0["Authorization"].count } == [0, 1, 0, 1])
        }
    }

    @Test func `a 401 without a supported challenge is the response`() async throws {
        for fields in [[], [("WWW-Authenticate", "Negotiate")], [("WWW-Authenticate", "Basic2, @")]] {
            try await withRawServer(responding: { _ in
                RawServer.response(status: 401, reason: "Unauthorized", fields: fields)
            }) { server in
                let session = session(responder(server))
                let error = await #expect(throws: TransportError.self) {
                    try await session.perform(AnonymousProvider(baseURL: server.baseURL).get(from: "/"))
                }
                #expect(error?.head?.status == .unauthorized)
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test func `no credentials leave their origin, not even through a redirect`() async throws {
        try await withRawServer(responding: Self.guarding) { other in
            try await withRawServer(responding: { request in
                guard request.target == "/away" else { return Self.guarding(request) }
                return RawServer.response(
                    status: 307, reason: "Temporary Redirect", fields: [("Location", "\(other.origin)/account")])
            }) { server in
                let session = session(responder(server))
                let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/")
                try await #expect(session.perform(request) == "welcome")
                for url in [server.baseURL.appending(path: "away"), other.baseURL] {
                    let error = await #expect(throws: TransportError.self) {
                        try await session.perform(AnonymousProvider(baseURL: url).get(from: ""))
                    }
                    #expect(error?.head?.status == .unauthorized)
                }
                #expect(other.requests.map(\.target) == ["/account", "/"])
                #expect(other.requests.allSatisfy { $0["Authorization"].isEmpty })
            }
        }
    }

    @Test func `a redirect on the same origin is challenged separately`() async throws {
        try await withRawServer(responding: { request in
            guard request.target == "/old", request["Authorization"] == [Self.basic] else {
                return Self.guarding(request)
            }
            return RawServer.response(
                status: 308, reason: "Permanent Redirect", fields: [("Location", "/deep/new")])
        }) { server in
            let session = session(responder(server))
            let request = AnonymousProvider(baseURL: server.baseURL).post(.text("body"), to: "/old").receiving(.text)
            try await #expect(session.perform(request) == "welcome")
            #expect(
                server.requests.map { "\($0.target) \($0["Authorization"].count) \($0.bodyText)" } == [
                    "/old 0 body", "/old 1 body", "/deep/new 1 body",
                ])
        }
    }

    @Test func `a body that can't be created again isn't sent again, but later ones are`() async throws {
        try await withRawServer(responding: Self.guarding) { server in
            let transport = Relay(server).authenticating(with: responder(server))
            let once = OutgoingRequest(
                method: .post, urlText: server.origin + "/",
                body: .chunks(length: nil, isRepeatable: false) { MessageBody(Data("once".utf8)) })
            try await #expect(transport.send(once).head.status == .unauthorized)
            try await #expect(transport.send(once).head.status == .ok)
            let stream = OutgoingRequest(
                method: .post, urlText: server.origin + "/",
                body: .stream(length: 5) { InputStream(data: Data("again".utf8)) })
            let session = session(responder(server))
            try await #expect(session.send(stream).head.status == .ok)
            #expect(server.requests.suffix(2).map(\.bodyText) == ["again", "again"])
        }
    }

    @Test func `each attempt of a retry has its credentials`() async throws {
        let count = Counter()
        try await withRawServer(responding: { request in
            if request["Authorization"].isEmpty || count.next() > 2 { return Self.guarding(request) }
            return RawServer.response(status: 503, reason: "Service Unavailable")
        }) { server in
            let session = session(responder(server)).retrying(clock: ImmediateClock())
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/")
            try await #expect(session.perform(request) == "welcome")
            #expect(server.requests.map { $0["Authorization"].count } == [0, 1, 1, 1])
        }
    }

    @Test func `a message with its own credentials, or without any, stays unchanged`() async throws {
        try await withRawServer(responding: Self.guarding) { server in
            let session = session(responder(server))
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/")
            await #expect(throws: TransportError.self) {
                try await session.perform(request.authentication(.none))
            }
            await #expect(throws: TransportError.self) {
                try await session.perform(request.authenticated(with: .bearerToken("mine")))
            }
            #expect(server.requests.map { $0["Authorization"] } == [[], ["Bearer mine"]])
            try await #expect(session.perform(request.authentication(.required)) == "welcome")
            let other = AnonymousProvider("http://127.0.0.1:1").get(from: "/").authentication(.required)
            let error = await #expect(throws: TransportError.self) { try await session.perform(other) }
            #expect(error?.code == .credentialsMissing)
            #expect(error.map { "\($0)".contains("the only credentials are for \(server.origin)") } == true)
        }
    }

    @Test func `user names that Basic can't encode are refused before anything is sent`() async throws {
        for (user, password) in [("a:b", "c"), ("a", "b\n")] {
            let session = Stub(AnonymousProvider("https://a.example"))
                .authenticating(with: .basic(user: user, password: password, for: URL("https://a.example")))
            let error = await #expect(throws: TransportError.self) {
                try await session.perform(AnonymousProvider("https://a.example").get(from: "/"))
            }
            #expect(error?.code == .invalidCredentials)
        }
    }

    @Test func `no text shows the credentials`() async throws {
        let responder = ChallengeResponder.basic(user: "ada", password: "canary", for: URL("https://a.example"))
        #expect("\(responder)" == "challenge responder for a.example")
        var dumped = ""
        dump(responder, to: &dumped)
        // The server sends the credentials back in its response.
        try await withRawServer(responding: { request in
            guard let field = request["Authorization"].first else { return Self.guarding(request) }
            return RawServer.response(
                status: 400, reason: "Bad Request", fields: [("Content-Type", "text/plain")],
                body: "\(field) canary \(field.dropFirst(6))")
        }) { server in
            let session = session(self.responder(server))
            let error = await #expect(throws: TransportError.self) {
                try await session.perform(AnonymousProvider(baseURL: server.baseURL).get(from: "/"))
            }
            dump(error, to: &dumped)
            #expect(error?.head?.status == .badRequest)
            let text = "\(dumped) \(error.map { "\($0) \($0.localizedDescription)" } ?? "")"
            #expect(!text.contains("canary") && !text.contains("YWRhOmNhbmFyeQ"))
        }
    }

    @Test func `the words of a realm aren't secret`() async throws {
        let field = #"Digest realm="the API of a GET", response="canary-1", cnonce="canary-2", qop=auth"#
        let stub = Stub(AnonymousProvider("https://a.example")).on(.get, "/") { _ in
            TransportResponse.text("the canary-1 of canary-2, a word", status: .badRequest)
        }
        let request = AnonymousProvider("https://a.example").get(from: "/")
            .authenticated(with: AuthenticationProvider { $0.header[.authorization] = field })
        let error = try #require(await #expect(throws: TransportError.self) { try await stub.perform(request) })
        #expect("\(error)".contains("the <redacted> of <redacted>, a word"))
    }

    @Test func `a function responds to a custom scheme`() async throws {
        let seen = Guarded<[[String]]>([])
        let token = Guarded<String?>(nil)
        try await withRawServer(responding: { request in
            if request["Authorization"] == ["Bearer pull"] { return RawServer.ok("layer") }
            return RawServer.response(
                status: 401, reason: "Unauthorized",
                fields: [("WWW-Authenticate", #"Bearer realm="https://a.example/token",scope="pull""#)])
        }) { server in
            let session = session(
                ChallengeResponder(for: server.baseURL) { request, challenges in
                    seen.withLock { $0.append(["\(request.method)"] + challenges.map(\.scheme)) }
                    guard let scope = challenges.first?.parameter("scope") else { return token.withLock { $0 } }
                    return token.withLock { token in
                        token = "Bearer \(scope)"
                        return token
                    }
                })
            let request = AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/")
            for _ in 0..<2 { try await #expect(session.perform(request) == "layer") }
            #expect(seen.withLock { $0 } == [["GET"], ["GET", "bearer"], ["GET"]])
        }
    }

    /// Returns the error of a call to a server that refuses everybody, and the number of requests that the server
    /// received.
    private func failure(
        _ respond: @escaping @Sendable (OutgoingRequest, [Challenge]) async throws -> String?
    ) async throws -> (error: TransportError?, count: Int) {
        try await withRawServer(responding: { _ in
            RawServer.response(status: 401, reason: "Unauthorized", fields: [("WWW-Authenticate", "Own")])
        }) { server in
            let session = session(ChallengeResponder(for: server.baseURL, respond: respond))
            let error = await #expect(throws: TransportError.self) {
                try await session.perform(AnonymousProvider(baseURL: server.baseURL).get(.text, from: "/"))
            }
            return (error, server.requests.count)
        }
    }

    @Test(arguments: [(nil, 1), ("Own canary", 2)])
    func `a call is sent again only if a function responds to the challenge`(value: String?, count: Int) async throws {
        let calls = Counter()
        let (error, sent) = try await failure { _, challenges in
            calls.next()
            return challenges.isEmpty ? nil : value
        }
        #expect(error?.head?.status == .unauthorized)
        #expect(calls.count == 2)
        #expect(sent == count)
    }

    @Test func `an error of a function hides its values`() async throws {
        struct Locked: Error { let secret = "canary" }
        let error = try await failure { _, _ in throw Locked() }.error
        #expect(error?.code == .authenticationFailed)
        #expect(error?.message == "the challenge responder threw an error of type Locked")
    }

    @Test func `an invalid value from a function isn't shown`() async throws {
        let error = try await failure { _, _ in "Own a\r\nX: canary" }.error
        #expect(error?.code == .invalidHeaderValue)
        #expect(error.map { "\($0)".contains("canary") } == false)
    }
}

/// A transport that sends single-use bodies, which URLSession on Linux can't.
private struct Relay: Transport {
    let server: RawServer

    init(_ server: RawServer) { self.server = server }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.send { message in
            let isIn = message.header.contains(.authorization)
            let header: HeaderFields = isIn ? [] : ["WWW-Authenticate": #"Basic realm="a""#]
            return TransportResponse(
                head: ResponseHead(status: isIn ? .ok : .unauthorized, header: header, urlText: message.urlText))
        }
    }
}
