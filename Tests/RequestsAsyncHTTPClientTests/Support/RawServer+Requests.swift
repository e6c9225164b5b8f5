#if AsyncHTTPClient
import Foundation
import Requests
import RequestsConformance

extension RawServer {
    /// An API of the server.
    var api: AnonymousProvider { AnonymousProvider(baseURL: baseURL) }

    /// Makes a request for the bytes of its root.
    func get() -> Request<AnonymousProvider, Data> { api.get(.data, from: "/") }
}
#endif
