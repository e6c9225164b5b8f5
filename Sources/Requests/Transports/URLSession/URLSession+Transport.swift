#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends messages by URLSession.
///
/// On Linux the tasks run on a session that the library makes from `URLSession.configuration` the first time, because a bare
/// one there gives no stream, hangs on a 401 and takes credentials along to other hosts. To invalidate the session does not
/// reach that one. A cache goes along only where it was filled by hand before: Foundation stores nothing in one, and may end
/// the process where a request that it looks up is cancelled at the wrong moment.
///
/// Where the session has a delegate of its own, its tasks run on itself, without these repairs. See <doc:URLSessionOnLinux>.
extension URLSession: Transport {
    /// Sends a message, and returns the head of its answer with a body that can be read while it comes.
    ///
    /// - Parameter request: The message.
    /// - Returns: Head and body of the answer.
    /// - Throws: A ``TransportError`` that says what kept the answer from coming.
    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await request.followingRedirects { try await URLSessionSystem.send($0, on: self) }
    }
}
