import Requests
import RequestsEndpoints

extension Wire {
    struct RowsEndpoints: Sendable {
        let putRows = Endpoint<String, Void>(.put, "/rows")
            .adding(headerField: .contentType("text/csv"))
    }
}
