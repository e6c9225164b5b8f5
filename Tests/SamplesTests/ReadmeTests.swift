import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI
import RequestsTesting
import Testing

/// The samples of the README, which must do what the README promises.
@Suite("Samples of the README", .timeLimit(.minutes(1)))
struct ReadmeTests {
    @Test func `the first chained call sends the line in its comment`() throws {
        let request = GitHub.live.get(.json(User.self), from: "/users/\("ada")").timeout(after: .seconds(10))
        let message = try request.resolve()
        let line = "\(message.method) /users/ada"
        #expect(message.urlText == "https://api.github.com/users/ada")
        #expect(try Document.readme().text.contains("  // \(line)\n"), "\(line)")
    }

    @Test func `the samples are one program`() throws {
        let program = try ["FirstSample.swift", "ReadmeSamples.swift"].map { try Document(sample: $0).text }.joined()
        let lines = Set(program.split(separator: "\n").map { $0.drop { $0 == " " } })
        for block in try Document.readme().blocks where block.language == "swift" {
            for line in block.lines where !line.isEmpty { #expect(lines.contains(line.drop { $0 == " " }), "\(line)") }
        }
    }

    @Test func `the value that proves a reason stays one segment`() throws {
        let path = try GitHub.live.get(from: "/users/\("../x")").resolve().urlText.dropFirst(
            "https://api.github.com".count)
        let readme = try Document.readme().text
        #expect(readme.contains("`\"../x\"`"))
        #expect(readme.contains("`\(path)`"), "\(path)")
    }

    @Test func `over 1,000 cases compare the transports`() throws {
        #expect(try Document.readme().text.contains("[over 1,000 cases]"))
        let rows = try Document(page: "TransportConformance.md").rows(below: "## Results")
        let client = try #require(rows.first { $0.first == "AsyncHTTPClient" })
        #expect(client.dropFirst().compactMap { Int($0) }.reduce(0, +) > 700)
    }

    @Test func `an error has the description on the page`() async throws {
        let missing = FixedResponse(status: 404, text: #"{"message":"Not Found"}"#)
        let error = await #expect(throws: RequestError<Problem>.self) {
            try await missing.perform(GitHub.live.get(.json(User.self), from: "/users/nobody"))
        }
        let description = try #require(error?.description)
        #expect(try Document.readme().blocks.contains { $0.text == description }, "\(description)")
    }

    @Test func `a query and a body are sent as in their comments`() throws {
        let (issues, create) = ReadmeSamples.queryAndBody(.live)
        #expect(issues.description == "GET https://api.github.com/issues?labels=bug&labels=urgent")
        #expect(try create.resolve().wireFormat(showingBody: true).hasSuffix("{\"title\":\"Broken\"}"))
        #expect(try create.resolve().header["Accept"] == "application/json")
    }

    @Test(arguments: [
        (200, #"{"login":"ada","followers":3}"#, "ada"),
        (404, #"{"message":"Nobody"}"#, "Nobody"),
        (200, "{}", TransportError(code: .decodingFailed, message: "").localizedDescription),
    ])
    func `an error becomes a text for users`(status: Int, body: String, text: String) async {
        let session = FixedResponse(status: HTTPStatus(status), text: body)
        let request = GitHub.live.get(.json(User.self), from: "/users/ada")
        var log: [String] = []
        let shown = await ReadmeSamples.text(of: request, by: session) { log.append($0) }
        #expect(shown == text)
        #expect(log.allSatisfy { $0.hasPrefix("decodingFailed: ") })
        #expect(log.isEmpty == (text == "ada" || text == "Nobody"))
    }

    @Test func `one declaration calls, serves, stubs and documents`() async throws {
        let api = ReadmeSamples.Lists(baseURL: URL("https://lists.example"))
        let info = OpenAPI.Info(title: "Lists", version: "1.0.0")
        let server = Loopback(Routes(api).on(\.items) { list in ["Milk for \(list)"] })
        let (items, routes, stub, document) = try await ReadmeSamples.endpoint(api, info, by: server)
        #expect(items == ["Milk for 7"])
        #expect(try await Loopback(routes).perform(api.request(\.items, 7)) == ["Tea for 7"])
        #expect(try await stub.perform(api.request(\.items, 7)) == ["Tea"])
        #expect(try api.request(\.items, 7).resolve().urlText == "https://lists.example/lists/7")
        #expect(String(decoding: document.data, as: UTF8.self).contains("\"/lists/{list}\""))
    }

    @Test func `every link of the README leads to a file`() throws {
        let links = try Document.readme().text.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) }
        #expect(links.count > 20)
        for link in links where !link.contains("://") {
            #expect(Document.exists(String(link.prefix { $0 != "#" })), "\(link)")
        }
    }
}
