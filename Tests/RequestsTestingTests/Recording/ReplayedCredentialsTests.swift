import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import Testing

/// Credentials that a recorded server issued, and that also work when the recording is replayed.
@Suite("Replayed credentials", .timeLimit(.minutes(1)))
struct ReplayedCredentialsTests {
    private struct Grant: Codable, Sendable {
        let access_token: String
        let refresh_token: String
    }

    private struct Key: Codable, Sendable {
        let api_key: String
    }

    /// Calls a function with a recorded server, calls it again with the replayed recording, and compares the results.
    private func recordAndReplay<Result: Equatable & Sendable>(
        _ server: @escaping @Sendable (RawRequest) -> String,
        _ calls: (any Transport, AnonymousProvider) async throws -> Result
    ) async throws {
        try await Recordings.withFile { file in
            let (recorded, api) = try await withRawServer(responding: server) { server in
                let api = AnonymousProvider(baseURL: server.baseURL)
                return (try await calls(Recordings.session.recording(to: file), api), api)
            }
            #expect(try !String(contentsOf: file, encoding: .utf8).contains("SECRET"))
            let replayed = try await calls(try Replaying(file), api)
            #expect(replayed == recorded)
        }
    }

    private static func isAuthorized(_ request: RawRequest, _ token: String) -> Bool {
        request["Authorization"] == ["Bearer \(token)"]
    }

    private static let unauthorized = RawServer.response(status: 401, reason: "Unauthorized")

