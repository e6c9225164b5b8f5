extension RawServer {
    /// Starts a server of HTTP/2 behind a front, whose scripts read and send the bytes of HTTP/1.1.
    convenience init(
        http2 front: Front, _ script: @escaping @Sendable (RawConnection) throws -> Void
    ) throws {
        try self.init(http2: front, behaving: HTTP2Behavior()) { _, connection in try script(connection) }
    }

    /// Starts a server of HTTP/2 behind a front, whose scripts can also send frames.
    convenience init(
        http2 front: Front, behaving behavior: HTTP2Behavior, _ script: @escaping HTTP2Connection.Script
    ) throws {
        try self.init(behind: front) { connection in
            try HTTP2Connection(connection, behavior: behavior, script).run()
        }
    }
}
