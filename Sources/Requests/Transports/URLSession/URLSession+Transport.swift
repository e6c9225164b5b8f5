#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends messages with URLSession.
///
/// On Linux, the tasks run on a session that the library makes from `URLSession.configuration` the first time. A bare session
/// there provides no stream, hangs on a 401, and sends credentials to other hosts. Invalidating the session does not affect the
/// one that the library made.
///
/// That session only has a cache that was filled by hand before. Foundation stores nothing in a cache, and may end the process if
/// a request that it looks up is cancelled at the wrong moment.
///
/// If the session has a delegate, its tasks run on the session itself, without these repairs. See <doc:URLSessionOnLinux>.
extension URLSession: Transport {
    /// Sends a message, and returns the head of its response with a body that can be read as it arrives.
    ///
    /// - Parameter request: The message.
    /// - Returns: Head and body of the response.
    /// - Throws: A ``TransportError`` with the reason why there is no response.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.followingRedirects { try await URLSessionSystem.send($0, on: self) }
    }
}
