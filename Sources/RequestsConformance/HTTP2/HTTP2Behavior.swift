/// The frames that an HTTP/2 server sends automatically.
///
/// A case can change them.
struct HTTP2Behavior: Sendable {
    /// The frames that the server sends first.
    var opening = [HTTP2Frame.settings()]
    var acknowledgesSettings = true
    var acknowledgesPings = true
    /// Indicates whether the server reopens the windows of the connection and the streams as content is read.
    var givesWindows = true
    /// The encoder of the server's header blocks.
    var encoder = HPACKEncoder()
    /// The maximum size of the table that the client's header blocks use.
    var tableLimit = 4_096
    /// Indicates whether the server reports an error if a client doesn't send the preface.
    var requiresPreface = true
    /// A function that runs once the preface has arrived, before any frame is read.
    var greeting: @Sendable (_ send: ([HTTP2Frame]) throws -> Void) throws -> Void = { _ in }
}
