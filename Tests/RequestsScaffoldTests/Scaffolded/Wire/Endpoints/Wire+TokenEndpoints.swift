import Requests
import RequestsEndpoints

extension Wire {
    struct TokenEndpoints: Sendable {
        let issue = Endpoint<IssueInput, IssueOutput?>(.post, "/token")
    }
}
