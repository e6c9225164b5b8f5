import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import Testing

/// The tables of the page "Bad input" whose inputs are described in words.
///
/// Each row must describe the library's behavior.
@Suite("Tables of bad input in words", .timeLimit(.minutes(1)))
struct BadInputTableTests {
    /// A function that does what a row describes, and returns the codes of the errors.
    ///
    /// It checks everything else itself.
    typealias Proof = @Sendable () async throws -> [RequestErrorCode]

    @Test(arguments: try rows("## Credentials"))
    func `credentials do what their row says`(row: Row) async throws { try await row.check(by: Self.credentials) }

    @Test(arguments: try rows("## Bodies"))
    func `a body does what its row says`(row: Row) async throws { try await row.check(by: Self.bodies) }

    @Test(arguments: try rows("## Responses"))
    func `a response does what its row says`(row: Row) async throws { try await row.check(by: Self.responses) }

    @Test(arguments: [("a/b", "https://h/users/a%2Fb"), ("..", "invalidPath")])
    func `the first sample shows the URL or the code`(name: String, text: String) {
        var shown: [String] = []
        BadInputSamples().check(name) { shown.append($0) }
        #expect(shown == [text])
    }

    @Test func `every proof has its row`() throws {
        let tables = [
            ("## Credentials", Self.credentials), ("## Bodies", Self.bodies), ("## Responses", Self.responses),
        ]
        for (heading, proofs) in tables {
            #expect(Set(try Self.rows(heading).map(\.input)) == Set(proofs.keys))
        }
    }

