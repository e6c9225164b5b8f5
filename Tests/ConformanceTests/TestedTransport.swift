import Requests
import TransportSoak

#if AsyncHTTPClient
import AsyncHTTPClient
import RequestsAsyncHTTPClient
#endif
#if Curl
import RequestsCurl
#endif

/// The transports that this build has.
enum TestedTransport: String, CaseIterable, Sendable {
    case urlSession = "URLSession"
    #if AsyncHTTPClient
    case asyncHTTPClient = "AsyncHTTPClient"
    #endif
    #if Curl
    case libcurl
    #endif

    /// Returns whether the transport supports a kind of body; URLSession on Linux can't send sequences.
    func sends(_ kind: UploadKind) -> Bool {
        switch kind {
        case .sequence, .sequenceOfKnownLength: self != .urlSession
        default: true
        }
    }

    /// Runs a function with a new client, and closes the client's connections afterwards.
    func withTransport<T>(_ body: (any Transport) async throws -> T) async throws -> T {
        switch self {
        case .urlSession:
            let transport = URLSessionTransport()
            defer { transport.finishTasksAndInvalidate() }
            return try await body(transport)
        #if AsyncHTTPClient
        case .asyncHTTPClient:
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .requests)
            do {
                let result = try await body(client)
                try await client.shutdown()
                return result
            } catch {
                try? await client.shutdown()
                throw error
            }
        #endif
        #if Curl
        case .libcurl:
            return try await body(CurlSession())
        #endif
        }
    }
}
