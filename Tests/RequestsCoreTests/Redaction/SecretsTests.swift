import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

/// Secrets in every possible place, which no text may show.
@Suite(.timeLimit(.minutes(1)))
struct SecretsTests {
    /// A canary that contains `KANARI`, and characters that are written differently in a URL and in base64.
    private static let canary = "KANARI/+ä="

    /// The canary itself, in a URL, in base64 alone and after `user:`.
    private static let forms = ["KANARI", "S0FOQVJJ", "dTpLQU5BUkk"]

    private typealias Plain = Request<AnonymousProvider, Void>

    private static let plain = AnonymousProvider("https://h").post(.text(canary), to: "/n/\(sensitive: canary)")
        .adding(headerField: "X-Mine", canary, isSensitive: true)
        .setting(headerField: HeaderField("X-Set", canary, isSensitive: true))
        .adding(headerField: "Cookie", "id=\(canary)")
        .adding(headerField: "x-api-key", canary)
        .adding(query: "pin", canary, isSensitive: true)
        .adding(query: "list", [canary, canary + "2"], isSensitive: true)
        .adding(query: "access_token", canary)
        .adding(queryItems: [QueryItem(contentsOf: ["of": canary], isSensitive: true)])

    static let providers: [AuthenticationProvider] = [
        .none, .bearerToken("KANARI/+="), .basic(user: "u", password: "KANARI"), .apiKey(canary, inHeader: "X-Own"),
        .apiKey(canary, inQuery: "own"),
        AuthenticationProvider { message in
            message.header["X-Custom"] = canary
            try message.add(QueryItem("custom", canary))
        },
    ]

    private static let response = ResponseHead(
        status: .badRequest, header: [HeaderField("Set-Cookie", "id=\(canary)"), .contentType(.json)],
        urlText: "https://h/n?access_token=KANARI&pin=KANARI%2F%2B%C3%A4%3D"
    )

    private struct Leak: Error, LocalizedError {
        var url: String
        var errorDescription: String? { "could not load \(url)" }
    }

    @Test(arguments: providers)
    func `neither a request nor its message shows a secret`(provider: AuthenticationProvider) throws {
        let request = Self.plain.authenticated(with: provider)
        let message = try request.resolve()
        expectNoSecret(in: request)
        expectNoSecret(in: request.receiving(.json([String].self)))
        expectNoSecret(in: message)
        expectNoSecret(in: [provider, request.bodyProvider, request.endpoint, request.queryItems] as [Any])
        expectNoSecret(in: [request.header, message.header, message.body, Array(message.header)] as [Any])
        for text in [message.wireFormat(), message.cURL()] { expectNoSecret(in: text) }
        let revealed = message.wireFormat(revealingSecrets: true, showingBody: true)
        #expect(revealed.contains(Self.canary))
        #expect(message.cURL(revealingSecrets: true).contains("KANARI"))
    }