    private static func rows(_ heading: String) throws -> [Row] {
        try Document(page: "BadInput.md").rows(below: heading).map {
            Row(input: String($0[0]), expected: String($0[1]))
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let input: String
        let expected: String

        var testDescription: String { "\(input): \(expected)" }

        /// The code at the start of the cell; `nil` if the cell starts with words.
        private var code: RequestErrorCode? {
            let beginning = "``RequestErrorCode/"
            guard expected.hasPrefix(beginning) else { return nil }
            return RequestErrorCode(rawValue: String(expected.dropFirst(beginning.count).prefix { $0 != "`" }))
        }

        func check(by proofs: [String: Proof]) async throws {
            let proof = try #require(proofs[input], "a row that nothing proves")
            let codes = try await proof()
            #expect(codes.isEmpty == (code == nil))
            #expect(codes.allSatisfy { $0 == code }, "\(codes)")
        }
    }

    private static let h = AnonymousProvider("https://h")

    /// Returns the codes of the errors of requests, one after another, as they are resolved.
    private static func codes<R: RequestConvertible>(_ requests: R...) throws -> [RequestErrorCode] {
        try requests.map { request in
            try #require(throws: RequestError<R.Failure>.self) { try request.resolve() }.code
        }
    }

    // MARK: Credentials

    private static func basic(_ user: String, _ password: String) -> Request<AnonymousProvider, Void> {
        h.head("/n").authenticated(with: .basic(user: user, password: password))
    }

    private static let credentials: [String: Proof] = [
        "a colon in the user name of `.basic`": { try codes(basic("a:b", "c"), basic(":", "")) },
        "a control character in the user name or password of `.basic`": {
            try codes(basic("a\n", "b"), basic("a", "b\0"), basic("a", "\u{7F}"), basic("\r\n", "b"))
        },
        "an empty bearer token": { try codes(h.head("/n").authenticated(with: .bearerToken(""))) },
        "a bearer token that contains anything except ASCII letters, digits, `-._~+/`, and `=` at its end": {
            try codes(
                h.head("/n").authenticated(with: .bearerToken("a b")),
                h.head("/n").authenticated(with: .bearerToken("töken")))
        },
        "non-ASCII characters in `.basic`": {
            let value = try basic("Zoë", "pä:ss").resolve().header[.authorization]
            #expect(value == "Basic " + Data("Zoë:pä:ss".utf8).base64EncodedString())
            return []
        },
        "special characters in an API key in the query": {
            let request = h.head("/n").authenticated(with: .apiKey("a&b=c\r\n é#", inQuery: "key"))
            let url = try request.resolve().urlText
            #expect(url == "https://h/n?key=a%26b%3Dc%0D%0A%20%C3%A9%23")
            return []
        },
        "a custom authentication provider that throws": {
            struct NoKey: Error {}
            return try codes(h.head("/n").authenticated(with: AuthenticationProvider { _ in throw NoKey() }))
        },
    ]

    // MARK: Bodies

    private static let bodies: [String: Proof] = [
        "a body on GET, HEAD, TRACE or CONNECT, even an empty one": {
            for method in [HTTPMethod.get, .head, .trace, .connect] {
                let request = h.request(to: "/n", using: method).sending(.data(Data()))
                let message = try request.allowingBody().resolve()
                #expect(message.body.length == 0)
            }
            return try [HTTPMethod.get, .head, .trace, .connect].flatMap { method in
                let request = h.request(to: "/n", using: method)
                return try codes(request.sending(.data(Data())), request.sending(.text("a")))
            }
        },
        "a value that can't be encoded, such as `Double.nan` in JSON": {
            try codes(h.put(.json([Double.nan]), to: "/n"), h.put(.form(["a": Double.infinity]), to: "/n"))
        },
        "text that its encoding can't represent": {
            try codes(h.put(.text("é", encoding: .ascii), to: "/n"), h.put(.text("€", encoding: .isoLatin1), to: "/n"))
        },
        "a file that doesn't exist, is a directory, or can't be read": {
            let folder = FileManager.default.temporaryDirectory
            let missing = folder.appending(component: "requests-\(UUID().uuidString)")
            return try codes(h.put(.file(missing), to: "/n"), h.put(.file(folder), to: "/n"))
        },
        "a stream with a negative length": {
            try codes(
                h.put(.stream(length: -1) { InputStream(data: Data()) }, to: "/n"),
                h.put(.none, to: "/n").adapting { message in
                    message.body = .stream(length: .min) { InputStream(data: Data()) }
                }
            )
        },
        "a stream that is shorter or longer than its declared length": {
            try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
                var codes: [RequestErrorCode] = []
                for length in [0, 1, 3] {
                    let body = BodyProvider.stream(length: length) { InputStream(data: Data("ab".utf8)) }
                    codes += await failures(of: api(server).put(body, to: "/"))
                }
                #expect(server.requests.filter { !$0.body.isEmpty }.isEmpty)
                return codes
            }
        },
        "an asynchronous sequence that throws, or is shorter or longer than its declared length": {
            let loopback = Loopback { request in
                _ = try await request.body.collect(upTo: 100)
                Testing.Issue.record("a server took the body for the whole")
                return TransportResponse(head: ResponseHead(status: .ok), body: MessageBody(Data()))
            }
            struct Broken: Error {}
            var codes: [RequestErrorCode] = []
            for length in [0, 1, 3, nil] {
                let body = BodyProvider.stream(length: length) {
                    AsyncThrowingStream<Data, any Error> { continuation in
                        continuation.yield(Data("ab".utf8))
                        if length == nil { continuation.finish(throwing: Broken()) } else { continuation.finish() }
                    }
                }
                let error = await #expect(throws: TransportError.self) {
                    try await loopback.perform(h.put(body, to: "/"))
                }
                codes += [error?.code].compactMap { $0 }
            }
            return codes
        },
        "a file range that extends beyond the end of the file": {
            let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
            try Data("ab".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            return try codes(h.put(.file(file, range: 1..<3), to: "/n"), h.put(.file(file, range: 3...), to: "/n"))
        },
        "a file that is deleted before it is sent, or a stream that can't be created": {
            struct NoStream: Error {}
            let file = FileManager.default.temporaryDirectory.appending(component: "requests-\(UUID().uuidString)")
            return try await withRawServer(responding: { _ in RawServer.ok("") }) { server in
                let gone = BodyProvider { _, _ in .file(file) }
                let unmade = BodyProvider.stream { throw NoStream() }
                return await failures(of: api(server).put(gone, to: "/"))
                    + failures(of: api(server).put(unmade, to: "/"))
            }
        },
    ]
}
