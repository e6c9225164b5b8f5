import Requests
import RequestsEndpoints

extension Routes {
    /// Makes the routes of a stub, which accept every request: the client has already checked that it has credentials.
    static func stubbing(_ api: API) -> Self {
        Routes(api).authenticating(by: AuthenticationScheme(challenge: "Any") { _ in true }) { $0 }
    }
}
