import Foundation
import Requests
import RequestsConformance
import RequestsEndpoints
import RequestsTesting
import Testing

/// The tutorial, which must do what it promises.
///
/// `.ci/tutorials` compiles its code after each step. The tests that its reader writes run as a part of the samples.
@Suite("The tutorial", .timeLimit(.minutes(1)))
struct TutorialTests {
    private static let chapters = ["FirstCall", "RealClient", "TestIt", "DeclareItOnce", "InAnApp"]

    /// The samples, each with the chapters after which the reader has its code.
    private static let samples = [
        ("TutorialFirstCall", chapters[..<1]), ("TutorialClient", chapters[..<3]), ("TutorialServer", chapters[..<4]),
        ("TutorialApp", chapters[4...]),
    ]

    @Test func `every file of the tutorial is shown by a step and exists`() throws {
        let files = try Document.tutorialFiles()
        let contents = try Document(tutorial: "Tutorials").text
        #expect(contents.matches(of: /"doc:(\w+)"/).map { String($0.output.1) } == Self.chapters)
        let texts = try Self.chapters.map { try Document(tutorial: $0).text } + [contents]
        let shown = texts.joined().matches(of: /(?:file|source): "([^"]+)"/).map { String($0.output.1) }
        #expect(Set(shown) == files)
        #expect(shown.count == files.count, "a file is shown twice")
        let previous = texts.joined().matches(of: /previousFile: "([^"]+)"/).map { String($0.output.1) }
        #expect(files.isSuperset(of: previous))
    }

    @Test(arguments: chapters) func `a step comes after the one with the previous number`(chapter: String) throws {
        let number = try #require(Self.chapters.firstIndex(of: chapter)) + 1
        let steps = try Document(tutorial: chapter).text.matches(of: /file: "(\d)-(\d+)-/)
        #expect(steps.map { Int($0.output.1) } == steps.map { _ in number })
        #expect(steps.map { Int($0.output.2) } == Array(1...steps.count))
    }

    /// Expects a `previousFile`, unless the previous step shows the same file: DocC then compares the two files anyway.
    @Test(arguments: chapters) func `a change is compared with the last state of its file`(chapter: String) throws {
        var states: [Substring: Substring] = [:]
        let earlier = try Self.chapters.prefix { $0 != chapter }.map { try Document(tutorial: $0).text }.joined()
        for step in earlier.matches(of: /@Code\(name: "([^"]+)", file: "([^"]+)"/) {
            states[step.output.1] = step.output.2
        }
        var last: Substring?
        let text = try Document(tutorial: chapter).text
        for step in text.matches(of: /@Code\(name: "([^"]+)", file: "([^"]+)"(?:, previousFile: "([^"]+)")?\)/) {
            let (_, name, file, previous) = step.output
            if let state = states[name], name != "Terminal" {
                #expect(previous == state || previous == nil && last == name, "\(file)")
            } else {
                #expect(previous == nil, "\(file)")
            }
            states[name] = file
            last = name
        }
    }

    @Test func `the tutorial takes an hour, and its chapter about an app takes 20 minutes`() throws {
        let times = try Self.chapters.compactMap { chapter in
            let time = try Document(tutorial: chapter).text.firstMatch(of: /^@Tutorial\(time: (\d+)\)/)
            return time.flatMap { Int($0.output.1) }
        }
        #expect(times.count == Self.chapters.count)
        #expect(times.dropLast().reduce(0, +) == 60)
        #expect(times.last == 20)
    }

    @Test(arguments: samples)
    func `a sample contains the last state of each file`(_ sample: String, chapters: ArraySlice<String>) throws {
        var states: [Substring: Substring] = [:]
        for text in try chapters.map({ try Document(tutorial: $0).text }) {
            let steps = text.matches(of: /@Code\(name: "([^"]+\.swift)", file: "([^"]+)"|Delete the file `([^`]+)`/)
            for (_, name, file, deleted) in steps.map(\.output) {
                if let name { states[name] = file }
                if let deleted { states[deleted] = nil }
            }
        }
        let shown = try Document(sample: "\(sample).swift").text
        for file in states.values {
            let text = try Document(code: String(file)).text
            // The tests don't run the program, and Linux has no SwiftUI.
            if ["@main", "import SwiftUI", "import PackageDescription"].contains(where: text.contains) { continue }
            // The sample has the members of extensions in the type itself, so the type ends later.
            for declaration in text.split(separator: "\n}\n") {
                var lines = declaration.split(separator: "\n", omittingEmptySubsequences: false)
                    .drop { $0.isEmpty || $0.hasPrefix("import ") || $0.hasPrefix("@testable ") }
                if lines.first?.hasPrefix("extension ") == true { lines = lines.dropFirst() }
                let code = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
                #expect(shown.contains(code + "\n"), "\(file) differs from \(sample).swift:\n\(code)")
            }
        }
    }

    @Test func `the first call prints the lines of the tutorial`() async throws {
        let request = TutorialFirstCall.GitHub.live.get(.json(TutorialFirstCall.User.self), from: "/users/octocat")
        #expect(try Self.contains("`\(request)`", in: "FirstCall"))
        let octocat = FixedResponse(text: #"{"login":"octocat","public_repos":8}"#)
        let user = try await octocat.perform(request)
        #expect(try Self.contains("`\(user.login) has \(user.publicRepos) public repositories.`", in: "FirstCall"))
        let escaped = TutorialFirstCall.GitHub.live.get(from: "/users/\("../zen")")
        #expect(try Self.contains("`\(escaped)`", in: "FirstCall"))
    }

    @Test func `a missing user has the two messages of the tutorial`() async throws {
        let link = "https://docs.github.com/rest/users/users#get-a-user"
        let missing = FixedResponse(
            status: 404, header: [.contentType("application/json; charset=utf-8")],
            text: #"{"message":"Not Found","documentation_url":"\#(link)","status":"404"}"#)
        let request = TutorialFirstCall.GitHub.live
            .get(.json(TutorialFirstCall.User.self), from: "/users/\("no.body")")
        let error = await #expect(throws: TransportError.self) { try await missing.perform(request) }
        let lines = [
            "$ swift run Issues no.body", "\(request)", error?.description ?? "", error?.localizedDescription ?? "", "",
        ]
        #expect(try Document(code: "1-10-Terminal.txt").text == lines.joined(separator: "\n"))
    }

    @Test func `a query and a body are sent as in the tutorial`() throws {
        typealias GitHub = TutorialClient.GitHub
        let query = TutorialClient.IssueQuery(
            owner: "swiftlang", repo: "swift", labels: ["bug", "good first issue"], perPage: 5)
        #expect(try Self.contains("`\(GitHub.live.issues(query))`", in: "RealClient"))
        // The tutorial's message has no credentials yet, so they are optional here.
        let new = TutorialClient.NewIssue(owner: "ada", repo: "tea", title: "The tea is cold")
        let message = try GitHub.live.create(new).authentication(.optional).resolve().wireFormat(showingBody: true)
        #expect(try Document(code: "2-09-Terminal.txt").text == "$ swift run Issues\n\(message)\n")
    }

    @Test func `an issue without credentials is not sent`() async throws {
        let new = TutorialClient.NewIssue(owner: "ada", repo: "tea", title: "The tea is cold")
        let error = await #expect(throws: RequestError<TutorialClient.Problem>.self) {
            try await Stub(TutorialClient.GitHub.live).perform(TutorialClient.GitHub.live.create(new))
        }
        #expect(error?.code == .credentialsMissing)
        #expect(error?.localizedDescription.contains("You have to sign in first.") == true)
    }

    @Test func `the same declaration makes the same requests`() throws {
        let query = TutorialClient.IssueQuery(owner: "ada", repo: "tea", labels: ["bug", "ui"], perPage: 5)
        let declared = TutorialServer.IssueQuery(owner: "ada", repo: "tea", labels: ["bug", "ui"], perPage: 5)
        let request = TutorialServer.GitHub.live.request(\.issues, declared)
        #expect(request.description == TutorialClient.GitHub.live.issues(query).description)
        let new = TutorialServer.GitHub.live.request(\.create, .init(owner: "ada", repo: "tea", title: "Tea"))
        let message = try new.authenticated(with: .bearerToken("test")).resolve()
        #expect(message.wireFormat(showingBody: true).hasSuffix("\n{\"title\":\"Tea\"}"))
    }

    @Test func `a search of the app can contain the delimiters of a query`() {
        let request = TutorialApp.GitHubAPI.live.search("a&b#c")
        #expect(request.description == "GET https://api.github.com/search/repositories?q=a%26b%23c%20org%3Aswiftlang")
    }

    @Test @MainActor func `the app drops the result of an older text`() async throws {
        let (arrived, held) = (Gate(), Gate())
        let stub = Stub(TutorialApp.GitHubAPI.live)
            .on(.get, "/search/repositories", .once) { _ in
                arrived.open()
                await held.opened()
                return try .json(TutorialApp.SearchResult(items: [.init(id: 1, name: "old")]))
            }
            .on(.get, "/search/repositories", .once) { _ in
                try .json(TutorialApp.SearchResult(items: [.init(id: 2, name: "new")]))
            }
        let list = TutorialApp.RepositoryList(transport: stub)
        list.text = "a"
        let first = Task { await list.load() }
        await arrived.opened()
        list.text = "b"
        await list.load()
        held.open()
        await first.value
        #expect(list.repositories.map(\.name) == ["new"])
        #expect(list.phase == .loaded)
        try stub.verify()
    }

    @Test @MainActor func `the app shows the message of a failed download`() async {
        let stub = Stub(TutorialApp.GitHubAPI.live)
            .on(.get, "/repos/{owner}/{name}/zipball") { _ in
                try .json(TutorialApp.Problem(message: "Not Found"), status: .notFound)
            }
        let download = TutorialApp.Download(.init(id: 1, name: "swift"), transport: stub)
        await download.save(to: .temporaryDirectory.appending(path: "\(UUID())"))
        #expect(download.phase == .failed("Not Found"))
    }

    /// Returns whether a chapter contains a text, which may continue on another line.
    private static func contains(_ text: String, in chapter: String) throws -> Bool {
        let words = try Document(tutorial: chapter).text.split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ").contains(text)
    }
}
