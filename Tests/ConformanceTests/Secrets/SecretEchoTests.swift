import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

#if Curl
import RequestsCurl
#endif

/// Secrets from every place, which a server repeats in every way: no text, log or file shows them.
@Suite("Secrets that a server repeats", .timeLimit(.minutes(5)))
struct SecretEchoTests {
    /// A secret, and the place of a message in which it is sent.
    enum Place: String, CaseIterable, Sendable {
        case session, bearer, basic, key, markedField, cookie, jar, namedQuery, markedQuery, path, json, form
        case user
    }

    /// The way in which a server repeats what it received.
    enum Echo: String, CaseIterable, Sendable {
        case raw, json, html, url, javaScript, truncated, field, location, link, cookie, reason
    }

    private static let secret = "KANARI/+%9&\"<end"

    /// The beginning of every form of the secret.
    private static let canary = "KANARI"

    struct Login: Codable, Sendable {
        var user = "ada"
        var password: String
    }

    /// Makes a request that contains the secret.
    private static func request(_ place: Place, _ url: URL) -> Request<AnonymousProvider, [Int]> {
        let api = AnonymousProvider(baseURL: url)
        let plain = api.get(.json([Int].self), from: "/a")
        return switch place {
        case .session, .jar: plain
        case .bearer: plain.authenticated(with: .bearerToken("KANARI/+9="))
        case .basic: plain.authenticated(with: .basic(user: "ada", password: secret))
        case .key: plain.authenticated(with: .apiKey(secret, inHeader: "X-Own-Key"))
        case .markedField: plain.adding(headerField: "X-Own", secret, isSensitive: true)
        case .cookie: plain.adding(cookie: "id", "KANARI/+9")
        case .namedQuery: plain.adding(query: "access_token", secret)
        case .markedQuery: plain.adding(query: "own", secret, isSensitive: true)
        case .path: api.get(.json([Int].self), from: "/a/\(sensitive: secret)")
        case .json: api.post(.json(Login(password: secret)), to: "/a").receiving(.json([Int].self))
        case .form: api.post(.form(Login(password: secret)), to: "/a").receiving(.json([Int].self))
        case .user:
            plain.adding(headerField: "Referer", "https://ada:KANARI%2F9@h.example/")
        }
    }

    /// Returns everything that a request contains, decoded as a server would.
    private static func parts(of request: RawRequest) -> [String] {
        var texts = [request.target, request.target.removingPercentEncoding ?? ""]
        for (_, value) in request.fields {
            texts.append(value)
            if let token = value.split(separator: " ").last, let data = Data(base64Encoded: String(token)) {
                texts.append(String(decoding: data, as: UTF8.self))
            }
        }
        let body = String(decoding: request.body, as: UTF8.self)
        texts += [body, body.replacing("+", with: " ").removingPercentEncoding ?? ""]
        if let login = try? JSONDecoder().decode(Login.self, from: Data(request.body)) { texts.append(login.password) }
        return texts.filter { $0.contains(canary) }
    }

    /// Returns a response that repeats the parts of a request.
    private static func response(_ echo: Echo, _ request: RawRequest) -> [UInt8] {
        let text = parts(of: request).joined(separator: " ") + (request.target.contains("KANARI") ? "" : " ")
        let printable = text.replacing("\n", with: " ")
        let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        func page(_ body: String, _ type: String = "text/plain", status: Int = 400, reason: String = "Bad") -> [UInt8] {
            Array(
                RawServer.response(status: status, reason: reason, fields: [("Content-Type", type)], body: body).utf8)
        }
        func field(_ name: String, _ value: String, status: Int = 200) -> [UInt8] {
            Array(RawServer.response(status: status, reason: "OK", fields: [(name, value)], body: "no JSON").utf8)
        }
        switch echo {
        case .raw: return page("not for " + text)
        case .json:
            let object = ["message": text]
            return page(
                String(decoding: (try? JSONEncoder().encode(object)) ?? Data(), as: UTF8.self), "application/json")
        case .html:
            let html = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
            return page("<html><body>" + html, "text/html", status: 200)
        case .url: return page("see https://h.example/?note=" + escaped)
        case .javaScript:
            return page(text.unicodeScalars.map { "\\u{" + String($0.value, radix: 16) + "}" }.joined(), status: 500)
        case .truncated: return page("<html>" + String(repeating: "x", count: 40) + text, "text/html", status: 200)
        case .field: return field("X-Echo", printable)
        case .location:
            guard !request.target.hasPrefix("/next") else { return page("the end") }
            return field("Location", "/next?note=" + escaped, status: 302)
        case .link: return field("Link", "<https://h.example/?note=\(escaped)>; rel=next")
        case .cookie: return field("Set-Cookie", "note=\(escaped); Path=/")
        case .reason: return page("", status: 418, reason: "No " + printable)
        }
    }

