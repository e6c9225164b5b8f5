import Requests
import RequestsEndpoints

extension Shapes {
    struct BooksEndpoints: Sendable {
        let bookByID = Endpoint<Int, Void>(.get, "/books/{id}")

        let bookByISBN = Endpoint<String, BookByISBNOutput>(.get, "/books/{isbn}")
    }
}
