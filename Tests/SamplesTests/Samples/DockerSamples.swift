import Foundation
import Requests

#if AsyncHTTPClient
import AsyncHTTPClient
import RequestsAsyncHTTPClient
#endif

struct Docker: RequestProviding {
    static let local = Docker(
        baseURL: URL(unixSocket: "/var/run/docker.sock", path: "/v1.43"))
    static let remote = Docker(
        baseURL: URL("https://docker.example.com:2376/v1.43"))
    let baseURL: URL
}

#if AsyncHTTPClient
extension Docker {
    static func version(of docker: Docker) async throws -> String? {
        let version = try await HTTPClient.requests.perform(
            docker.get(.json(JSONValue.self), from: "/version"))
        return version["Version"]?.string
    }
}
#endif
