#if AsyncHTTPClient
import TestSupport

/// The frames that a ``BareHTTP2Server`` sends.
struct HTTP2Script: Sendable {
    /// The first frames; if they are empty, the server sends nothing else on its own.
    var opening = HTTP2Frames.frame(4, [])
    /// Makes the frames for a request from its stream and its number on the connection.
    var response: @Sendable (UInt32, Int) -> [UInt8] = { _, _ in [] }
    /// The frames that are sent again and again after a request, or at once after an empty opening.
    var flood: [UInt8]?
    /// Returns whether the server closes the connection after a request.
    var closes: @Sendable () -> Bool = { false }
}
#endif
