import Requests
import RequestsEndpoints

extension Wire {
    struct OrdersEndpoints: Sendable {
        let order = Endpoint<OrderInput, Void>(.post, "/orders").arrays(.commaSeparated).body(.form)
    }
}
