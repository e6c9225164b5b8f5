#if Hummingbird
import Foundation
import Requests
import RequestsEndpoints
import RequestsOpenAPI

/// An API whose operations can all be tried out with the examples of its document.
struct ShelfAPI: RequestProviding {
    var baseURL: URL = URL("http://127.0.0.1/v1")

    let books = Endpoint<BookSearch, [Book]>(.get, "/books").tags("books")
        .summary("Finds books").description("The result is sorted by *title*.")
        .example(input: BookSearch(title: "Dune", kinds: [.print, .audio]), output: [.sample])
    let book = Endpoint<Int, Book>(.get, "/books/{id}").tags("books").summary("Returns a book")
    let add = Endpoint<NewBook, Book>(.post, "/books").status(.created).tags("books").summary("Adds a book")
        .idempotent(.keyed).example(input: NewBook(title: "Dune & more", kind: .print), output: .sample)
    let replace = Endpoint<BookReplacement, Book>(.put, "/books/{id}").tags("books").summary("Replaces a book")
        .example(input: BookReplacement(id: 7, traceID: "t1", book: .sample), output: .sample)
    let erase = Endpoint<Int, Void>(.delete, "/books/{id}").tags("books", "admin").summary("Erases a book")
        .authentication(.required).deprecated()
    let rate = Endpoint<Rating, String>(.post, "/ratings").body(.form).summary("Rates a book")
        .example(input: Rating(book: 1, words: "a b&c"), output: "thanks")
    let lines = Endpoint<Int, ElementStream<String>>(.get, "/books/{id}/lines").summary("Reads a book aloud")
}

struct BookSearch: Codable, Hashable, Sendable {
    var title: String
    var kinds: [Book.Kind]
}

struct Book: Codable, Hashable, Sendable {
    enum Kind: String, Codable, CaseIterable { case print, audio }

    var id: Int
    var title: String
    var kind: Kind

    static let sample = Book(id: 7, title: "Dune", kind: .print)
}

struct NewBook: Codable, Hashable, Sendable {
    var title: String
    var kind: Book.Kind
}

struct BookReplacement: Codable, Hashable, Sendable {
    var id: Int
    @HeaderValue var traceID: String?
    @BodyValue var book: Book

    init(id: Int, traceID: String?, book: Book) {
        self.id = id
        self.traceID = traceID
        self.book = book
    }
}

struct Rating: Codable, Hashable, Sendable {
    var book: Int
    var words: String
}

extension Routes<ShelfAPI> {
    /// Makes routes that accept only the examples, the credentials and the values that a reader of the page sends.
    static func shelf(at path: String? = nil) -> Self {
        Routes(ShelfAPI(), at: path)
            .authenticating(by: .bearerToken) { token in token == "token" }
            .on(\.books) { search in try expect(search, BookSearch(title: "Dune", kinds: [.print, .audio]), [.sample]) }
            .on(\.book) { id in Book(id: id, title: "Dune", kind: .audio) }
            .on(\.add) { book in try expect(book, NewBook(title: "Dune & more", kind: .print), .sample) }
            .on(\.replace) { try expect($0, BookReplacement(id: 7, traceID: "t1", book: .sample), .sample) }
            .on(\.erase) { _ in }
            .on(\.rate) { try expect($0, Rating(book: 1, words: "a b&c"), "thanks") }
            .on(\.lines) { count in ElementStream((0..<count).map { "line \($0)" }) }
    }

    private static func expect<Input: Equatable, Output>(
        _ input: Input, _ expected: Input, _ output: Output
    ) throws -> Output {
        guard input == expected else { throw ServingError(.conflict, "got \(input)") }
        return output
    }
}
#endif
