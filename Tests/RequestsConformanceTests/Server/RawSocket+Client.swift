import RequestsConformance
import RequestsTesting

extension RawSocket {
    /// Sends the text as UTF-8.
    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Blocks until the peer ends, and returns what it sent.
    ///
    /// - Throws: `RawServerError.closed` when the peer reset the connection.
    func receiveAll() throws -> String {
        var bytes: [UInt8] = []
        while case let part = try receive(upTo: 65_536), !part.isEmpty { bytes += part }
        return RawRequest.text(bytes)
    }
}

/// Sends the text on a new connection, ends the sending half, and returns everything that comes back.
func exchange(_ text: String, with server: RawServer) throws -> String {
    let client = try RawSocket.connected(toPort: server.port)
    try client.send(text)
    client.finishSending()
    return try client.receiveAll()
}
