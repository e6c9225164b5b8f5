import Requests
import RequestsEndpoints

extension Wire {
    struct SearchEndpoints: Sendable {
        // Not scaffolded: the property near of the query parameter searchParameters, because it
        // isn't a simple value.
        // Not scaffolded: the properties of the query parameter any, because their names are
        // unknown.
        let search = Endpoint<SearchInput, [Hit]>(.get, "/search")
    }
}