    @Test(arguments: providers)
    func `no error shows a secret, whatever caused it`(provider: AuthenticationProvider) async throws {
        let request = Self.plain.authenticated(with: provider).receiving(.json([Int].self))
        let message = try request.resolve()
        let key = message.header["X-Own"] ?? ""
        let causes: [any Error] = [
            URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: message.urlText]),
            URLError(.badURL, userInfo: [NSUnderlyingErrorKey: Leak(url: message.urlText)]),
            NSError(domain: NSURLErrorDomain, code: -1001, userInfo: [NSURLErrorFailingURLErrorKey: message.urlText]),
            NSError(domain: "D", code: 1, userInfo: ["url": message.urlText, "key": key]),
            Leak(url: message.urlText), Leak(url: message.header["Cookie"] ?? ""),
            Leak(url: message.header["Authorization"] ?? ""),
            TransportError(code: .connectionLost, message: "lost \(message.urlText)"),
            TransportError(code: .connectionLost, message: "lost", underlyingError: Leak(url: message.urlText)),
            TransportError(
                code: .connectionLost, message: "lost",
                underlyingError: TransportError(
                    code: .connectionLost, message: "lost \(message.urlText) \(message.header)")
            ),
            EncodingError.invalidValue(message.urlText, .init(codingPath: [], debugDescription: message.urlText)),
        ]
        for cause in causes {
            let error = try #require(
                await #expect(throws: TransportError.self) {
                    try await FixedResponse(throwing: cause).perform(request)
                }
            )
            expectNoSecret(in: error)
            expectNoSecret(in: error.underlyingError as Any)
            expectNoSecret(in: Result<Int, TransportError>.failure(error))
            #expect(error.request?.urlText == message.urlText)
        }
    }

    @Test(arguments: providers)
    func `no failed response shows a secret`(provider: AuthenticationProvider) async throws {
        let request = Self.plain.authenticated(with: provider).receiving(.json([Int].self))
        for status in [HTTPStatus.ok, .forbidden] {
            for body in ["\"\(Self.canary)\"", "[\"\(Self.canary)\"]", "\(Self.canary)", "{\"KANARY\":1}"] {
                let response = FixedResponse(status: status, header: Self.response.header, body: body)
                let error = try #require(
                    await #expect(throws: TransportError.self) { try await response.perform(request) }
                )
                expectNoSecret(in: error)
                #expect(error.body == Data(body.utf8))
            }
        }
    }

    @Test(arguments: providers)
    func `a hook that fails late shows no secret`(provider: AuthenticationProvider) throws {
        let request = Self.plain.authenticated(with: provider).adapting {
            throw Leak(url: $0.urlText + "\($0.header["Cookie"] ?? "")")
        }
        let error = try #require(request.resolutionError())
        #expect(error.code == .adaptationFailed)
        expectNoSecret(in: error)
        expectNoSecret(in: error.underlyingError as Any)
    }

    @Test func `no head shows a secret, and the response of an error hides those of its URL`() throws {
        expectNoSecret(in: Self.response)
        let message = try Self.plain.resolve()
        let error = TransportError(code: .unacceptableStatus, message: "no", request: message, head: Self.response)
        expectNoSecret(in: error)
        #expect(error.response?.url?.absoluteString == "https://h/n?access_token=redacted&pin=redacted")
        #expect(error.response?.statusCode == 400)
        #expect(error.head?.header["Set-Cookie"] == "id=\(Self.canary)")
    }

    @Test(arguments: [
        "token", "Access_Token", "api-key", "apiKey", "client_secret", "X-Amz-Signature", "sig", "password",
    ])
    func `items of a known name are hidden in base URL, endpoint and query`(name: String) throws {
        let base = try #require(URL(string: "https://h?\(name)=KANARI1"))
        let request = AnonymousProvider(baseURL: base).get(.none, from: URLPath("/n?\(name)=KANARI2"))
            .adding(query: name, "KANARI3")
        let hidden = "\(name)=<redacted>"
        #expect(request.description == "GET https://h/n?\(hidden)&\(hidden)&\(hidden)")
        expectNoSecret(in: request)
        expectNoSecret(in: try request.resolve())
        let broken = request.using(method: "G T")
        expectNoSecret(in: try #require(broken.resolutionError()))
    }

    @Test func `a request that can't be resolved shows no secret either`() {
        for request in [
            Self.plain.adding(query: "x", Double.nan), Self.plain.using(method: "a b"),
            AnonymousProvider("https://u:KANARI@h").get(.none, from: "/\(sensitive: Self.canary)/{id}"),
        ] {
            expectNoSecret(in: request)
            #expect(request.resolutionError() != nil)
        }
    }

    @Test(arguments: ["access_token", "user[password]", "X-Amz-Signature"])
    func `the head of a response hides a value that only its name makes a secret`(name: String) async throws {
        let transport = FixedResponse(header: [HeaderField("X-Echo", "you sent \(Self.canary)")])
        let request = AnonymousProvider("https://h").get(.text, from: "/").adding(query: name, Self.canary)
        let (head, _) = try await transport.response(for: request)
        #expect(head.header["X-Echo"]?.contains(Self.canary) == true)
        expectNoSecret(in: head)
    }

    private func expectNoSecret(in value: Any, sourceLocation: SourceLocation = #_sourceLocation) {
        let texts = Shown.texts(of: value)
        for form in Self.forms {
            let place = texts.range(of: form).map { texts[..<$0.upperBound].suffix(200) }
            #expect(place == nil, sourceLocation: sourceLocation)
        }
    }
}

/// Names that an API declares to be secret or not, contrary to what they suggest.
@Suite("Names that are secret or not", .timeLimit(.minutes(1)))
struct SecretNameTests {
    private struct Shop: RequestProviding {
        var baseURL: URL { URL("https://h") }

        func request(to endpoint: URLPath, using method: HTTPMethod) -> Request<Shop, Void> {
            Request(api: self, endpoint: endpoint, method: method)
                .setting(\.sensitiveNames, ["code": false, "Token": false, "PIN": true, "x-door": true])
        }
    }

