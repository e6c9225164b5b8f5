import Requests
import RequestsEndpoints

extension Wire {
    struct LabelEndpoints: Sendable {
        let label = Endpoint<Void, Label?>(.get, "/label")
    }
}
