#if Hummingbird
import Foundation
import Hummingbird
import Requests
import RequestsEndpoints
import RequestsHummingbird
import Testing

/// Declared values on the wire of a server.
@Suite("Declared values on Hummingbird", .timeLimit(.minutes(1))) struct DeclaredWireTests {
    private static let moment = Date(timeIntervalSince1970: 784_111_777)

    private static func output(_ theme: String?) -> PrefsOutput {
        PrefsOutput(
            lastModified: moment, resetAt: moment,
            session: WebCookie("session", "abc", path: "/", isHTTPOnly: true, sameSite: .strict), theme: theme)
    }

    @Test(arguments: ["nonsense", #"{"a":1"#, "[1]", "null", "", #"{"a":"b"}"#])
    func `a broken body is a 400, and the handler isn't run`(body: String) async throws {
        let received = Guarded<[[String: Int]]>([])
        let routes = Routes(PrefsAPI()).on(\.replace) { input in received.withLock { $0.append(input) } }
        try await withApplication(Router().mount(routes)) { port in
            let broken = try await WireClient.exchange("PUT", "/v1/prefs", [], body, port: port)
            #expect(broken.hasPrefix("HTTP/1.1 400 "), "\(broken)")
            #expect(received.withLock(\.self) == [])
            let whole = try await WireClient.exchange("PUT", "/v1/prefs", [], #"{"a_b":1}"#, port: port)
            #expect(whole.hasPrefix("HTTP/1.1 204 "), "\(whole)")
            #expect(received.withLock(\.self) == [["a_b": 1]])
        }
    }

    @Test func `dates and cookies have the HTTP format, whatever the style of the API`() async throws {
        let seen = Guarded<Date?>(nil)
        let routes = Routes(PrefsAPI()).on(\.prefs) { input in
            seen.withLock { $0 = input.ifModifiedSince }
            return Self.output("dark")
        }
        try await withApplication(Router().mount(routes)) { port in
            for date in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]
            {
                seen.withLock { $0 = nil }
                let response = try await WireClient.exchange(
                    "GET", "/v1/prefs", ["If-Modified-Since: \(date)"], port: port)
                let fields = response.fields.map { $0.lowercased() }
                #expect(seen.withLock(\.self) == Self.moment, "\(response)")
                #expect(fields.contains("last-modified: sun, 06 nov 1994 08:49:37 gmt"))
                #expect(fields.contains("reset-at: 784111777"))
                #expect(fields.contains("set-cookie: session=abc; path=/; httponly; samesite=strict"))
                #expect(fields.contains("set-cookie: theme=dark"))
            }
        }
        try await withApplication(Router().mount(routes)) { (url: URL, session) in
            let api = PrefsAPI(baseURL: url)
            let output = try await session.perform(api.request(\.prefs, PrefsInput(ifModifiedSince: Self.moment)))
            #expect(output == Self.output("dark"))
            #expect(seen.withLock(\.self) == Self.moment)
        }
    }

    @Test func `a value of a cookie can't become an attribute`() async throws {
        let routes = Routes(PrefsAPI()).on(\.prefs) { _ in Self.output("x; Domain=evil.com") }
        try await withApplication(Router().mount(routes)) { port in
            let response = try await WireClient.exchange("GET", "/v1/prefs", port: port)
            #expect(response.hasPrefix("HTTP/1.1 500 "), "\(response)")
            #expect(!response.lowercased().contains("set-cookie"))
        }
    }
}

private struct PrefsAPI: RequestProviding {
    var baseURL = URL("http://127.0.0.1/v1")
    var coding: Coding { Coding(keys: .snakeCase, dates: .secondsSince1970) }

    @GET("/prefs") var prefs: Endpoint<PrefsInput, PrefsOutput>
    @PUT("/prefs") var replace: Endpoint<[String: Int], Void>
}

private struct PrefsInput: Codable, Sendable { @HeaderValue var ifModifiedSince: Date? }

private struct PrefsOutput: Codable, Hashable, Sendable {
    @HeaderValue var lastModified: Date
    @HeaderValue var resetAt: Date
    @CookieValue var session: WebCookie
    @CookieValue var theme: String?
}
#endif
