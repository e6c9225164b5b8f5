import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

private struct Told: Decodable, Sendable, LocalizedError, CustomStringConvertible {
    var title: String
    var description: String { "told: \(title)" }
    var errorDescription: String? { "Sorry: \(title)" }
    var failureReason: String? { "Because." }
    var recoverySuggestion: String? { "Ask \(title)." }
}

private struct Localized: Decodable, Sendable, LocalizedError {
    var title: String
    var errorDescription: String? { "Sorry: \(title)" }
}

private struct Silent: Decodable, Sendable { var title: String }

private struct API<Failure: Decodable & Sendable>: RequestProviding {
    var baseURL: URL { URL("https://h") }
}

private struct Quiet: RequestProviding {
    var baseURL: URL { URL("https://h") }

    func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Quiet, Void> {
        Request(api: self, endpoint: endpoint, method: method).setting(\.includesServerMessage, false)
    }
}

/// The words with which a server, or a failure, describes what went wrong.
@Suite("The words of a server", .timeLimit(.minutes(1)))
struct ServerMessageTests {
    private static let json: HeaderFields = [.contentType(.json)]

    private func message(
        _ body: String, _ type: MediaType?, status: HTTPStatus = .notFound, secret: String = "s3cret-token"
    ) async -> String? {
        let response = FixedResponse(status: status, header: type.map { [.contentType($0)] } ?? [], body: body)
        let request = AnonymousProvider("https://h").delete("/a").authenticated(with: .bearerToken(secret))
        let text = await response.failure(of: request)?.message
        return text.map { $0.replacing("DELETE https://h/a returned \(status)", with: "") }
    }

