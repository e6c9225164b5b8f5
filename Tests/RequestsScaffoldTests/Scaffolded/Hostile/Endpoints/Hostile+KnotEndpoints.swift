import Requests
import RequestsEndpoints

extension Hostile {
    struct KnotEndpoints: Sendable {
        let knot = Endpoint<Void, Left>(.get, "/knot")

        let pick = Endpoint<Void, Choice>(.put, "/knot")
    }
}
