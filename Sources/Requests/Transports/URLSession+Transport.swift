import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Sends messages by URLSession.
///
/// On Linux the tasks run on a session that the library makes from `URLSession.configuration` the first time, because a bare
/// one there gives no stream, hangs on a 401 and takes credentials along to other hosts. Where the session has a delegate of
/// its own, its tasks run on itself, without these repairs. See <doc:URLSessionOnLinux>.
extension URLSession: Transport {
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let exchange = URLSessionExchange(request)
        let urlRequest = try request.toURLRequest()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.start(urlRequest, on: self, continuation)
            }
        } onCancel: {
            exchange.cancel()
        }
    }
}
