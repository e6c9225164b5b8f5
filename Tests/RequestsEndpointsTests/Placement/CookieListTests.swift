import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

@Suite("All cookies of a message", .timeLimit(.minutes(1))) struct CookieListTests {
    private let api = CookiesAPI()

    private func routes() -> Routes<CookiesAPI> {
        Routes(api).on(\.echo) { input in
            let all = input.cookies.map { WebCookie($0.name, $0.value, path: "/") }
            return Echo(cookies: all, theme: input.theme ?? "none")
        }
    }

    @Test func `a list is sent in one field, and a server reads all of it`() async throws {
        let cookies = [WebCookie("a", "1"), WebCookie("b", "2"), WebCookie("a", "3")]
        let request = api.request(\.echo, Asked(cookies: cookies, theme: "dark"))
        #expect(try request.resolve().header[values: .cookie] == ["a=1; b=2; a=3; theme=dark"])
        let echo = try await Loopback(routes()).perform(request)
        #expect(echo.cookies.map(\.name) == ["a", "b", "a", "theme", "theme"])
        #expect(echo.cookies.map(\.value) == ["1", "2", "3", "dark", "dark"])
        #expect(echo.theme == "dark")
    }

    @Test func `each cookie of a list in an output is a Set-Cookie field`() async throws {
        let message = IncomingRequest(method: .get, target: "/echo", header: ["Cookie": "a=1; b=x y=z"])
        let head = await routes().respond(to: message).head
        #expect(head.status == .internalServerError, "a new value with a space can't be set")
        let plain = IncomingRequest(method: .get, target: "/echo", header: ["Cookie": "a=1; b=2"])
        let sent = await routes().respond(to: plain).head
        #expect(sent.header[values: .setCookie] == ["a=1; Path=/", "b=2; Path=/", "theme=none"])
    }

    @Test func `without cookies, the list is empty or nil`() async throws {
        let echo = try await Loopback(routes()).perform(api.request(\.echo, Asked(cookies: [], theme: nil)))
        #expect(echo.cookies.map(\.name) == ["theme"])
        let bare = Routes(api).on(\.perhaps) { Perhaps(cookies: nil) }
        #expect(try await Loopback(bare).perform(api.request(\.perhaps)).cookies == nil)
    }

    @Test func `a cookie that can't be sent is an error without its value`() throws {
        let cookies = [WebCookie("a", "SECRET; b=1")]
        let error = try #require(api.request(\.echo, Asked(cookies: cookies, theme: nil)).resolutionError())
        #expect(error.code == .invalidHeaderValue)
        #expect(!"\(error) \(error.message)".contains("SECRET"))
    }

    @Test func `the check of the API finds nothing wrong`() throws {
        try api.check()
    }

    @Test func `a cookie without attributes is coded as its pair`() throws {
        let data = try JSONEncoder().encode([WebCookie("a", "1"), WebCookie("b", "")])
        #expect(String(decoding: data, as: UTF8.self) == #"["a=1","b="]"#)
        #expect(try JSONDecoder().decode([WebCookie].self, from: data).map(\.value) == ["1", ""])
        let nameless = try JSONDecoder().decode([WebCookie].self, from: Data(#"["a","=b=c"]"#.utf8))
        #expect(nameless.map { "\($0.name)=\($0.value)" } == ["=a", "=b=c"])
        #expect(String(decoding: try JSONEncoder().encode(nameless), as: UTF8.self) == #"["=a","=b=c"]"#)
        for text in [#"["="]"#, #"[""]"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([WebCookie].self, from: Data(text.utf8))
            }
        }
    }
}

private struct Asked: Codable, Sendable {
    @CookieValue var cookies: [WebCookie]
    @CookieValue var theme: String?
}

private struct Echo: Codable, Sendable {
    @CookieValue var cookies: [WebCookie]
    @CookieValue var theme: String
}

private struct Perhaps: Codable, Sendable {
    @CookieValue var cookies: [WebCookie]?
}

private struct CookiesAPI: RequestProviding {
    let baseURL: URL = URL("https://h")
    @GET("/echo") var echo: Endpoint<Asked, Echo>
    @GET("/perhaps") var perhaps: Endpoint<Void, Perhaps>
}
