import Foundation

/// A server that `.ci/servers` runs.
enum RealServer: String, Sendable, CaseIterable {
    case httpbin, moto, nginx, apache, prometheus, etcd, registry

    /// The address of the server; `nil` if it doesn't run.
    var url: URL? { Self.addresses[rawValue] }

    /// Indicates whether `.ci/servers` started the tests.
    static let areRunning = !addresses.isEmpty

    /// The list in the environment: `httpbin=http://127.0.0.1:4711,moto=…`.
    private static let addresses: [String: URL] = {
        let list = ProcessInfo.processInfo.environment["REQUESTS_SERVERS"] ?? ""
        let pairs = list.split(separator: ",").compactMap { entry -> (String, URL)? in
            let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let url = URL(string: parts[1]) else { return nil }
            return (parts[0], url)
        }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }()
}
