extension RawServer {
    /// Starts an HTTP/2 server that clients reach through a front.
    ///
    /// Its scripts read and send the bytes of HTTP/1.1.
    ///
    /// A transport may send some requests over HTTP/1.1. For these, the script uses the connection directly.
    convenience init(
        http2 front: Front, _ script: @escaping @Sendable (RawConnection) throws -> Void
    ) throws {
        try self.init(behind: front) { connection in
            guard try connection.begins(with: "PRI * HTTP/2.0") else { return try script(connection) }
            try HTTP2Connection(connection, behavior: HTTP2Behavior()) { _, connection in try script(connection) }.run()
        }
    }

    /// Starts an HTTP/2 server that clients reach through a front.
    ///
    /// Its scripts can also send frames.
    convenience init(
        http2 front: Front, behaving behavior: HTTP2Behavior, _ script: @escaping HTTP2Connection.Script
    ) throws {
        try self.init(behind: front) { connection in
            try HTTP2Connection(connection, behavior: behavior, script).run()
        }
    }
}
