/// What went wrong on a socket of the test server.
package enum RawServerError: Error, Equatable {
    /// The peer (or the test itself) closed the connection, and nothing was half read.
    case closed
    /// The connection ended in the middle of a request.
    case truncated
    /// The bytes are no HTTP request.
    case malformed(String)
    /// A system call failed with this `errno`.
    case system(call: String, code: Int32)
}
