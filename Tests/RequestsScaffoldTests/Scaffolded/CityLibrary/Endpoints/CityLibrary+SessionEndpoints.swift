import Requests
import RequestsEndpoints

extension CityLibrary {
    struct SessionEndpoints: Sendable {
        /// Sign in.
        let signIn = Endpoint<SignInInput, SignInOutput>(.post, "/session")
            .body(.form)
            .authentication(.none)
    }
}
