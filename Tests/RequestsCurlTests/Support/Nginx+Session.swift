#if Curl
import Foundation
import Requests
import RequestsCurl
import TLSSupport

extension Nginx {
    /// Makes a session that trusts the server, with additional settings.
    func session(_ set: (inout CurlSession.Configuration) -> Void = { _ in }) throws -> CurlSession {
        var configuration = CurlSession.Configuration()
        configuration.allowsHTTP2 = true
        set(&configuration)
        return try CurlSession(
            configuration, security: TransportSecurity(rootsFile: folder.appending(path: "authority.pem")))
    }
}
#endif