    @Test(
        arguments: [
            (#"{"message":"No such list."}"#, "application/json", #"; the server says "No such list.""#),
            (#"{"Message":"A"}"#, "application/json", #"; the server says "A""#),
            (#"{"title":"T","detail":"D","status":404}"#, "application/problem+json", #"; the server says "D""#),
            (#"{"title":"T"}"#, "application/problem+json", #"; the server says "T""#),
            (#"{"error":"gone"}"#, nil, #"; the server says "gone""#),
            (
                #"{"error_description":"Too late.","error":"invalid_grant"}"#, "application/json",
                #"; the server says "invalid_grant: Too late.""#
            ), (#"{"error":"slow_down","error_description":5}"#, "application/json", #"; the server says "slow_down""#),
            (#"{"error_description":"Too late."}"#, "application/json", ""),
            (#"{"error":{"code":7,"message":"quota"}}"#, "application/json", #"; the server says "quota""#),
            (#"{"message":{"title":"T"},"error":"E"}"#, "application/json", #"; the server says "E""#),
            (#"{"message":7}"#, "application/json", ""), (#"{"reason":"x"}"#, "application/json", ""),
            ("no such list", "application/json", #"; the server says "no such list""#),
            ("<p>no", "application/json", ""),
            (#"["message"]"#, "application/json", ""), (#"{"message":"x""#, "application/json", ""),
            (#"{"message":"Not Found"}"#, "application/json", ""), (#"{"message":" "}"#, "application/json", ""),
            ("no such list\n", "text/plain", #"; the server says "no such list""#),
            ("caf\u{E9}", "text/plain; charset=utf-8", "; the server says \"caf\u{E9}\""),
            ("\u{FFFD}", "text/plain; charset=none", ""),
            ("<html>no</html>", "text/html", ""), ("no", "image/png", ""), ("no", nil, ""),
            (
                "<?xml version=\"1.0\"?>\n<Error><Code>NoSuchKey</Code><Message>The key &lt;a&gt; &amp;amp; b</Message></Error>",
                "application/xml", #"; the server says "The key <a> &amp; b""#
            ),
            (
                "<e:error xmlns:e=\"u\"><e:detail lang='en'>D</e:detail></e:error>", "text/xml",
                #"; the server says "D""#
            ),
            ("<error><message></message></error>", "text/xml", ""), ("<error", "text/xml", ""), ("", "text/xml", ""),
            (
                #"{"message":"a\r\nX: b\u0000\u001B[31m\tc"}"#, "application/json",
                #"; the server says "a X: b\0\u{1B}[31m c""#
            ),
            (#"{"message":"s3cret-token is bad"}"#, "application/json", #"; the server says "<redacted> is bad""#),
            (
                #"{"message":"see https://ada:pw@h/x?access_token=1&a=2"}"#, "application/json",
                #"; the server says "see https://<redacted>@h/x?access_token=<redacted>&a=2""#
            ),
        ] as [(String, MediaType?, String)])
    func `the words of a server are quoted for the developer`(body: String, type: MediaType?, quote: String) async {
        #expect(await message(body, type) == quote)
    }

    @Test func `a media type that repeats a secret is shown without it`() async throws {
        let response = FixedResponse(status: .badRequest, header: [.contentType("text/s3cret-token; a=s3cret-token")])
        let request = AnonymousProvider("https://h").get(from: "/a").authenticated(with: .bearerToken("s3cret-token"))
        let error = try #require(await response.failure(of: request))
        #expect(error.description.hasSuffix("response: 400 Bad Request, text/<redacted>; a=<redacted>, no body"))
    }

    @Test func `the words of a server are cut after 200 characters, without splitting a secret`() async {
        let long = String(repeating: "x", count: 195) + "s3cret-token"
        #expect(await message(long, .plainText) == "; the server says \"\(String(repeating: "x", count: 195))<reda…\"")
        let marks = "e" + String(repeating: "\u{301}", count: 5_000)
        #expect(await message(marks, .plainText)?.unicodeScalars.count == 221)
        let large = String(repeating: "x", count: 70_000)
        #expect(await message(large, .plainText) == "")
    }

    @Test(arguments: [(304, false), (400, true), (401, true), (499, true), (500, true), (599, true), (600, false)])
    func `the words of a server are those of an error body`(status: Int, isQuoted: Bool) async {
        let text = await message("no", .plainText, status: HTTPStatus(status))
        #expect(text?.contains("the server says") == isQuoted)
    }

    @Test(arguments: [
        (BodyProvider.form(["grant_type": "refresh", "refresh_token": "r3fresh +1"]), "r3fresh +1"),
        (.json(["user": JSONValue.object(["password": "pa\"ss-1"])]), #"pa\"ss-1"#),
        (.json(["tokens": "none", "token": ["first-1", 4711] as JSONValue]), "first-1 4711"),
        (.data(Data(#"{"password":"plain-1"}"#.utf8), contentType: .json), "plain-1"),
    ]) func `a secret of the request's body is hidden in the quote`(body: BodyProvider, secret: String) async throws {
        let answer = try JSONEncoder().encode(["message": "unknown \(secret)", "title": secret])
        let response = FixedResponse(
            status: .badRequest, header: Self.json, body: String(decoding: answer, as: UTF8.self))
        let error = try #require(await response.failure(of: AnonymousProvider("https://h").post(body, to: "/token")))
        #expect(
            error.message.hasPrefix(
                #"POST https://h/token returned 400 Bad Request; the server says "unknown <redacted>"#))
        for part in secret.split(separator: " ") { #expect(!error.description.contains(part)) }
        let told = try #require(await response.failure(of: API<Told>().post(body, to: "/token")))
        #expect(told.failure != nil)
        for part in secret.split(separator: " ") { #expect(!Shown.texts(of: "\(told)").contains(part)) }
    }

    @Test func `an API can turn the quotes off`() async {
        let response = FixedResponse(status: .notFound, header: Self.json, body: #"{"message":"m","title":"T"}"#)
        #expect(
            await response.failure(of: Quiet().delete("/a"))?.message == "DELETE https://h/a returned 404 Not Found"
        )
        let loud = Quiet().delete("/a").setting(\.includesServerMessage, true)
        #expect(await response.failure(of: loud)?.message.hasSuffix(#"404 Not Found; the server says "m""#) == true)
    }

    @Test func `a failure that describes itself is shown to both`() async throws {
        let response = FixedResponse(
            status: .notFound, header: Self.json, body: #"{"message":"m","title":"T s3cret-token"}"#)
        let request = API<Told>().delete("/a").authenticated(with: .bearerToken("s3cret-token"))
        let error = try #require(await response.failure(of: request))
        #expect(error.message == "DELETE https://h/a returned 404 Not Found")
        #expect(error.description.contains("\n  failure: decoded as Told: told: T <redacted>"))
        #expect((error as any Error).localizedDescription == "Sorry: T <redacted>")
        #expect(error.failureReason == "Because.")
        #expect(error.recoverySuggestion == "Ask T <redacted>.")
        let own = error.replacing(userText: "Mine.")
        #expect(own.localizedDescription == "Mine.")
        #expect(!Shown.texts(of: "\(error)").contains("s3cret"))
    }

    @Test func `if a failure has only a text for users, the developer gets the server's words`() async throws {
        let response = FixedResponse(status: .notFound, header: Self.json, body: #"{"title":"T"}"#)
        let localized = try #require(await response.failure(of: API<Localized>().delete("/a")))
        #expect(localized.localizedDescription == "Sorry: T")
        #expect(localized.failureReason == nil && localized.recoverySuggestion == nil)
        #expect(localized.message.hasSuffix(#"404 Not Found; the server says "T""#))
        let silent = try #require(await response.failure(of: API<Silent>().delete("/a")))
        #expect(silent.localizedDescription.hasPrefix("The request was not successful. The requested item"))
        #expect(silent.message.hasSuffix(#"404 Not Found; the server says "T""#))
        #expect(silent.description.hasSuffix("\n  failure: decoded as Silent"))
        let misfit = try #require(
            await FixedResponse(status: .notFound, header: Self.json, body: #"{"detail":"D"}"#)
                .failure(of: API<Silent>().delete("/a")))
        #expect(
            misfit.message.hasSuffix(
                #"the response body could not be decoded as Silent: `title` is missing; the server says "D""#))
    }

    @Test func `a description of a failure is cut, and stays on its line`() async throws {
        let words = "a\\n" + String(repeating: "y", count: 3_000)
        let response = FixedResponse(status: .notFound, body: "{\"title\":\"\(words)\"}")
        let error = try #require(await response.failure(of: API<Told>().delete("/a")))
        let line = error.description.split(separator: "\n").first { $0.hasPrefix("  failure") }
        #expect(line?.count == "  failure: decoded as Told: ".count + 1_001)
    }

    @Test func `a caller whose credentials are refused isn't told to sign in first`() async throws {
        let refusal = FixedResponse(status: .unauthorized)
        let api = AnonymousProvider("https://h")
        let anonymous = try #require(await refusal.failure(of: api.delete("/a")))
        #expect(anonymous.failureReason == "You have to sign in first.")
        #expect(anonymous.recoverySuggestion == "Sign in, then try again.")
        for request in [
            api.delete("/a").authenticated(with: .basic(user: "ada", password: "wrong")),
            api.delete("/a").adding(cookie: "session", "31d4d96e407aad42"), api.delete("/a?access_token=wrong"),
            api.delete("/a").authenticated(with: .apiKey("wrong", inQuery: "k")),
            api.post(.form(["user": "ada", "password": "wrong"]), to: "/login"),
        ] {
            let error = try #require(await refusal.failure(of: request))
            #expect(error.failureReason == "The server did not accept your sign-in.")
            #expect(!error.localizedDescription.contains("first"))
        }
        let tokens = BearerTokens(for: URL("https://h"), BearerToken("wrong")) { $0 }
        let error = try #require(await refusal.authenticating(with: tokens).failure(of: api.delete("/a")))
        #expect(!error.localizedDescription.contains("first"))
    }
}
