#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends messages with URLSession.
///
/// On Linux, a plain session can't stream, hangs on a 401, and sends credentials to other hosts. So the library makes a
/// session from the `configuration` when you send the first request, and sends all requests with that session.
/// Invalidating your session doesn't affect the library's session.
///
/// The library's session uses a cache only if you stored responses in it by hand before. On Linux, Foundation stores
/// nothing in a cache, and may end the process if a request is cancelled while Foundation looks it up.
///
/// A session with a delegate sends the requests itself, with these faults of Foundation. See <doc:URLSessionOnLinux>.
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
