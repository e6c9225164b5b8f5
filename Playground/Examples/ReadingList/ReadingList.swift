// ReadingList: a service that keeps a list of books to read, and a client of this service.
//
//     export REQUESTS_EXTRAS=examples READING_LIST_TOKEN=secret
//     swift run ReadingList serve          # then open http://127.0.0.1:8080/docs
//     swift run ReadingList add "Dune" --author "Frank Herbert"
//     swift run ReadingList finish 1 --stars 5
//     swift run ReadingList books --unread
//
// BooksAPI.swift declares the API once. Service.swift serves it on Hummingbird, Client.swift calls it, and the tests, in
// Tests/ExamplesTests, replace either side.

import ArgumentParser

@main
struct ReadingList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reading-list", abstract: "Keeps a list of books to read.",
        subcommands: [Serve.self, Books.self, Add.self, Finish.self, Remove.self])
}
