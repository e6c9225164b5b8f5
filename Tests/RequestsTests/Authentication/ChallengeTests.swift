import Foundation
import Requests
import RequestsConformance
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("Challenge") struct ChallengeTests {
    /// The fields, and the challenges in them: `scheme`, `scheme ~token68` or `scheme name=<value> …`.
    static let table: [(fields: [String], challenges: [String])] = [
        // The examples of RFC 9110, section 11.6.1, RFC 7617, RFC 6750 and RFC 7616.
        ([#"Basic realm="simple""#], ["basic realm=<simple>"]),
        (
            [#"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#],
            ["basic realm=<simple>", #"newauth realm=<apps> type=<1> title=<Login to "apps">"#]
        ),
        ([#"Basic realm="foo", charset="UTF-8""#], ["basic realm=<foo> charset=<UTF-8>"]),
        (
            [#"Bearer realm="example", error="invalid_token", error_description="The access token expired""#],
            ["bearer realm=<example> error=<invalid_token> error_description=<The access token expired>"]
        ),
        (
            [
                #"Digest realm="a", qop="auth, auth-int", algorithm=SHA-256, nonce="n", opaque="o""#,
                #"Digest realm="a", qop="auth, auth-int", algorithm=MD5, nonce="n", opaque="o""#,
            ],
            [
                "digest realm=<a> qop=<auth, auth-int> algorithm=<SHA-256> nonce=<n> opaque=<o>",
                "digest realm=<a> qop=<auth, auth-int> algorithm=<MD5> nonce=<n> opaque=<o>",
            ]
        ),
        // Schemes alone, and with a token.
        (["Negotiate"], ["negotiate"]),
        (["Negotiate, NTLM"], ["negotiate", "ntlm"]),
        (["Negotiate", "NTLM"], ["negotiate", "ntlm"]),
        (["Negotiate oYG2MIGzoAMKAQChCw=="], ["negotiate ~oYG2MIGzoAMKAQChCw=="]),
        (["Negotiate a-._~+/Z0=, Basic realm=x"], ["negotiate ~a-._~+/Z0=", "basic realm=<x>"]),
        (["NTLM abc"], ["ntlm ~abc"]),
        (["Foo a=="], ["foo ~a=="]),
        (["Foo a="], ["foo ~a="]),
        (["Foo a=, b=c"], ["foo ~a="]),
        (["Foo abc, b=c, Bar d=e"], ["foo ~abc", "bar d=<e>"]),
        (["Foo =="], []),
        // The case of names.
        ([#"BASIC REALM="X""#], ["basic realm=<X>"]),
        ([#"bAsIc rEaLm=x"#], ["basic realm=<x>"]),
        // White space.
        (["Basic  realm=x"], ["basic realm=<x>"]),
        (["Basic\trealm=x"], ["basic realm=<x>"]),
        ([" \tBasic realm=x \t"], ["basic realm=<x>"]),
        ([#"Basic realm = "x""#], ["basic realm=<x>"]),
        (["Basic realm =\tx , charset = y"], ["basic realm=<x> charset=<y>"]),
        ([#"Basic realm="x",charset=y,Foo"#], ["basic realm=<x> charset=<y>", "foo"]),
        ([#"Basic realm=" x ""#], ["basic realm=< x >"]),
        // Elements of the list that are empty.
        ([""], []),
        ([","], []),
        ([" , ,, "], []),
        ([",Basic realm=x"], ["basic realm=<x>"]),
        (["Basic realm=x,"], ["basic realm=<x>"]),
        (["Basic realm=x,,, ,charset=y"], ["basic realm=<x> charset=<y>"]),
        (["Basic , realm=x"], ["basic realm=<x>"]),
        (["Basic, realm=x"], ["basic realm=<x>"]),
        (["Basic", "realm=x"], ["basic realm=<x>"]),
        (["Foo,,Bar"], ["foo", "bar"]),
        ([], []),
        // Commas, equal signs and escapes in quotes.
        ([#"Basic realm="a, Digest realm=b""#], ["basic realm=<a, Digest realm=b>"]),
        ([#"Basic realm="a=b", Foo"#], ["basic realm=<a=b>", "foo"]),
        ([#"Basic realm="a\\", Foo"#], [#"basic realm=<a\>"#, "foo"]),
        ([#"Basic realm="a\",b", Foo"#], [#"basic realm=<a",b>"#, "foo"]),
        ([#"Basic realm="\a\b""#], ["basic realm=<ab>"]),
        ([#"Basic realm="""#], ["basic realm=<>"]),
        (["Basic realm=\"a\tb\""], ["basic realm=<a\tb>"]),
        ([#"Basic realm="käse ✓""#], ["basic realm=<käse ✓>"]),
        // Values without the quotes that they need.
        (["Bearer realm=https://a.example/token,scope=a:b"], ["bearer realm=<https://a.example/token> scope=<a:b>"]),
        (["Digest nonce=ab/c==, realm=x"], ["digest nonce=<ab/c==> realm=<x>"]),
        (["Foo a=b=c"], ["foo a=<b=c>"]),
        (["Basic realm='a b'"], ["basic"]),
        (["Basic realm='a'"], ["basic realm=<'a'>"]),
        // Duplicates: the first one counts.
        (["Digest nonce=a, nonce=b, realm=x"], ["digest nonce=<a> realm=<x>"]),
        (["Digest nonce=a, NONCE=b"], ["digest nonce=<a>"]),
        (["Basic realm=a, Basic realm=b"], ["basic realm=<a>", "basic realm=<b>"]),
        // Invalid parts, and the valid ones around them.
        ([#"Basic realm="a"b, charset=x, Foo y=z"#], ["basic charset=<x>", "foo y=<z>"]),
        (["Basic realm=, charset=x"], ["basic ~realm="]),
        (["Basic a=b, realm=, charset=x"], ["basic a=<b> charset=<x>"]),
        (["Basic a=b, =c, d=e"], ["basic a=<b> d=<e>"]),
        (["Basic a=b, c d, e=f, Foo g=h"], ["basic a=<b>", "c ~d", "foo g=<h>"]),
        (["realm=x, Basic realm=y"], ["basic realm=<y>"]),
        ([#"B@d realm="x", nonce=y, Basic realm=z"#], ["basic realm=<z>"]),
        ([#"Basic realm=a, b@d="x, y", charset=c"#], ["basic realm=<a> charset=<c>"]),
        (["Basic realm=a, @@ x, nonce=n, Foo y=z"], ["basic realm=<a>", "foo y=<z>"]),
        ([#"Basic realm=a b, charset=c"#], ["basic charset=<c>"]),
        ([#"Basic"x", Foo y=z"#], ["foo y=<z>"]),
        ([#""Basic realm=x", Foo y=z"#], ["foo y=<z>"]),
        (["Básic realm=x, Foo y=z"], ["foo y=<z>"]),
        ([#"Basic realm="open"#], ["basic"]),
        ([#"Basic realm="open, Foo y=z"#], ["basic"]),
        ([#"Basic realm="open"#, "Foo y=z"], ["basic", "foo y=<z>"]),
        ([#"Basic realm="open\"#], ["basic"]),
        ([#"Basic realm=a", Foo y=z"#], ["basic"]),
        (["Basic realm=\"a\u{0}b\", charset=c"], ["basic charset=<c>"]),
        (["Basic realm=\"a\u{1F}b\", charset=c"], ["basic charset=<c>"]),
        (["Basic realm=\"a\tb ~\""], ["basic realm=<a\tb ~>"]),
        (["Basic realm=\"a\\\u{7F}b\", charset=c"], ["basic charset=<c>"]),
        (["Basic realm=a\r\nX: y"], ["basic"]),
        ([#",="\"#], []),
        (["=,==,===,\"=\",\\"], []),
        (["\u{FFFD}\u{FFFD}, Foo y=z"], ["foo y=<z>"]),
        (["Basic realm=\u{301}a, Foo y=\u{301}"], ["basic", "foo"]),
    ]

    @Test(arguments: table) func `challenges are read`(fields: [String], challenges: [String]) {
        let header = HeaderFields(fields.map { HeaderField(.wwwAuthenticate, $0) })
        #expect(ResponseHead(status: .unauthorized, header: header).challenges.map(Self.text) == challenges)
        // In joined fields, an open quote would have no end.
        guard fields.allSatisfy({ !$0.contains("open") }) else { return }
        let joined = HeaderFields([HeaderField(.wwwAuthenticate, fields.joined(separator: ", "))])
        #expect(ResponseHead(status: .unauthorized, header: joined).challenges.map(Self.text) == challenges)
    }

    @Test(arguments: table) func `URLSession passes challenges on`(fields: [String], challenges: [String]) async throws
    {
        // These bytes can't come from a server in one field.
        guard fields.allSatisfy({ !$0.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }) else { return }
        try await withRawServer(responding: { _ in
            RawServer.response(status: 401, reason: "No", fields: fields.map { ("WWW-Authenticate", $0) }, body: "no!")
        }) { server in
            let request = AnonymousProvider(baseURL: server.baseURL).get(from: "/").accepting(.codes(401))
            let (head, _) = try await URLSession.shared.response(for: request)
            // URLSession joins the fields, and an open quote would have no end.
            if fields.contains(where: { $0.contains("open") }) { return }
            #expect(head.challenges.map(Self.text) == challenges)
        }
    }

    private static func text(_ challenge: Challenge) -> String {
        let parameters = challenge.parameters.map { "\($0.name)=<\($0.value)>" }
        return ([challenge.scheme] + [challenge.token68.map { "~\($0)" }].compactMap(\.self) + parameters)
            .joined(separator: " ")
    }

    @Test func `parameters are found by their names`() throws {
        let head = ResponseHead(
            status: .unauthorized,
            header: [
                "www-authenticate": #"Digest Realm="a", nonce="b""#, "X-Other": "Basic", "WWW-Authenticate": "Basic",
            ])
        let challenge = try #require(head.challenges.first)
        #expect(head.challenges.map(\.scheme) == ["digest", "basic"])
        #expect(challenge.parameter("REALM") == "a")
        #expect(challenge.parameter("domain") == nil)
    }

    @Test func `a description shows no values`() throws {
        let head = ResponseHead(
            status: .unauthorized,
            header: ["WWW-Authenticate": #"Digest realm="canary-1", nonce="canary-2", Negotiate canary-3"#])
        var dumped = ""
        dump(head.challenges, to: &dumped)
        #expect(head.challenges.map(\.description) == ["digest (realm, nonce)", "negotiate"])
        #expect(!"\(head.challenges) \(dumped)".contains("canary"))
    }

    @Test(arguments: [
        ([#"nextnonce="a,b", qop=auth"#], ["nextnonce=a,b", "qop=auth"]),
        (["a=1", "b=2, a=3"], ["a=1", "b=2"]), ([], []), (["Basic realm=x"], []),
    ])
    func `a field of only parameters is read without a scheme`(lines: [String], parameters: [String]) {
        let header = HeaderFields(lines.map { HeaderField("Authentication-Info", $0) })
        let info = ResponseHead(header: header).authenticationInfo
        #expect(info.parameters.map { "\($0.name)=\($0.value)" } == parameters)
        #expect(info.scheme.isEmpty)
    }

    @Test func `the time for long fields grows with their length`() {
        let names = (0..<20_000).map { "a\($0)=b" }.joined(separator: ",")
        let fields = [
            "Digest " + names, String(repeating: "\"", count: 100_000), String(repeating: "\\\"", count: 100_000),
            String(repeating: "a=\"", count: 50_000), String(repeating: "Foo,", count: 50_000),
        ]
        for field in fields {
            _ = ResponseHead(status: .unauthorized, header: [HeaderField(.wwwAuthenticate, field)]).challenges
        }
    }

    @Test func `random bytes never trap`() {
        var generator = SystemRandomNumberGenerator()
        let pieces = ["Basic", "a", "=", "\"", "\\", ",", " ", "\t", "==", "realm", "é", "\u{0}", "~", "@"]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<24)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let challenges = ResponseHead(header: [HeaderField(.wwwAuthenticate, text)]).challenges
            for challenge in challenges {
                #expect(!challenge.scheme.isEmpty)
                #expect(Set(challenge.parameters.map(\.name)).count == challenge.parameters.count)
            }
        }
    }
}

extension ResponseHead {
    fileprivate init(header: HeaderFields) {
        self.init(status: .unauthorized, header: header)
    }
}
