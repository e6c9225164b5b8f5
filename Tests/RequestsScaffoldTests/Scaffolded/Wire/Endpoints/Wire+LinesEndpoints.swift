import Foundation
import Requests
import RequestsEndpoints

extension Wire {
    struct LinesEndpoints: Sendable {
        // Not scaffolded: the elements of the body.
        let postLines = Endpoint<Data, Void>(.post, "/lines")
            .adding(headerField: .contentType("application/x-ndjson"))
    }
}
