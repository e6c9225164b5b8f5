#if AsyncHTTPClient
import TestSupport

/// The frames that a ``BareHTTP2Server`` sends.
struct HTTP2Script: Sendable {
    /// The first frames; if they are empty, the server sends no frames except the responses and the flood.
    var opening = HTTP2Frames.frame(4, [])
    /// Makes the frames of a response from the request's stream and from the request's number on the connection.
    var response: @Sendable (UInt32, Int) -> [UInt8] = { _, _ in [] }
    /// The frames that are sent endlessly after a request; with an empty opening, they are sent at once.
    var flood: [UInt8]?
    /// Returns whether the server closes the connection after a request.
    var closes: @Sendable () -> Bool = { false }
}
#endif
