import Requests
import RequestsEndpoints

extension Routes {
    /// Makes the routes of a stub: they accept every request, since the client has checked that it has credentials.
    static func stubbing(_ api: API) -> Self {
        Routes(api).authenticating(by: AuthenticationScheme(challenge: "Any") { _ in true }) { $0 }
    }
}