    @Test(arguments: TestedTransport.allCases, Place.allCases)
    func `nothing shows a secret that a server repeats`(_ transport: TestedTransport, _ place: Place) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        for echo in Echo.allCases {
            let shown = try await texts(place, echo, transport, directory.appending(path: "\(echo.rawValue).har"))
            for (name, text) in shown {
                let range = text.range(of: Self.canary)
                let start = range.map {
                    text.index($0.lowerBound, offsetBy: -80, limitedBy: text.startIndex) ?? text.startIndex
                }
                #expect(range == nil, "\(echo), \(name): \(start.map { text[$0...].prefix(200) } ?? "")")
            }
        }
    }

    #if Curl
    @Test func `a recording shows no credentials that a proxy repeats`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "proxy-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: file) }
        try await withRawServer({ connection in
            while true { try connection.send(Self.response(.field, connection.readRequest())) }
        }) { proxy in
            var configuration = CurlSession.Configuration()
            configuration.proxy = URL(string: "http://ada:KANARI%2F9@127.0.0.1:\(proxy.port)")
            let api = AnonymousProvider("http://api.test")
            let (head, _) = try await CurlSession(configuration).recording(to: file)
                .response(for: api.get(.data, from: "/a"))
            #expect(head.header["X-Echo"]?.contains("KANARI/9") == true)
            #expect(!Shown.texts(of: head).contains(Self.canary))
        }
        let recording = try String(contentsOf: file, encoding: .utf8)
        #expect(recording.contains("X-Echo"))
        #expect(!recording.contains(Self.canary))
    }
    #endif

    /// Makes a call, and returns all texts that describe it.
    private func texts(
        _ place: Place, _ echo: Echo, _ transport: TestedTransport, _ file: URL
    ) async throws -> [String: String] {
        let shown = ShownTexts()
        try await withRawServer({ connection in
            while true { try connection.send(Self.response(echo, connection.readRequest())) }
        }) { server in
            try await transport.withTransport { client in
                let jar = CookieJar()
                if place == .jar { try jar.set(WebCookie("id", "KANARI/+9"), from: server.baseURL) }
                let isSession = place == .session
                let token = isSession ? BearerToken("KANARI/+9=", refreshToken: "KANARI-next/9") : nil
                let tokens = BearerTokens(for: server.baseURL, token) { $0 }
                func chain(_ base: some Transport) -> any Transport {
                    let inner = base.recording(to: file).logging { entry in shown.add("log", entry.details) }
                    return inner.keepingCookies(in: jar).authenticating(with: tokens).logging { entry in
                        shown.add("log", "\(entry)\n\(entry.details)")
                    }
                }
                let session = chain(client)
                let request = Self.request(place, server.baseURL)
                do {
                    let (head, _) = try await session.response(for: request)
                    shown.add("head", Shown.texts(of: head))
                } catch {
                    shown.add("error", Shown.texts(of: error))
                }
                do {
                    let (head, _) = try await session.response(for: request.receiving(.data).accepting(.any))
                    shown.add("accepted head", Shown.texts(of: head))
                } catch {
                    shown.add("second error", Shown.texts(of: error))
                }
                shown.add("request", Shown.texts(of: request))
            }
        }
        shown.add("recording", (try? String(contentsOf: file, encoding: .utf8)) ?? "")
        let texts = shown.texts
        #expect(texts["error"] != nil || texts["second error"] != nil)
        return texts
    }
}

/// The texts that describe a call, by their names.
private final class ShownTexts: Sendable {
    private let state = Guarded<[String: String]>([:])

    var texts: [String: String] { state.withLock(\.self) }

    func add(_ name: String, _ text: String) { state.withLock { $0[name, default: ""] += text + "\n" } }
}
