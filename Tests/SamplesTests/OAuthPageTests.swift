import Foundation
import Requests
import RequestsTesting
import Testing

/// The samples of the page on OAuth 2, which must do what the page promises.
@Suite("Samples of the page on OAuth 2", .timeLimit(.minutes(1)))
struct OAuthPageTests {
    private static let login = URL("https://login.example")
    private static let api = AnonymousProvider("https://api.example")

    /// Makes the samples with a server that responds to each request for a token with the next of the given bodies.
    private func samples(
        _ bodies: [String], _ forms: Forms, clock: ImmediateClock = ImmediateClock()
    ) -> OAuth.Samples<some Transport, ImmediateClock> {
        let network = Loopback { request in
            let form = String(decoding: try await request.body.collect(upTo: 1_000), as: UTF8.self)
            if request.target == "/device_authorization" {
                #expect(form == "client_id=my-tv")
                return .data(
                    Data(
                        """
                        {"device_code":"d1","user_code":"WDJB-MJHT","verification_uri":"https://login.example/device",
                        "expires_in":30}
                        """.utf8), .json)
            }
            guard request.target == "/token" else {
                return .text(request.header[.authorization] ?? "nobody")
            }
            let body = bodies[forms.add(form)]
            if body.isEmpty { throw TransportError(code: .connectionLost, message: "lost") }
            let status: HTTPStatus = body.contains("error") ? .badRequest : .ok
            return TransportResponse(
                head: ResponseHead(status: status, header: [.contentType(.json)]), body: MessageBody(Data(body.utf8)))
        }
        return OAuth.Samples(auth: OAuth.Auth(baseURL: Self.login), api: Self.api, network: network, clock: clock)
    }

    private static let grant = #"{"access_token":"a1","refresh_token":"r1","expires_in":3600}"#

    @Test func `a service fetches its token once`() async throws {
        let forms = Forms()
        let session = samples([Self.grant], forms).service("a+b")
        for _ in 0..<3 {
            #expect(try await session.perform(Self.api.get(.text, from: "/inbox")) == "Bearer a1")
        }
        #expect(forms.all == ["grant_type=client_credentials&scope=reports"])
    }

    @Test func `a refreshed token keeps its refresh token if the server sends no other`() async throws {
        let forms = Forms(), saved = Guarded<[BearerToken?]>([])
        let old = BearerToken("a0", refreshToken: "r0", expires: .distantPast)
        let (tokens, session) = samples([#"{"access_token":"a1"}"#], forms).signedIn(old) { token in
            saved.withLock { $0.append(token) }
        }
        #expect(try await session.perform(Self.api.get(.text, from: "/inbox")) == "Bearer a1")
        #expect(tokens.token == BearerToken("a1", refreshToken: "r0"))
        #expect(saved.withLock { $0 } == [tokens.token])
        #expect(forms.all == ["client_id=my-app&grant_type=refresh_token&refresh_token=r0"])
    }

    @Test(
        arguments: [
            ([#"{"error":"authorization_pending"}"#, grant], [5, 5]),
            ([#"{"error":"slow_down"}"#, #"{"error":"authorization_pending"}"#, grant], [5, 10, 10]),
            (["", "", grant], [5, 10, 20]),
        ] as [([String], [Int])])
    func `a device asks for its token with growing intervals`(bodies: [String], waits: [Int]) async throws {
        let forms = Forms()
        let clock = ImmediateClock()
        var codes: [String] = []
        let grant = try await samples(bodies, forms, clock: clock).device { codes.append($0.userCode) }
        #expect(grant.accessToken == "a1")
        #expect(codes == ["WDJB-MJHT"])
        #expect(clock.sleeps == waits.map { .seconds($0) })
        let form =
            "client_id=my-tv&device_code=d1&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"
        #expect(forms.all == bodies.map { _ in form })
    }

    @Test(
        arguments: [
            ([#"{"error":"expired_token"}"#], RequestErrorCode.unacceptableStatus),
            ([#"{"error":"access_denied"}"#], .unacceptableStatus),
            ([#"{"error":"authorization_pending"}"#, #"{"fault":"error"}"#], .unacceptableStatus),
            (["", "", ""], .connectionLost),
        ])
    func `a device stops asking for its token after a refusal or when its code has expired`(
        bodies: [String], code: RequestErrorCode
    ) async throws {
        let forms = Forms()
        let error = await #expect(throws: (any Error).self) { try await samples(bodies, forms).device { _ in } }
        #expect((error as? any AnyRequestError)?.code == code)
        #expect(forms.all.count == bodies.count)
    }

    @Test func `a token for another origin is explained by the error of a 401`() async {
        let network = Loopback { _ in .status(.unauthorized) }
        let tokens = BearerTokens(for: URL("https://id.example/token"), BearerToken("a1")) { $0 }
        let error = await #expect(throws: TransportError.self) {
            try await network.authenticating(with: tokens).perform(Self.api.get(.none, from: "/me"))
        }
        let blocks = (try? Document(page: "SigningInWithOAuth.md"))?.blocks ?? []
        #expect(blocks.contains { $0.unwrapped == error?.message }, "\(error?.message ?? "")")
    }

    #if canImport(CryptoKit) || canImport(Crypto)
    @Test func `the challenge equals that of RFC 7636, appendix B`() throws {
        let pkce = OAuth.PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        let page = try samples([], Forms()).page(pkce, state: "s1").absoluteString
        #expect(page.hasPrefix("https://login.example/authorize?response_type=code&client_id=my-app&redirect_uri="))
        #expect(page.hasSuffix("&state=s1&code_challenge=\(pkce.challenge)&code_challenge_method=S256"))
    }

    @Test func `a new verifier has 43 characters`() {
        let verifiers = [OAuth.PKCE().verifier, OAuth.PKCE().verifier]
        #expect(verifiers.allSatisfy { $0.count == 43 && $0.allSatisfy { $0.isASCII } })
        #expect(Set(verifiers).count == 2)
    }

    @Test func `a code becomes a grant if the state is the same`() async throws {
        let forms = Forms()
        let samples = samples([Self.grant], forms)
        let redirect = URL("my-app:/signed-in?code=c%2B1&state=s1")
        let pkce = OAuth.PKCE(verifier: "v1")
        await #expect(throws: SignedOut.self) { try await samples.grant(redirect, state: "s2", pkce) }
        let denied = URL("my-app:/signed-in?error=access_denied&state=s1")
        await #expect(throws: SignedOut.self) { try await samples.grant(denied, state: "s1", pkce) }
        #expect(try await samples.grant(redirect, state: "s1", pkce).accessToken == "a1")
        let form = forms.all.joined()
        #expect(form.hasPrefix("client_id=my-app&code=c%2B1&code_verifier=v1&grant_type=authorization_code&"))
    }
    #endif
}

/// The forms that a server has received.
private final class Forms: Sendable {
    private let forms = Guarded<[String]>([])

    var all: [String] { forms.withLock { $0 } }

    /// Adds a form.
    ///
    /// - Returns: The number of earlier forms.
    func add(_ form: String) -> Int {
        forms.withLock { forms in
            forms.append(form)
            return forms.count - 1
        }
    }
}
