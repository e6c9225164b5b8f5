import Foundation
import Requests
import Synchronization

/// Runs the steps of the chapters, shows them, and checks their results.
///
/// The Swift on the page is the source of the very closure that runs, read from the chapter's file. A step calls a real
/// server, and the request on the page is the one that this server received.
struct Tour: Sendable {
    /// The base URL of the server.
    let server: URL

    /// The host and the port.
    var host: Substring { server.absoluteString.dropFirst("http://".count) }

    /// The base URL of a second server, which is a different origin.
    let branch: URL

    private let library: LibraryServer
    private let branchLibrary: LibraryServer
    private let page: Page
    private let showsAllFields: Bool
    private let score = Score()

    /// The fields that every request has, because URLSession adds them.
    private let usualFields: [String]

    init(of library: LibraryServer, and branch: LibraryServer, on page: Page, showsAllFields: Bool) async throws {
        self.library = library
        branchLibrary = branch
        self.branch = branch.baseURL
        self.page = page
        self.showsAllFields = showsAllFields
        server = library.baseURL
        // This request contains only the usual fields, which aren't worth showing each time.
        try await URLSession.shared.perform(AnonymousProvider(baseURL: server).get(.data, from: "/"))
        usualFields = library.takeReceived().flatMap(\.fields)
    }

    /// Announces the steps.
    func begin() {
        page.blank()
        page.prose(
            """
            A small library with an HTTP API is open at \(server). Every step runs the Swift that it shows, and shows the \
            request as that server received it.
            """
        )
    }

    func run(_ chapter: Chapter) async {
        page.chapter(chapter.number, chapter.title, file: SourceFile(path: chapter.path).name)
        do {
            try await chapter.run(self)
        } catch {
            page.problem("the chapter ended early: \(error)")
            score.countFailure()
        }
    }

    /// Prints a summary.
    ///
    /// - Returns: Whether every step had the expected result.
    func end(after chapters: Int) -> Bool {
        page.end(chapters: chapters, steps: score.steps, failures: score.failures)
        return score.failures == 0
    }
}

extension Tour {
    /// Prints a remark about the next steps.
    func say(_ text: String) {
        page.prose(text)
    }

    /// Shows the declaration whose first line has this beginning, from the chapter's file.
    func code(_ beginning: String, file: StaticString = #filePath) {
        let source = SourceFile(path: "\(file)")
        if let lines = source.declaration(beginning: beginning) {
            page.declaration(lines)
        } else if source.isReadable {
            page.problem("no line of \(source.name) begins with “\(beginning)”")
            score.countFailure()
        } else {
            page.note("(the declaration is in \(source.name))")
        }
    }

    /// Shows the code of the chapter so far, which its steps continue.
    func setting(file: StaticString = #filePath, line: Int = #line) {
        guard let lines = SourceFile(path: "\(file)").beginning(to: line) else { return }
        page.declaration(lines)
    }

    /// Runs and shows a step with a response; `sends` is the method and target that the server must receive.
    func step<Output: Equatable>(
        _ title: String, sends: String? = nil, gives expected: Output, allFields: Bool = false,
        file: StaticString = #filePath, line: Int = #line, _ body: () async throws -> Output
    ) async {
        begin(title, file: file, line: line)
        do {
            show(try await body(), expected: expected, sends: sends, allFields: allFields)
        } catch {
            fail(with: error)
        }
    }

    /// Runs and shows a step whose only result is its success.
    func step(
        _ title: String, sends: String, file: StaticString = #filePath, line: Int = #line,
        _ body: () async throws -> Void
    ) async {
        begin(title, file: file, line: line)
        do {
            try await body()
            showRequests(expecting: sends)
            page.response("success", isExpected: true)
        } catch {
            fail(with: error)
        }
    }

    /// Runs and shows a step that passes its response to a function.
    func callback(
        _ title: String, sends: String, gives expected: String, file: StaticString = #filePath, line: Int = #line,
        _ body: (@escaping @Sendable (String) -> Void) -> Void
    ) async {
        begin(title, file: file, line: line)
        let result = await withCheckedContinuation { continuation in
            body { continuation.resume(returning: $0) }
        }
        show(result, expected: expected, sends: sends)
    }

    /// Runs and shows a step whose bodies take a while, with a progress bar.
    func transfer<Output: Equatable>(
        _ title: String, sends: String, gives expected: Output, file: StaticString = #filePath, line: Int = #line,
        _ body: (ProgressBar) async throws -> Output
    ) async {
        begin(title, file: file, line: line)
        let bar = ProgressBar(on: page)
        do {
            let result = try await body(bar)
            try await bar.finish()
            show(result, expected: expected, sends: sends)
        } catch {
            fail(with: error)
        }
    }

    /// Runs and shows a step that makes a text, such as the description of a request.
    func text(
        _ title: String, gives expected: String, file: StaticString = #filePath, line: Int = #line,
        _ body: () async throws -> String
    ) async {
        begin(title, file: file, line: line)
        do {
            let text = try await body()
            showRequests()
            page.output(text)
            if text != expected { miss("expected \(expected)") }
        } catch {
            fail(with: error)
        }
    }

    /// Runs and shows a step that ends with an error.
    func failure<Output>(
        _ title: String, sends: String? = nil, code: RequestErrorCode, file: StaticString = #filePath,
        line: Int = #line, _ body: () async throws -> Output
    ) async {
        begin(title, file: file, line: line)
        do {
            let result = try await body()
            showRequests(expecting: sends)
            miss("expected the error \(code), got \(ValueText.text(of: result))")
        } catch {
            showRequests(expecting: sends)
            page.error(forUser: error.localizedDescription, forDeveloper: String(describing: error))
            let found = (error as? any AnyRequestError)?.code
            if found != code { miss("expected the error \(code)") }
        }
    }

    private func begin(_ title: String, file: StaticString, line: Int) {
        score.countStep()
        page.step(title)
        let source = SourceFile(path: "\(file)")
        if let lines = source.closure(at: line, with: title) {
            page.swift(lines)
        } else {
            page.note("(the Swift of this step is at line \(line) of \(source.name))")
        }
    }

    private func show<Output: Equatable>(
        _ result: Output, expected: Output, sends: String?, allFields: Bool = false
    ) {
        showRequests(expecting: sends, allFields: allFields)
        page.response(ValueText.text(of: result), isExpected: result == expected)
        if result != expected { miss("expected \(ValueText.text(of: expected))") }
    }

    private func showRequests(expecting expected: String? = nil, allFields: Bool = false) {
        let requests = library.takeReceived()
        for request in requests {
            page.wire(request.text(leavingOut: allFields || showsAllFields ? [] : usualFields))
        }
        for request in branchLibrary.takeReceived() {
            // Only the usual fields are left out. The host is shown, because it differs from the usual host.
            page.wire(request.text(leavingOut: showsAllFields ? [] : usualFields), label: "elsewhere")
        }
        if let expected, !requests.contains(where: { $0.requestLine == expected }) {
            miss("expected the server to receive \(expected)")
        }
    }

    private func fail(with error: any Error) {
        showRequests()
        miss("an error that is not expected: \(error)")
    }

    private func miss(_ text: String) {
        page.problem(text)
        score.countFailure()
    }
}

/// The number of steps, and the number of failed steps.
private final class Score: Sendable {
    private let counts = Mutex((steps: 0, failures: 0))

    var steps: Int { counts.withLock(\.steps) }
    var failures: Int { counts.withLock(\.failures) }

    func countStep() { counts.withLock { $0.steps += 1 } }
    func countFailure() { counts.withLock { $0.failures += 1 } }
}