    @Test func `the token of a login signs the next call`() async throws {
        try await recordAndReplay({ request in
            switch request.target {
            case "/login": RawServer.ok(#"{"access_token": "SECRET-a/b+c==", "refresh_token": "SECRET-r"}"#)
            default: Self.isAuthorized(request, "SECRET-a/b+c==") ? RawServer.ok("me") : Self.unauthorized
            }
        }) { transport, api in
            let login = api.post(.form(["user": "ada", "password": "SECRET-pw"]), to: "/login")
            let grant = try await transport.perform(login.receiving(.json(Grant.self)))
            return try await transport.perform(
                api.get(.text, from: "/me").authenticated(with: .bearerToken(grant.access_token)))
        }
    }

    @Test func `each refresh replaces the token by another one`() async throws {
        let count = Counter()
        try await recordAndReplay({ request in
            switch request.target {
            case "/token":
                let number = count.next()
                return RawServer.ok(
                    #"{"access_token": "SECRET-token-\#(number)", "refresh_token": "SECRET-refresh-\#(number)"}"#)
            case let target:
                let token = "SECRET-token-\(target.suffix(1))"
                return Self.isAuthorized(request, token) ? RawServer.ok("at \(target)") : Self.unauthorized
            }
        }) { transport, api in
            let refreshes = Guarded<[String]>([])
            let tokens = BearerTokens(for: api.baseURL, BearerToken("SECRET-old", refreshToken: "SECRET-first")) {
                old in
                let form = api.post(.form(["refresh_token": old.refreshToken ?? ""]), to: "/token")
                let grant = try await transport.perform(form.receiving(.json(Grant.self)))
                let isNew = refreshes.withLock { list in
                    defer { list.append(grant.access_token) }
                    return !list.contains(grant.access_token) && grant.access_token != old.accessToken
                }
                #expect(isNew)
                return BearerToken(grant.access_token, refreshToken: grant.refresh_token)
            }
            let session = transport.authenticating(with: tokens)
            var texts: [String] = []
            for path: URLPath in ["/1", "/1", "/2", "/2"] {
                texts.append(try await session.perform(api.get(.text, from: path)))
            }
            return texts + ["\(refreshes.withLock(\.count)) refreshes"]
        }
    }

    @Test func `an API key of a response goes into a field and into a query`() async throws {
        try await recordAndReplay({ request in
            if request.target == "/keys" { return RawServer.ok(#"{"api_key": "SECRET&key"}"#) }
            let isKnown = request["X-Key"] == ["SECRET&key"] || request.target.hasSuffix("?key=SECRET%26key")
            return isKnown ? RawServer.ok("known") : Self.unauthorized
        }) { transport, api in
            let key = try await transport.perform(api.post(to: "/keys").receiving(.json(Key.self))).api_key
            var texts: [String] = []
            for provider: AuthenticationProvider in [.apiKey(key, inHeader: "X-Key"), .apiKey(key, inQuery: "key")] {
                texts.append(try await transport.perform(api.get(.text, from: "/a").authenticated(with: provider)))
            }
            return texts
        }
    }

    @Test func `the cookie of a login is kept and sent back`() async throws {
        try await recordAndReplay({ request in
            if request.target == "/login" {
                return RawServer.response(
                    status: 302, reason: "Found",
                    fields: [("Location", "/me"), ("Set-Cookie", "session=SECRET-of-cookie; Path=/; HttpOnly")])
            }
            return request["Cookie"] == ["session=SECRET-of-cookie"] ? RawServer.ok("me") : Self.unauthorized
        }) { transport, api in
            let jar = CookieJar()
            let session = transport.keepingCookies(in: jar)
            let first = try await session.perform(api.get(.text, from: "/login"))
            let second = try await session.perform(api.get(.text, from: "/me"))
            return [first, second]
        }
    }

    @Test(arguments: ["utf-8", "utf-16", "iso-8859-1"])
    func `a body in any charset gets a token in place of the placeholder`(charset: String) async throws {
        try await Recordings.withFile { file in
            let body = "{\"token\": \"SECRET-of-text\"} %3Credacted%3E <redacted>"
            let encoding: String.Encoding = charset == "utf-8" ? .utf8 : charset == "utf-16" ? .utf16 : .isoLatin1
            let base = MadeResponses { _ in
                .data(body.data(using: encoding) ?? Data(), MediaType("text/plain; charset=\(charset)") ?? .plainText)
            }
            let request = AnonymousProvider("https://api.example").get(.text, from: "/")
                .authenticated(with: .bearerToken("SECRET-of-text"))
            _ = try await base.recording(to: file).perform(request)
            let text = try await Replaying(file).perform(request)
            #expect(text == "{\"token\": \"redacted-0\"} redacted-0 redacted-0")
        }
    }

    @Test func `a stream has tokens in its chunks, and ends with them`() async throws {
        try await Recordings.withFile { file in
            let (chunks, continuation) = AsyncStream<Data>.makeStream()
            for index in 0..<3 { continuation.yield(Data("data: {\"token\": \"SECRET-\(index)-of-stream\"}\n\n".utf8)) }
            continuation.finish()
            let base = MadeResponses { _ in
                TransportResponse(
                    head: ResponseHead(status: .ok, header: [.contentType(.eventStream)]), body: MessageBody(chunks))
            }
            let request = AnonymousProvider("https://api.example").get(.data, from: "/")
            _ = try await base.recording(to: file).perform(request)
            let body = try await Replaying(file).send(request.resolve()).body
            var texts: [String] = []
            for try await chunk in body { texts.append(String(decoding: chunk, as: UTF8.self)) }
            #expect(texts.count == 3)
            #expect(texts.joined() == String(repeating: "data: {\"token\":\"redacted-0\"}\n\n", count: 3))
        }
    }

    @Test func `a form or a query whose item is only a secret is found again`() async throws {
        try await recordAndReplay({ RawServer.ok("\($0.bodyText.count)") }) { transport, api in
            let request = api.post(
                .data(Data("a=1&SECRET-of-a-form&b".utf8), contentType: .form), to: "/?SECRET-of-a-form&c"
            )
            .authenticated(with: .bearerToken("SECRET-of-a-form"))
            return try await transport.perform(request.receiving(.text))
        }
    }
}