    @Test func `an item is shown or hidden as the API declares, in every text`() async throws {
        let request = Shop().delete("/a?code=123456&pin=KANARI1").adding(query: "token", "page-2").adding(
            query: "Pin", "KANARI2"
        )
        .adding(query: "p%69n", 1)
        let shown = "https://h/a?code=123456&pin=<redacted>&token=page-2&Pin=<redacted>&p%2569n=1"
        #expect(request.description == "DELETE \(shown)")
        let message = try request.resolve()
        #expect(message.description == "DELETE \(shown)")
        #expect(message.cURL().contains("'\(shown)'") && !message.wireFormat().contains("KANARI"))
        let body = #"{"message":"not KANARI1"}"#
        let error = try #require(await FixedResponse(status: .notFound, body: body).failure(of: request))
        #expect(error.message == "DELETE \(shown) returned 404 Not Found; the server says \"not <redacted>\"")
        #expect(!Shown.texts(of: error).contains("KANARI"))
        #expect(error.response?.url?.absoluteString.contains("code=123456&pin=redacted") == true)
        let unsent = try #require(Shop().delete("/\("")?pin=KANARI").resolutionError())
        #expect(!Shown.texts(of: unsent).contains("KANARI"))
        #expect(Shop().delete("/\("")?pin=KANARI").description.contains("KANARI") == false)
        #expect(
            try Shop().delete("/a?code=1234").setting(\.sensitiveNames["code"], nil).resolve().description.hasSuffix(
                "<redacted>"))
    }

    @Test func `the header of a request and the head of a response hide a field that the API declares`() async throws {
        let request = Shop().get(.text, from: "/1").setting(headerField: "X-Door", "KANARI")
        #expect(!Shown.texts(of: request).contains("KANARI") && !Shown.texts(of: request.header).contains("KANARI"))
        #expect(request.header["x-door"] == "KANARI")
        let courier = Courier { message in
            TransportResponse(
                head: ResponseHead(
                    status: message.urlText.hasSuffix("1") ? .notFound : .ok, header: ["X-Door": "KANARI"],
                    urlText: message.urlText
                ))
        }
        let error = await #expect(throws: TransportError.self) { try await courier.perform(request) }
        #expect(!Shown.texts(of: try #require(error?.head)).contains("KANARI"))
        let (head, _) = try await courier.response(for: Shop().get(.none, from: "/2"))
        #expect(!Shown.texts(of: head).contains("KANARI") && !Shown.texts(of: head.header).contains("KANARI"))
        #expect(head.header["X-Door"] == "KANARI")
    }

    @Test func `a request that a server gets hides the sensitive items of its target`() {
        let request = IncomingRequest(method: .get, target: "/users?page=2&token=KANARI", header: ["Cookie": "KANARI"])
        #expect("\(request)" == "GET /users?page=2&token=<redacted>")
        #expect(!Shown.texts(of: request).contains("KANARI"))
    }

    @Test func `a field with a URL whose query item the API declares secret is hidden`() async throws {
        let request = Shop().get(.text, from: "/1").adding(headerField: "Referer", "https://h/?pin=KANARI")
        let message = try request.resolve()
        #expect(!Shown.texts(of: message).contains("KANARI"))
        let lines = Guarded<[String]>([])
        let moved = Courier { request in
            let header: HeaderFields = ["Location": "https://h/2?PIN=KANARI", "Link": "<https://h/3?a=b>; rel=next"]
            return TransportResponse(head: ResponseHead(status: .found, header: header, urlText: request.urlText))
        }
        let transport = moved.logging(level: .debug) { entry in lines.withLock { $0.append(entry.details) } }
        _ = try? await transport.perform(Shop().get(.text, from: "/1").setting(\.policy.redirects, .stop))
        let text = lines.withLock(\.self).joined()
        #expect(text.contains("< Location: <redacted>") && text.contains("https://h/3?a=b"), "\(text)")
    }

    private static let door = Shop().get(.text, from: "/1").adding(headerField: "X-Door", "KANARI")
        .adding(headerField: "Token", "open")

    @Test func `a field that the API declares secret is sensitive`() throws {
        let message = try Self.door.resolve()
        #expect(message.header.map(\.isSensitive) == [true, false])
        #expect(message.wireFormat().contains("X-Door: <redacted>"))
        let hooked = Shop().delete("/1").adapting { $0.header["x-door"] = "KANARI" }
        #expect(!Shown.texts(of: try hooked.resolve()).contains("KANARI"))
    }

    @Test func `a field that the API declares secret stays at its origin`() async throws {
        let courier = Courier { request in
            var head = ResponseHead(status: .ok, urlText: request.urlText)
            if request.urlText.hasSuffix("/1") {
                head = ResponseHead(
                    status: .found, header: ["Location": "https://b.example/2"], urlText: request.urlText)
            }
            let names = request.header.map(\.name.rawValue).joined(separator: ",")
            return TransportResponse(head: head, body: MessageBody(Data(names.utf8)))
        }
        #expect(try await courier.perform(Self.door) == "Token,User-Agent")
        let decorated = courier.adapting { request, next in
            var request = request
            request.header["X-Door"] = "KANARI"
            return try await next(request)
        }
        #expect(try await decorated.perform(Shop().get(.text, from: "/1")) == "User-Agent")
    }

    private struct Courier: Transport {
        let exchange: @Sendable (OutgoingRequest) async throws -> TransportResponse

        init(_ exchange: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse) {
            self.exchange = exchange
        }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse { try await request.send(by: exchange) }
    }
}
