import Requests
import RequestsEndpoints

extension Wire {
    struct SearchEndpoints: Sendable {
        // Not scaffolded: near of the query parameter searchParameters, which isn't a simple value.
        // Not scaffolded: the names of the query parameter any, which aren't known.
        let search = Endpoint<SearchInput, [Hit]>(.get, "/search")
    }
}
