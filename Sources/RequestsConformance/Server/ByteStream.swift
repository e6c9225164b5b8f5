/// The bytes between a script and its peer, through a socket or a stream of HTTP/2.
protocol ByteStream: Sendable {
    /// Returns the available bytes.
    ///
    /// Returns no bytes at the end of the stream, or if the function doesn't wait and no bytes are available yet.
    func receive(upTo count: Int, waits: Bool) throws -> [UInt8]
    /// Sends all bytes.
    func send(_ bytes: [UInt8]) throws
    /// Waits until a few bytes can be sent without blocking; returns `false` if the time limit passes first.
    func canSend(within limit: Duration) throws -> Bool
    /// Ends the sending half.
    func finishSending()
    /// Wakes every thread that is blocked in this stream.
    func interrupt()
    /// Closes both halves.
    func close()
    /// Closes both halves so that the peer sees a reset.
    func reset()
}

extension RawSocket: ByteStream {
    func receive(upTo count: Int, waits: Bool) throws -> [UInt8] {
        guard !waits else { return try receive(upTo: count) }
        return (try? receive(upTo: count, flags: RawSocket.withoutBlocking)) ?? []
    }
}
