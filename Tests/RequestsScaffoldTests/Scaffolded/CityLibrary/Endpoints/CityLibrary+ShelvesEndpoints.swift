import Foundation
import Requests
import RequestsEndpoints

extension CityLibrary {
    struct ShelvesEndpoints: Sendable {
        /// Get a shelf.
        let get = Endpoint<UUID, Shelf>(.get, "/shelves/{id}")
    }
}
