#if Curl
import Foundation
import RequestsCurl
import TLSSupport

extension Nginx {
    /// Makes a session that trusts the server, with further settings.
    func session(_ set: (inout CurlSession.Configuration) -> Void = { _ in }) -> CurlSession {
        var configuration = CurlSession.Configuration()
        configuration.allowsHTTP2 = true
        configuration.trustedCertificates = folder.appending(path: "authority.pem")
        set(&configuration)
        return CurlSession(configuration)
    }
}
#endif
