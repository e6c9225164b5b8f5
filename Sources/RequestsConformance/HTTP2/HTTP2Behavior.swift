/// The frames that a server of HTTP/2 sends by itself, which a case can change.
struct HTTP2Behavior: Sendable {
    /// The frames that the server sends first.
    var opening = [HTTP2Frame.settings()]
    var acknowledgesSettings = true
    var acknowledgesPings = true
    /// Indicates whether the client may send more content for each connection and stream as it is read.
    var givesWindows = true
    /// The size that the content of a stream may have before it is read.
    var encoder = HPACKEncoder()
    /// The limit for the table of the client's fields.
    var tableLimit = 4_096
    /// Indicates whether a client that doesn't send the preface is an error of the server.
    var requiresPreface = true
    /// A function that runs once the preface has arrived, before any frame is read.
    var greeting: @Sendable (_ send: ([HTTP2Frame]) throws -> Void) throws -> Void = { _ in }
}
