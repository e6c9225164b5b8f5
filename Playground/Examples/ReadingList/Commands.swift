import ArgumentParser
import Foundation
import Requests

/// The options of all commands that call the service.
struct Options: ParsableArguments {
    @Option(help: "The URL of the service.") var url = URL("http://127.0.0.1:8080")

    var client: Client { Client(BooksAPI(baseURL: url), token: token, on: URLSession.shared) }
}

extension URL: @retroactive ExpressibleByArgument {
    /// Reads a URL with a host.
    public init?(argument: String) {
        self.init(string: argument)
        guard host() != nil else { return nil }
    }
}

/// The secret of the list's owner, for the service and its client.
var token: String? { ProcessInfo.processInfo.environment["READING_LIST_TOKEN"] }

struct Books: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the books.")

    @OptionGroup var options: Options
    @Flag(help: "Only the books that nobody has read yet.") var unread = false

    func run() async throws {
        for book in try await options.client.books(Filter(isRead: unread ? false : nil)) { print(book) }
    }
}

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Adds a book.")

    @OptionGroup var options: Options
    @Argument(help: "The title.") var title: String
    @Option(help: "The author.") var author: String

    func run() async throws {
        let isNew = try await options.client.add(NewBook(title: title, author: author))
        print(isNew ? "\(title) is on the list." : "\(title) was on the list already.")
    }
}

struct Finish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Records that you have read a book.")

    @OptionGroup var options: Options
    @Argument(help: "The number of the book.") var id: Int
    @Option(help: "How you liked it, from 1 to 5.") var stars: Int

    func run() async throws {
        print(try await options.client.finish(id, stars: stars))
    }
}

struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Removes a book.")

    @OptionGroup var options: Options
    @Argument(help: "The number of the book.") var id: Int

    func run() async throws {
        try await options.client.remove(id)
    }
}

extension Book: CustomStringConvertible {
    var description: String {
        "\(id). \(title), by \(author)" + (stars.map { " " + String(repeating: "★", count: $0) } ?? "")
    }
}
