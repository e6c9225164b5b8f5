import Foundation
import Requests
import RequestsEndpoints

extension CityLibrary {
    /// The catalog.
    struct BooksEndpoints: Sendable {
        // Not scaffolded: the response header fields Link.
        // Not scaffolded: the query parameter filter[year], because it has brackets in the name.
        /// List books.
        ///
        /// The books are sorted by title.
        let list = Endpoint<BooksListInput, BookPage>(.get, "/books")

        /// Add a book.
        let add = Endpoint<BooksAddInput, Book>(.post, "/books").status(.created)

        /// Get a book.
        let get = Endpoint<String, Book>(.get, "/books/{isbn}")

        /// Remove a book.
        let delete = Endpoint<BooksDeleteInput, Void>(.delete, "/books/{isbn}").deprecated()

        /// Change a book.
        let update = Endpoint<BooksUpdateInput, Book>(.patch, "/books/{isbn}")

        /// Get the cover of a book.
        let getCover = Endpoint<String, Data>(.get, "/books/{isbn}/cover")

        /// Set the cover of a book.
        let setCover = Endpoint<BooksSetCoverInput, BooksSetCoverOutput>(
            .put, "/books/{isbn}/cover"
        )
        .body(.multipart)

        // Not scaffolded: a second parameter named x-size.
        let setCoverWord = Endpoint<BooksSetCoverWordInput, Void>(.post, "/books/{isbn}/cover")

        // Not scaffolded: the keyword `pattern` of the property pattern.
        // Not scaffolded: the bodies of failures with the status 503.
        /// List the copies of a book.
        let copies = Endpoint<BooksCopiesInput, BooksCopiesOutput>(.get, "/books/{isbn}/copies")
            .failures(.notFound)
            .failures(.conflict, as: Move.self)
            .arrays(.commaSeparated, of: "states")
    }
}
