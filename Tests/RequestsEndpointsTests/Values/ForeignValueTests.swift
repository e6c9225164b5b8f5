import Foundation
import Requests
import RequestsEndpoints
import Testing

/// Values that Python reads and writes: see `.ci/values.py`, which has the same rows.
private struct ForeignRow: Codable, Equatable, Sendable {
    enum Kind: String, Codable, Sendable { case plain, twoWords = "two words" }

    var userID: Int
    var widest: Int64
    var ratio: Double
    var price: Decimal
    var isNew: Bool
    var nameOfURL: String
    var id: UUID
    var page: URL
    var bytes: Data
    var createdAt: Date
    var tags: [String]
    var kind: Kind
    var missing: String?

    static func all() throws -> [ForeignRow] {
        let texts = [
            "plain", "a b+c&d=e%20;f", "日本語 🙂", "\"quoted\" \\ back", "tab\tline\nend", "null", "<a>&amp;</a>",
        ]
        return try texts.enumerated().map { index, text in
            ForeignRow(
                userID: index - 3, widest: Int64.max - Int64(index), ratio: Double(index) / 8,
                price: try #require(Decimal(string: "\(index).25")), isNew: index % 2 == 0, nameOfURL: text,
                id: try #require(UUID(uuidString: "6f9619ff-8b86-d011-b42d-00c04fc964f\(index)")),
                page: try #require(URL(string: "https://a.example/\(index)?b=c&d=e")),
                bytes: Data([0, 0xFF, UInt8(index)]),
                createdAt: Date(timeIntervalSince1970: 1_714_564_800 + Double(index)),
                tags: Array(repeating: text, count: index % 3), kind: index % 2 == 0 ? .plain : .twoWords)
        }
    }
}

private struct ForeignAPI: RequestProviding {
    let baseURL = URL("https://foreign.example")
    let coding: Coding
    let find = Endpoint<ForeignRow, Void>(.get, "/rows")
    let send = Endpoint<ForeignRow, Void>(.post, "/rows").body(.multipart)
}

/// Exchanges values with Python: `.ci/full values` runs this, then `.ci/values.py`, then this again.
@Suite(
    "Values that Python reads and writes",
    .enabled(if: ProcessInfo.processInfo.environment["REQUESTS_VALUES"] != nil)
) struct ForeignValueTests {
    private static let styles: [(name: String, coding: Coding)] = [
        ("verbatim-iso-repeated-literal", .standard), ("snake-iso-repeated-literal", .snakeCase),
        (
            "snake-seconds-brackets-numeric",
            Coding(keys: .snakeCase, dates: .secondsSince1970, arrays: .brackets, booleans: .numeric)
        ),
        (
            "snake-milliseconds-indices-literal",
            Coding(keys: .snakeCase, dates: .millisecondsSince1970, arrays: .indices)
        ),
        ("verbatim-fractional-repeated-literal", Coding(dates: .fractionalSecondsSince1970)),
        ("snake-local-repeated-literal", Coding(keys: .snakeCase, dates: .localISO8601(.gmt))),
    ]

    @Test(arguments: styles.indices) func `values are written for Python, and read from it`(index: Int) async throws {
        let folder = URL(filePath: try #require(ProcessInfo.processInfo.environment["REQUESTS_VALUES"]))
        let (name, coding) = Self.styles[index]
        let api = ForeignAPI(coding: coding)
        for (number, row) in try ForeignRow.all().enumerated() {
            func file(_ kind: String) -> URL { folder.appending(path: "\(name).\(number).\(kind)") }
            try coding.jsonData(from: row).write(to: file("json"))
            try coding.formData(from: row).write(to: file("form"))
            let query = try api.request(\.find, row).resolve().urlText.split(separator: "?", maxSplits: 1)[1]
            try Data(query.utf8).write(to: file("query"))
            let message = try api.request(\.send, row).resolve()
            let type = try #require(message.header[.contentType])
            guard case .data(let body) = message.body else {
                Testing.Issue.record("the form isn't in memory")
                continue
            }
            try (Data("Content-Type: \(type)\r\n\r\n".utf8) + body).write(to: file("multipart"))

            guard let json = try? Data(contentsOf: file("python.json")) else { continue }
            #expect(try coding.value(ForeignRow.self, fromJSON: json) == row, "\(name) \(number)")
            let form = try Data(contentsOf: file("python.form"))
            #expect(try coding.value(ForeignRow.self, fromForm: form) == row, "\(name) \(number)")
            let received = Received()
            let routes = Routes(api).on(\.find) { received.note($0) }.on(\.send) { received.note($0) }
            let target = "/rows?" + String(decoding: form, as: UTF8.self)
            let response = await routes.respond(to: IncomingRequest(method: .get, target: target))
            #expect(response.head.status == .noContent, "\(name) \(number)")
            let parts = try Data(contentsOf: file("python.multipart"))
            let split = try #require(parts.firstRange(of: Data("\r\n\r\n".utf8)))
            let contentType = String(
                decoding: parts[..<split.lowerBound].dropFirst("Content-Type: ".utf8.count), as: UTF8.self)
            let request = IncomingRequest(
                method: .post, target: "/rows", header: [HeaderField(.contentType, contentType)],
                body: MessageBody(Data(parts[split.upperBound...])))
            #expect(await routes.respond(to: request).head.status == .noContent, "\(name) \(number)")
            #expect(received.rows == [row, row], "\(name) \(number)")
        }
    }

    private final class Received: Sendable {
        private let all = Guarded<[ForeignRow]>([])

        var rows: [ForeignRow] { all.withLock(\.self) }
        func note(_ row: ForeignRow) { all.withLock { $0.append(row) } }
    }
}
