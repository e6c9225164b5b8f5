import Foundation
import Requests
import RequestsEndpoints
import Testing

/// The pages of familiar names, which translate the words of other clients.
@Suite("Familiar names", .timeLimit(.minutes(1)))
struct FamiliarNamesTests {
    /// The words that readers search for; each is in the first column of a table.
    private static let words = [
        "adapter", "array encoding", "authenticator", "background session", "backoff", "base URL", "basic auth",
        "bearer", "cached response handler", "call adapter", "cancel token", "cassette", "circuit breaker",
        "codegen", "Combine", "connection pool", "converter factory", "cookie jar", "cURL", "decodable response",
        "digest", "dispatcher", "endpoint closure", "event hooks", "event monitor", "form data", "HAR", "HTTP/3",
        "interceptor", "logging interceptor", "middleware", "mock adapter", "multipart", "OAuth", "OpenAPI",
        "pagination", "params", "pinning", "plugin", "proxy", "publish", "query parameters encoding",
        "raise_for_status", "rate limit", "reachability", "redirect handler", "request modifier", "resume data",
        "retrier", "retry", "serializer", "server trust", "server-sent events", "session configuration",
        "streaming", "stub closure", "TargetType", "timeout", "transform response", "upload progress", "validate",
        "VCR", "websocket",
    ]

    private static func pages() throws -> [Document] {
        try ["FamiliarNames.md", "FamiliarNamesElsewhere.md"].map { try Document(page: $0) }
    }

    /// Returns the rows of all tables, without their headings: the familiar words, and their meaning.
    private static func rows() throws -> [(words: Substring, meaning: Substring)] {
        let lines = try pages().flatMap { $0.text.split(separator: "\n") }
        return try lines.filter { $0.hasPrefix("| ") && $0 != "| you know | here |" }.map { line in
            let separator = try #require(line.firstRange(of: " | "))
            return (line[..<separator.lowerBound], line[separator.upperBound...])
        }
    }

    @Test(arguments: words)
    func `a familiar word is in a table`(word: String) throws {
        #expect(try Self.rows().contains { $0.words.lowercased().contains(word.lowercased()) })
    }

    @Test func `a row has a link, or a reason for having none`() throws {
        let targets = ["``", "<doc:", "*", "not here, because "]
        let rows = try Self.rows()
        #expect(rows.count > 100)
        for row in rows {
            #expect(targets.contains { row.meaning.contains($0) }, "\(row.words): \(row.meaning)")
        }
    }

    @Test func `each symbol on the pages is declared`() throws {
        let names = try Declarations(modules: ["RequestsCore", "Requests"]).names
        for page in try Self.pages() {
            let symbols = page.text.matches(of: /``([^`\n]+)``/).map { String($0.1) }
            #expect(symbols.count > 30)
            for symbol in symbols { #expect(names.contains(symbol), "\(page.name): \(symbol)") }
        }
    }

    @Test func `the declarations of a text have the form of links`() {
        let text = """
            @frozen public enum Kind {
                case plain
                // case old
                public final class Box {
                    func hidden() {}
                }
            }

            extension Kind.Box {
                @inlinable public init?(_ text: String, count: Int = max(1, 2)) {}
                public static func made<A, B>(
                    by make: @escaping (A, [B]) -> (), _: Dictionary<A, B>
                ) -> Self { .init() }
                func none() {}
            }
            """
        let names: Set = [
            "Kind", "Kind/plain", "Kind/Box", "Kind/Box/init(_:count:)", "Kind/Box/made(by:_:)", "Kind/Box/none()",
        ]
        #expect(Declarations(text).names == names)
    }

    @Test func `the sample sends the state, and reads the issues`() async throws {
        let server = Loopback { request in
            let isExpected = request.target == "/issues?state=open"
            let body = MessageBody(Data(#"[{"number":7,"title":"Tea"}]"#.utf8))
            return TransportResponse(head: ResponseHead(status: isExpected ? .ok : .badRequest), body: body)
        }
        #expect(try await FamiliarSamples.issues(by: server).map(\.number) == [7])
    }

    @Test func `a 404 throws without a check`() async {
        let server = Loopback { _ in TransportResponse(head: ResponseHead(status: .notFound)) }
        let error = await #expect(throws: RequestError<Problem>.self) {
            try await server.perform(FamiliarSamples.start { _ in }.ada)
        }
        #expect(error?.code == .unacceptableStatus)
    }
}
