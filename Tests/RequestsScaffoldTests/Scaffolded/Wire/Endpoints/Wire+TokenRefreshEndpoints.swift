import Requests
import RequestsEndpoints

extension Wire {
    struct TokenRefreshEndpoints: Sendable {
        let refresh = Endpoint<RefreshInput, RefreshOutput?>(.post, "/token#refresh")
    }
}
