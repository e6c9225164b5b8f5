#if Curl
import Foundation
import Requests
import RequestsCurl

/// The samples of the page on libcurl.
struct CurlSamples {
    struct User: Codable { var login: String }

    func user(_ login: String) async throws -> User {
        try await CurlSession.shared.perform(
            GitHub.live.get(.json(User.self), from: "/users/\(login)"))
    }

    func configured() -> CurlSession {
        var configuration = CurlSession.Configuration()
        configuration.connectionLimitPerHost = 8
        configuration.proxy = URL("http://proxy.example:3128")
        let session = CurlSession(configuration)
        return session
    }
}
#endif
