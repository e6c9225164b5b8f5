import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import Testing

/// The page on security: each of its promises must name tests that exist, and cases with the stated results.
@Suite("The page on security", .timeLimit(.minutes(1)))
struct SecurityPageTests {
    @Test(arguments: try promises()) func `a promise names tests and cases that show it`(promise: Promise) throws {
        #expect(!promise.proofs.isEmpty && !promise.transports.isEmpty)
        for proof in promise.proofs {
            if let file = proof.file {
                #expect(try Self.tests(in: file).contains(proof.name), "no test \(proof.name) in \(file)")
            } else {
                #expect(try Self.results(of: proof.name, on: promise.transports) == ["✓"], "\(proof.name)")
            }
        }
    }

    @Test func `the page has every promise`() throws {
        #expect(try Self.promises().count >= 45)
    }

    @Test func `only functions with the attribute are tests, and only whole names count`() {
        let text = """
            @Test func `a b`() {}
            @Test(arguments: [
                1
            ])
            func c(_ number: Int) {}

            func `d e`() {}
            """
        #expect(Self.tests(of: text) == ["a b", "c"])
    }

    @Test func `a case that is unknown, or fails on a transport, isn't a proof`() throws {
        let limit = "chunks: a size of 0x3"
        #expect(try Self.results(of: limit, on: ["AsyncHTTPClient"]) == ["✓"])
        #expect(try Self.results(of: limit, on: ["AsyncHTTPClient", "libcurl"]) != ["✓"])
        #expect(try Self.results(of: "Connections", on: ["AsyncHTTPClient", "Loopback"]) != ["✓"])
        #expect(try Self.results(of: "chunks", on: ["libcurl"]) == [])
    }

    @Test func `the sample sends the token only to its origin`() async throws {
        let session = Loopback { request in
            guard request.header[.authorization] == "Bearer t" else {
                return .text(#"{"login":"\#(request.target)","followers":3}"#)
            }
            let location = "https://evil.example\(request.target)"
            return TransportResponse(head: ResponseHead(status: .found, header: ["Location": location]))
        }
        let user = try await SecuritySamples(session: session).user("../x", token: "t")
        #expect(user.login == "/users/..%2Fx")
    }

    @Test func `the policy leads to the page and to the changelog`() throws {
        let policy = try Document.securityPolicy().text
        for path in ["Sources/Requests/Requests.docc/Security.md", "CHANGELOG.md"] {
            #expect(policy.contains("](../\(path))") && Document.exists(path), "\(path)")
        }
        #expect(try Document(page: "Security.md").text.contains("`.github/SECURITY.md`"))
    }
}

extension SecurityPageTests {
    /// A promise, with the transports on which it holds, and the tests and cases that show it.
    struct Promise: Sendable, CustomTestStringConvertible {
        let text: String
        let transports: [String]
        let proofs: [Proof]

        var testDescription: String { text }
    }

    /// A test in a file, or (without a file) a case or a section of the matrix.
    struct Proof: Sendable {
        let file: String?
        let name: String
    }

    private static let headings = [
        "### Requests", "### Credentials", "### Secrets", "### Connections and responses", "### Files and caches",
        "### Served requests",
    ]

    /// The transports for each word in the middle column.
    private static let groups = [
        "all": ["all"], "Routes": ["Routes"], "Hummingbird": ["Hummingbird"], "URLSession": [column],
        "wire": [column, "AsyncHTTPClient", "libcurl"], "wire+": [column, "AsyncHTTPClient", "libcurl", "Loopback"],
        "AsyncHTTPClient": ["AsyncHTTPClient"], "libcurl": ["libcurl"],
    ]

    private static let column = "URLSession on Linux"

    private static func promises() throws -> [Promise] {
        let page = try Document(page: "Security.md")
        return try headings.flatMap { try page.rows(below: $0) }.map { row in
            try #require(row.count == 3)
            let transports = try row[1].split(separator: ", ").flatMap { try #require(groups[String($0)]) }
            // Only words in backticks count, and a file is followed by a colon.
            let words = row[2].split(separator: "`", omittingEmptySubsequences: false)
            var (proofs, file): ([Proof], String?) = ([], nil)
            for index in stride(from: 1, to: words.count, by: 2) {
                if words[index + 1] == ": " {
                    file = String(words[index])
                } else {
                    proofs.append(Proof(file: file, name: String(words[index])))
                    file = nil
                }
            }
            return Promise(text: String(row[0]), transports: transports, proofs: proofs)
        }
    }

    /// Returns the names of the tests in all files of a name.
    private static func tests(in file: String) throws -> Set<String> {
        try Document.testFiles(named: "\(file).swift").reduce(into: []) { $0.formUnion(tests(of: $1.text)) }
    }

    private static func tests(of text: String) -> Set<String> {
        // A function follows its attribute, and no other function comes between them.
        let names = text.matches(of: /@Test\b(?:(?!func )[\s\S])*func (?:`([^`\n]+)`|(\w+))[(<]/)
        return Set(names.map { String($0.output.1 ?? $0.output.2 ?? "") })
    }

    /// Returns the distinct results of a case, or of all cases of a section, on some transports.
    private static func results(of name: String, on transports: [String]) throws -> Set<Substring> {
        let page = try Document.conformanceMatrix()
        let columns = try #require(try page.rows(below: "## Results").map { String($0[0]) }.indexed(transports))
        let lines = page.text.split(separator: "\n").filter { line in
            ["| \(name) |", "| `\(name)` |"].contains { line.hasPrefix($0) }
        }
        let isSection = lines.isEmpty && page.text.contains("\n### \(name)\n")
        let rows =
            try isSection
            ? page.rows(below: "### \(name)") : lines.map { $0.dropFirst(2).dropLast(2).split(separator: " | ") }
        return Set(rows.flatMap { row in columns.map { row[$0 + 1] } })
    }
}

extension [String] {
    /// Returns the positions of elements; `nil` if one is missing.
    fileprivate func indexed(_ elements: [String]) -> [Int]? {
        let positions = elements.compactMap { firstIndex(of: $0) }
        return positions.count == elements.count ? positions : nil
    }
}
