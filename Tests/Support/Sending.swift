package import Foundation
package import Requests
package import RequestsConformance

extension RawServer {
    /// An API at this server, without custom types.
    package var api: AnonymousProvider { AnonymousProvider(baseURL: baseURL) }

    /// Makes a GET whose response is bytes.
    package func get(_ path: URLPath = "/") -> Request<AnonymousProvider, Data> { api.get(.data, from: path) }
}

extension Transport {
    /// Sends a request, and returns its error; `nil` if it succeeds.
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
    /// Reads a request and responds with bytes that are sent unchanged.
    package func respond(_ text: String) throws {
        _ = try readRequest()
        try send(text)
    }
}
