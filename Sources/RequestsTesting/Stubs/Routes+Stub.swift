import Requests
import RequestsEndpoints

extension Routes {
    /// Makes a stub's routes.
    ///
    /// They authenticate every request, because the client has already checked for credentials.
    static func stubbing(_ api: API) -> Self {
        Routes(api).authenticating(by: AuthenticationScheme(challenge: "Any") { _ in true }) { $0 }
    }
}
