import RequestsConformance
import RequestsTesting

/// The names of the checks that a transport can't pass.
enum ServerLimits {
    static let urlSession: [String: KnownLimit] = {
        #if canImport(FoundationNetworking)
        [
            "etcd/an error with a trailer": KnownLimit(
                "Foundation on Linux ends the process at a trailer", kind: .endsProcess)
        ]
        #else
        [:]
        #endif
    }()

    static let asyncHTTPClient: [String: KnownLimit] = [:]
}
