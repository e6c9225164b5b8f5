package import Foundation
package import Requests
package import RequestsConformance

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RawServer {
    /// An API at this server, without types of its own.
    package var api: AnonymousProvider { AnonymousProvider(baseURL: baseURL) }

    /// A GET whose response is bytes.
    package func get(_ path: URLPath = "/") -> Request<AnonymousProvider, Data> { api.get(.data, from: path) }
}

extension Transport {
    /// The error of a request; `nil` where it has none.
    package func failure<R: RequestConvertible>(of request: R) async -> RequestError<R.Failure>? {
        do throws(RequestError<R.Failure>) {
            _ = try await perform(request)
            return nil
        } catch {
            return error
        }
    }
}

extension RawConnection {
    /// Reads a request and responds with bytes that are sent as they are.
    package func respond(_ text: String) throws {
        _ = try readRequest()
        try send(text)
    }
}
