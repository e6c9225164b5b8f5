import Foundation
import Requests
import RequestsEndpoints
import Testing

@Suite("The samples about cookies and hops", .timeLimit(.minutes(1)))
struct CookiePageTests {
    /// A server that sets a cookie with a redirect, and requires it afterwards.
    private static let server = Loopback { request in
        guard request.target == "/login" else {
            let isSignedIn = request.header[.cookie] == "session=31d4d96e"
            let body = MessageBody(Data(#"{"login":"ada","followers":3}"#.utf8))
            return TransportResponse(head: ResponseHead(status: isSignedIn ? .ok : .unauthorized), body: body)
        }
        let header: HeaderFields = ["Location": "/", "Set-Cookie": "session=31d4d96e; Path=/"]
        return TransportResponse(head: ResponseHead(status: .seeOther, header: header))
    }

    private let samples = CookieSamples(base: Self.server, api: .live)

    @Test func `the cookie of a redirect signs the next request in`() async throws {
        let (me, jar) = try await samples.signIn(GitHub.live.post(to: "/login"))
        #expect(me.login == "ada")
        #expect(jar.cookies(for: GitHub.live.baseURL).map(\.name) == ["session"])
    }

    @Test func `a jar keeps the cookies of its file until it is emptied`() throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try CookieJar(file: file).set(WebCookie("session", "1"), from: GitHub.live.baseURL)
        let (isSignedIn, kept) = try samples.keep(in: file)
        #expect(isSignedIn)
        #expect(kept.cookies(for: GitHub.live.baseURL) == [])
        #expect(try CookieJar(file: file).cookies(for: GitHub.live.baseURL) == [])
    }

    @Test func `a jar shares its cookies with Foundation`() throws {
        let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        let jar = CookieJar()
        try jar.set(WebCookie("session", "1", path: "/", isSecure: true), from: GitHub.live.baseURL)
        try samples.share(jar, with: storage)
        #expect(storage.cookies?.map(\.value) == ["1"])
        #expect(jar.cookies(for: GitHub.live.baseURL).map(\.value) == ["1"])
    }

    @Test func `every hop of a call is noted`() async throws {
        let hops = Guarded<[String]>([])
        let session = Self.server.notingHops { message, status in
            hops.withLock { $0.append("\(message) \(status.code)") }
        }
        _ = try? await session.perform(GitHub.live.post(to: "/login"))
        #expect(hops.withLock { $0 } == ["POST https://api.github.com/login 303", "GET https://api.github.com/ 401"])
    }
}
