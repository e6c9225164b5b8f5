import Requests
import RequestsEndpoints

extension CityLibrary {
    struct MediaEndpoints: Sendable {
        /// Get a book, a film or a map.
        let getMedium = Endpoint<Int, Medium>(.get, "/media/{id}")
    }
}
