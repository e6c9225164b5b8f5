import Requests
import RequestsEndpoints

extension Wire {
    struct PetEndpoints: Sendable {
        let pet = Endpoint<Void, Pet>(.get, "/pet")
    }
}
