/// An error of a test server's socket.
package enum RawServerError: Error, Equatable {
    /// The peer or the test itself closed the connection between two requests.
    case closed
    /// The connection ended within a request.
    case truncated
    /// The bytes are not an HTTP request.
    case malformed(String)
    /// A system call failed with this `errno`.
    case system(call: String, code: Int32)
}
