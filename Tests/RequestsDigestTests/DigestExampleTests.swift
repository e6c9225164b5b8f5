#if Digest
import Foundation
import Requests
import RequestsDigest
import RequestsEndpoints
import Testing

@Suite("Digest, the examples of the standards") struct DigestExampleTests {
    private static let challenge = """
        realm="http-auth@example.org", qop="auth, auth-int", \
        nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """

    /// Runs the example of RFC 7616, section 3.9.1, except that its client prefers `auth`.
    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ])
    func `RFC 7616, MD5 and SHA-256`(algorithm: String, response: String) async throws {
        let credentials = try await Challenging.credentials(
            for: "Digest " + Self.challenge.replacing("auth, auth-int", with: "auth") + ", algorithm=" + algorithm,
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
        #expect(
            credentials == """
                Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", \
                algorithm=\(algorithm), nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, \
                cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, \
                response="\(response)", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
                """)
    }

    /// Runs the example of RFC 7616, section 3.9.2, with the hashes of its erratum 4897.
    @Test func `RFC 7616, SHA-512-256 with a hashed user name`() async throws {
        let transport = Challenging(
            """
            Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, \
            nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", \
            opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true
            """)
        // The name in the normal form D.
        let responder = ChallengeResponder.digest(
            user: "Ja\u{308}søn Doe", password: "Secret, or not?", for: URL("http://api.example.org")
        ) { "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v" }
        _ = try await transport.authenticating(with: responder)
            .send(OutgoingRequest(urlText: "http://api.example.org/doe.json"))
        #expect(
            transport.authorizations == [
                nil,
                """
                Digest username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b", \
                realm="api@example.org", uri="/doe.json", algorithm=SHA-512-256, \
                nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", nc=00000001, \
                cnonce="NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v", qop=auth, \
                response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5", \
                opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", userhash=true
                """,
            ])
    }

    /// Runs the examples of RFC 2617, section 3.5, and RFC 2069, section 2.4 with its erratum 749.
    @Test(arguments: [
        ("qop=\"auth\", ", "Circle Of Life", "6629fae49393a05397450978507c4ef1"),
        ("", "CircleOfLife", "1949323746fe6a43ef61f9606e7febea"),
        ("qop=\"\", ", "CircleOfLife", "1949323746fe6a43ef61f9606e7febea"),
    ])
    func `RFC 2617 and RFC 2069`(qop: String, password: String, response: String) async throws {
        let field = """
            Digest realm="testrealm@host.com", \(qop)nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", \
            opaque="5ccc069c403ebaf9f0171e9517f40e41"
            """
        let credentials = try await Challenging.credentials(for: field, password: password)?.asChallenge
        let names = credentials?.parameters.map(\.name).joined(separator: " ")
        #expect(credentials?.parameter("response") == response)
        let use = password == "CircleOfLife" ? "" : "nc cnonce qop "
        #expect(names == "username realm uri nonce \(use)response opaque")
    }

    @Test func `the body is protected if the server accepts that`() async throws {
        for (body, hash) in [
            (RequestBody.none, "d41d8cd98f00b204e9800998ecf8427e"),
            (.data(Data("abc".utf8)), "900150983cd24fb0d6963f7d28e17f72"),
            (.stream(length: nil) { InputStream(data: Data("abc".utf8)) }, "900150983cd24fb0d6963f7d28e17f72"),
            (
                .chunks(length: 3, isRepeatable: true) { MessageBody(Data("abc".utf8)) },
                "900150983cd24fb0d6963f7d28e17f72"
            ),
        ] {
            let request = OutgoingRequest(method: .post, urlText: Challenging.url, body: body)
            let field = "Digest " + Self.challenge
            let credentials = try await Challenging.credentials(for: field, request)?.asChallenge
            #expect(credentials?.parameter("qop") == "auth-int")
            #expect(credentials?.parameter("algorithm") == nil)
            let key = DigestText.hash("Mufasa:http-auth@example.org:Circle of Life")
            let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v:00000001:0a4f113b:auth-int"
            let expected = DigestText.hash("\(key):\(nonce):\(DigestText.hash("POST:/dir/index.html:\(hash)"))")
            #expect(credentials?.parameter("response") == expected)
        }
    }

    @Test func `a body that can be read only once isn't protected`() async throws {
        let body = RequestBody.chunks(length: 3, isRepeatable: false) { MessageBody(Data("abc".utf8)) }
        let request = OutgoingRequest(method: .post, urlText: Challenging.url, body: body)
        for (qop, isSent) in [("auth, auth-int", true), ("auth-int", false)] {
            let transport = Challenging(#"Digest realm="a", nonce="b", qop="\#(qop)""#)
            let session = transport.authenticating(
                with: .digest(user: "ada", password: "canary", for: URL("http://www.example.org")))
            // The first message only gets the challenge.
            #expect(try await session.send(request).head.status == .unauthorized)
            if isSent {
                #expect(try await session.send(request).head.status == .ok)
                #expect(transport.authorizations.last??.asChallenge?.parameter("qop") == "auth")
            } else {
                let error = await #expect(throws: TransportError.self) { try await session.send(request) }
                #expect(error?.code == .authenticationFailed)
                #expect(error?.message.contains("qop=auth-int") == true)
            }
        }
    }

    @Test func `the signed target is that of the request line`() async throws {
        for (url, uri) in [
            ("http://www.example.org", "/"), ("http://www.example.org?a=b", "/?a=b"),
            ("http://www.example.org/a%2Fb/?c=%22d%22&e=/", "/a%2Fb/?c=%22d%22&e=/"),
        ] {
            let field = #"Digest realm="a", nonce="b", qop="auth""#
            let credentials = try await Challenging.credentials(for: field, OutgoingRequest(urlText: url))
            #expect(credentials?.asChallenge?.parameter("uri") == uri)
        }
    }

    /// Takes the user, the end of the challenge, and the start of the field.
    @Test(arguments: [
        ("ada", "", #"username="ada", "#),
        (#"a"b\c"#, "", #"username="a\"b\\c", "#),
        ("Jäsøn Doe", "", #"username="Jäsøn Doe", "#),
        ("Jäsøn Doe", ", charset=utf-8", "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, "),
        ("ada", ", charset=UTF-8", #"username="ada", "#),
        ("ada", ", userhash=TRUE", #"username="\#(DigestText.hash("ada:r\"\\"))", "#),
        ("ada", ", userhash=false", #"username="ada", "#),
    ])
    func `user names are written in the form that the server understands`(
        user: String, end: String, beginning: String
    ) async throws {
        let field = #"Digest realm="r\"\\", nonce="n\"", qop=auth"# + end
        let credentials = try #require(try await Challenging.credentials(for: field, user: user))
        #expect(credentials.hasPrefix("Digest " + beginning + #"realm="r\"\\", "#))
        #expect(credentials.contains(#"nonce="n\"", "#))
        #expect(credentials.contains("userhash=true") == end.lowercased().contains("=true"))
    }

    @Test(arguments: ["a\nb", "a\u{0}", "a\u{85}", "\u{7F}"])
    func `user names with a control character are refused before anything is sent`(user: String) async throws {
        let error = await #expect(throws: TransportError.self) {
            try await Challenging.credentials(for: "Digest", user: user)
        }
        #expect(error?.code == .invalidCredentials)
    }

    /// Takes the challenges, and the chosen algorithm; `nil` if the client can't respond.
    @Test(arguments: [
        (#"Digest realm=a, nonce=b, algorithm=MD5, Digest realm=a, nonce=b, algorithm=SHA-256"#, "SHA-256"),
        (#"Digest realm=a, nonce=b, algorithm=SHA-256, Digest realm=a, nonce=b, algorithm=MD5"#, "SHA-256"),
        (#"Digest realm=a, nonce=b, algorithm=sha-256, Digest realm=a, nonce=b, algorithm=SHA-512-256"#, "sha-256"),
        (#"Digest realm=a, nonce=b, algorithm=SHA-3, Digest realm=a, nonce=b, algorithm=mD5"#, "mD5"),
        (#"Basic realm=a, Digest realm=a, nonce=b, algorithm="MD5-SESS", qop=auth, Negotiate"#, "MD5-SESS"),
        ("Digest realm=a, nonce=b, algorithm=MD5-sess", nil), ("Digest realm=a, nonce=b, qop=auth-conf", nil),
        ("Digest realm=a", nil), ("Digest nonce=b", nil), (#"Digest realm=a, nonce="""#, nil), ("Digest", nil),
        ("Digest abc==", nil), ("Basic realm=a, nonce=b", nil), ("Digest2 realm=a, nonce=b", nil), ("", nil),
        (#"Digest realm="a, nonce=b"#, nil), ("Digest realm=a, nonce=b, algorithm=", "none"),
        (#"Digest realm=a, nonce=b, qop="auth-conf,AUTH", stale=maybe, domain="::: \\ /a""#, "none"),
    ])
    func `the strongest challenge is chosen`(fields: String, algorithm: String?) async throws {
        let credentials = try await Challenging.credentials(for: fields)?.asChallenge
        #expect(credentials.map { $0.parameter("algorithm") ?? "none" } == algorithm)
    }

    /// Takes the Authentication-Info, and the nonce of the next message; `nil` if the response is refused.
    @Test(arguments: [
        ("", "b"), ("nextnonce=", "b"), ("nextnonce=\"", "b"), ("nextnonce=\"\"", "b"), (",,nextnonce=c, x", "c"),
        ("NextNonce=\"c\\\"\", nextnonce=d", "c\""), ("Digest nextnonce=c", "b"), ("rspauth", "b"), ("qop=auth", "b"),
        ("rspauth=\"\"", nil), ("rspauth=abc, nextnonce=c", nil), ("rspauth=abc, cnonce=other", nil),
        ("rspauth=abc, qop=auth-conf", nil), ("rspauth=é", "b"), ("rspauth=\"é\"", nil),
    ])
    func `the proof of a server is verified`(info: String, nonce: String?) async throws {
        let transport = Challenging("Digest realm=a, nonce=b, qop=auth", info: info)
        let session = transport.authenticating(
            with: .digest(user: "ada", password: "canary", for: URL("http://www.example.org")))
        guard let nonce else {
            let error = await #expect(throws: TransportError.self) {
                try await session.send(OutgoingRequest(urlText: Challenging.url))
            }
            #expect(error?.code == .authenticationFailed)
            return
        }
        for _ in 0..<2 { _ = try await session.send(OutgoingRequest(urlText: Challenging.url)) }
        #expect(transport.authorizations.count == 3)
        #expect(transport.authorizations.last??.asChallenge?.parameter("nonce") == nonce)
    }

    @Test func `random challenges never trap, and end`() async throws {
        let pieces = [
            "realm=", "nonce=", "qop=", "algorithm=", "stale=true", "userhash=true", "charset=UTF-8", "domain=",
            "opaque=",
            "auth", "auth-int", "MD5", "SHA-256-sess", "SHA-512-256", "\"", "\\", "=", "é", "/a b", "//", "http://",
            "Basic",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0..<12)).map { _ in
                (pieces.randomElement() ?? "") + (Bool.random() ? ", " : "")
            }
            let transport = Challenging("Digest realm=a, nonce=b, " + text.joined(), info: text.joined())
            let session = transport.authenticating(
                with: .digest(user: "ad\u{1F600}a", password: "canary", for: URL("http://www.example.org")))
            _ = try? await session.send(OutgoingRequest(urlText: Challenging.url))
            #expect((1...2).contains(transport.authorizations.count))
        }
    }
}
#endif
