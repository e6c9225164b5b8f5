import Foundation
import Requests
import RequestsEndpoints

extension Wire {
    struct LinesEndpoints: Sendable {
        // Not scaffolded: the element type of the request body.
        let postLines = Endpoint<Data, Void>(.post, "/lines")
            .adding(headerField: .contentType("application/x-ndjson"))
    }
}
