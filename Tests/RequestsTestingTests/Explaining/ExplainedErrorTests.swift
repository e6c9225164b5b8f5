import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

@Suite("Explanations of errors and secrets", .timeLimit(.minutes(1))) struct ExplainedErrorTests {
    private let api = ShelfAPI()
    private struct SignerError: Error {}

    @Test func `an error follows the parts that are made before it`() {
        #expect(
            "\(GetBook(id: "").explain())".hasSuffix(
                """

                error     invalidPath: a value in the path is empty, which would remove a segment from the path (in /books/?full=1)
                """))
        let unfilled = api.explain(\.books, BookSearch(shelf: nil, author: "Ada"))
        #expect(unfilled.error?.code == .unfilledPlaceholder)
        #expect(unfilled.message == "GET https://books.example/v1/shelves/{shelf}/books")
        #expect(
            unfilled.parts.filter { $0.place == .url }.map(\.text) == [
                "https://books.example/v1", "/shelves/{shelf}/books",
            ])
        #expect(unfilled.parts.contains { $0.text == "client=cli" && $0.source == .apiDefault })
        #expect(unfilled.parts.contains { $0.text == "X-Version: 3" && $0.source == .apiDefault })
    }

    @Test func `errors of each stage are explained`() {
        struct Bad: Encodable, Sendable { func encode(to encoder: any Encoder) throws { throw SignerError() } }
        let request = api.get(.text, from: "/a").adding(headerField: "X-Mine", "1")
        let cases: [(RequestExplanation, RequestErrorCode)] = [
            (request.sending(.json(Bad())).allowingBody().explain(), .bodyEncodingFailed),
            (request.adding(query: "a", Bad()).explain(), .queryEncodingFailed),
            (request.adding(headerField: HeaderField("X-Bad", "a\nb")).explain(), .invalidHeaderValue),
            (request.authenticated(with: .bearerToken("")).explain(), .invalidCredentials),
            (
                request.authenticated(with: AuthenticationProvider { _ in throw SignerError() }).explain(),
                .authenticationFailed
            ),
            (request.adapting { _ in throw SignerError() }.explain(), .adaptationFailed),
            (request.timeout(after: .seconds(-1)).explain(), .invalidTimeout),
            (
                request.timeout(after: .seconds(Int64.max)).setting(\.policy.totalTimeout, .zero).explain(),
                .invalidTimeout
            ),
            (request.using(method: HTTPMethod("A\u{1B}[31m")).explain(), .invalidMethod),
            (
                Request(api: AnonymousProvider(baseURL: URL(filePath: "/a")), endpoint: "/a", method: .get).explain(),
                .invalidBaseURL
            ),
        ]
        for (explanation, code) in cases {
            #expect(explanation.error?.code == code)
            #expect(explanation.parts.contains { $0.place == .url }, "\(code)")
            #expect(
                code == .invalidBaseURL || explanation.parts.contains { $0.text == "X-Mine: 1" && $0.source == .chain })
            #expect(!explanation.description.contains("\u{1B}"))
            #expect(explanation.description.contains("\nerror     \(code): "))
        }
    }

    // MARK: - Secrets

    /// The canary itself, and its beginning in base64, alone and after `user:`.
    private static let canaries = ["KANARI", "S0FOQVJJ", "dTpLQU5BUkk"]

    /// A request with a canary in each place whose values are hidden.
    private var request: Request<AnonymousProvider, String> {
        AnonymousProvider("https://canary.example").post(
            .text("KANARI"), to: "/n/\(sensitive: "KANARI/02")?token=KANARI"
        )
        .adding(headerField: "X-Mine", "KANARI", isSensitive: true)
        .adding(headerField: "X-Api-Key", "KANARI")
        .adding(headerField: "X-Door", "KANARI")
        .adding(headerField: "Referer", "https://u:KANARI@h/?access_token=KANARI")
        .adding(cookie: "id", "KANARI")
        .adding(query: "pin", "KANARI", isSensitive: true)
        .adding(query: "door", "KANARI")
        .adding(query: "client_secret", "KANARI")
        .setting(\.sensitiveNames, ["x-door": true, "door": true])
        .receiving(.text)
    }

    @Test func `no explanation shows a canary`() throws {
        let providers: [AuthenticationProvider] = [
            .apiKey("KANARI", inQuery: "key"), .basic(user: "u", password: "KANARI"), .bearerToken("KANARI"),
            AuthenticationProvider { message in
                message.header["X-Signature"] = "KANARI"
                try message.add(QueryItem("own", "KANARI"))
            },
            AuthenticationProvider { _ in throw SecretError() },
        ]
        for provider in providers {
            let request = request.authenticated(with: provider)
            search(request.explain())
            search(request.adapting { _ in throw SecretError() }.explain())
            search(request.adapting { $0.urlText = "https://other.example/?token=KANARI" }.explain())
            // Each of these requests fails in a different stage.
            search(request.adding(headerField: HeaderField("X-Bad", "a\nb")).explain())
            search(request.adding(query: "a", Double.nan).explain())
            search(request.timeout(after: .zero).explain())
        }
        let bases = ["https://u:KANARI@h/a?token=KANARI", "https://h/a?token=KANARI#KANARI"].compactMap(
            URL.init(string:))
        for base in bases {
            search(AnonymousProvider(baseURL: base).get(.text, from: "/a").explain())
        }
        search(ShelfAPI().explain(\.add, NewBook(shelf: 1, bookTitle: "KANARI", session: "KANARI")))
        search(ShelfAPI().explain(\.add, NewBook(shelf: 1, bookTitle: "KANARI", session: "KANARI ; ")))
    }

    private struct SecretError: Error, CustomStringConvertible {
        var description: String { "token=KANARI" }
    }

    private func search(_ explanation: RequestExplanation, _ location: SourceLocation = #_sourceLocation) {
        var dumped = ""
        dump(explanation, to: &dumped)
        dump(explanation.parts, to: &dumped)
        dump(explanation.error as Any, to: &dumped)
        let texts = [
            dumped, "\(explanation)", String(reflecting: explanation), explanation.colored, explanation.message,
        ]
        for text in texts {
            for canary in Self.canaries where text.contains(canary) {
                Issue.record("a canary: \(text)", sourceLocation: location)
            }
        }
    }
}
