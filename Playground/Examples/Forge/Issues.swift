import ArgumentParser
import Foundation
import Requests

struct Issues: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists issues, the newest first.")

    @OptionGroup var options: Options
    @Option(help: "The state of the issues.") var state = Issue.State.open
    @Option(help: "The largest number of issues.") var limit = 30

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit has to be positive.") }
    }

    func run() async throws {
        let issues = options.session.stream(options.gitHub.issues(state))
        // Each page is requested only when the limit leaves room for its issues.
        for try await issue in issues.filter({ $0.pullRequest == nil }).prefix(limit) {
            print("#\(issue.number)\t\(issue.user.login)\t\(issue.title)")
        }
    }
}

struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows an issue.")

    @OptionGroup var options: Options
    @Argument(help: "The number of the issue.") var number: Int

    func run() async throws {
        let issue = try await options.session.perform(options.gitHub.issue(number))
        print("#\(issue.number) \(issue.title)")
        print("opened by \(issue.user.login) on \(issue.createdAt.formatted(.iso8601.year().month().day()))")
        if let body = issue.body { print("\n\(body)") }
    }
}

struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Opens an issue.")

    @OptionGroup var options: Options
    @Option(help: "The title.") var title: String
    @Option(help: "The text.") var body: String?

    func run() async throws {
        let issue = try await options.session.perform(options.gitHub.create(NewIssue(title: title, body: body)))
        print("#\(issue.number) \(issue.title)")
    }
}
