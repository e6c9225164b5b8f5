import Requests

/// The services of a server for its connections.
protocol RawHost: Sendable {
    /// Adds a request to `RawServer.requests`.
    func record(_ request: RawRequest)
    /// Adds an error to `RawServer.errors`.
    func note(_ error: any Error)
    /// Runs a script for a stream of a connection on a separate thread, which the server joins.
    func run(_ stream: any ByteStream, _ script: @escaping @Sendable (RawConnection) throws -> Void)
}

/// An accepted connection for a script, or a stream of an HTTP/2 connection.
///
/// Every call blocks.
package final class RawConnection: Sendable {
    private let stream: any ByteStream
    private let host: any RawHost
    /// The bytes that arrived but have not been read yet.
    private let pending = Guarded<[UInt8]>([])

    init(_ stream: any ByteStream, host: any RawHost) {
        self.stream = stream
        self.host = host
    }

    /// Reads a whole request, and records it in `RawServer.requests`.
    ///
    /// Responds to `Expect: 100-continue` with the interim response before it reads the body.
    ///
    /// - Throws: `RawServerError.closed` if the peer closed before the first byte, `.truncated` if it closed within the request,
    ///   `.malformed` if the bytes are not a request.
    package func readRequest() throws -> RawRequest {
        var request = try readHead()
        if request.expectsContinue { try send("HTTP/1.1 100 Continue\r\n\r\n") }
        try readBody(of: &request)
        host.record(request)
        return request
    }

    /// Reads a head, and leaves the body on the connection.
    ///
    /// Nothing is recorded and no interim response is sent.
    package func readHead() throws -> RawRequest {
        try RawRequest(head: readSection(orThrow: .closed))
    }

    /// Reads the body that belongs to a head.
    ///
    /// If a head declares both chunks and a length, the length is ignored.
    package func readBody(of request: inout RawRequest) throws {
        guard request.isChunked else {
            try append(request.contentLength, to: &request.body)
            return
        }
        while true {
            let line = try readLine()
            let digits = line.prefix { $0 != ";" }
            guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }),
                let size = Int(digits, radix: 16)
            else { throw RawServerError.malformed("The chunk size \"\(line)\" is not a hexadecimal number.") }
            if size == 0 { break }
            try append(size, to: &request.body)
            guard try readLine().isEmpty else {
                throw RawServerError.malformed("A chunk is longer than the declared size.")
            }
        }
        request.trailers = try RawRequest.fields(of: readSection(orThrow: .truncated))
    }

    /// Reads the available bytes, at least one and at most `count`; returns no bytes at the end.
    ///
    /// - Throws: `RawServerError.closed` if the peer reset the connection.
    package func read(upTo count: Int) throws -> [UInt8] {
        let bytes = take(upTo: count)
        return bytes.isEmpty ? try stream.receive(upTo: count, waits: true) : bytes
    }

    /// Sends the whole text as UTF-8.
    ///
    /// - Throws: `RawServerError.closed` if the peer has disconnected.
    package func send(_ text: String) throws {
        try stream.send(Array(text.utf8))
    }

    /// Sends all bytes.
    ///
    /// - Throws: `RawServerError.closed` if the peer has disconnected.
    package func send(_ bytes: [UInt8]) throws {
        try stream.send(bytes)
    }

    /// Waits until a few kilobytes can be sent; returns `false` if the peer doesn't read the earlier bytes in time.
    package func canSend(within limit: Duration) throws -> Bool {
        try stream.canSend(within: limit)
    }

    /// Ends the sending half: the peer sees the end of the stream, and the script can still read from the peer.
    package func finishSending() {
        stream.finishSending()
    }

    /// Closes the connection normally.
    ///
    /// The end of the script does the same.
    ///
    /// Unread bytes are read first. Otherwise, closing would reset the connection and could lose the response. A peer
    /// that is still sending is reset afterwards: to let it finish, call `finishSending()` and `waitUntilPeerCloses()`.
    package func close() {
        stream.finishSending()
        while let bytes = try? stream.receive(upTo: 65_536, waits: false), !bytes.isEmpty {}
        stream.close()
    }

    /// Closes the connection with a reset (RST).
    ///
    /// The peer may lose bytes that it has not read yet.
    package func reset() {
        stream.reset()
    }

    /// Discards arriving bytes until the peer closes or resets the connection, or the server stops.
    package func waitUntilPeerCloses() {
        _ = take(upTo: .max)
        while let bytes = try? stream.receive(upTo: 65_536, waits: true), !bytes.isEmpty {}
    }

    /// Wakes the script's thread by ending its input.
    package func interrupt() {
        stream.interrupt()
    }

    /// Runs a script for a stream of this connection on a separate thread.
    func run(_ stream: any ByteStream, _ script: @escaping @Sendable (RawConnection) throws -> Void) {
        host.run(stream, script)
    }

    /// Adds an error to `RawServer.errors`.
    func note(_ error: any Error) {
        host.note(error)
    }

    /// Adds a request to `RawServer.requests`.
    func record(_ request: RawRequest) {
        host.record(request)
    }

    /// Reads a number of bytes; returns fewer at the end.
    func read(exactly count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            try append(count, to: &bytes)
        } catch RawServerError.truncated {}
        return bytes
    }

    /// Returns whether the next bytes are a given text, without removing them.
    ///
    /// - Throws: `RawServerError.closed` if the peer closed before enough bytes.
    func begins(with text: String) throws -> Bool {
        let text = Array(text.utf8)
        while pending.withLock({ $0.count < text.count }) {
            let bytes = try receive(orThrow: .closed)
            pending.withLock { $0 += bytes }
        }
        return pending.withLock { $0.starts(with: text) }
    }
}

extension RawConnection {
    /// Reads up to and including a blank line.
    private func readSection(orThrow atEnd: RawServerError) throws -> [UInt8] {
        try readUntil(orThrow: atEnd, RawRequest.headLength)
    }

    /// Reads a line, and removes its line break.
    private func readLine() throws -> String {
        let line = try readUntil(orThrow: .truncated) { bytes in bytes.firstIndex(of: 0x0A).map { $0 + 1 } }
        return RawRequest.text(line.dropLast(line.suffix(2).first == 0x0D ? 2 : 1))
    }

    /// Reads until a length can be determined from the bytes, and returns that number of bytes.
    private func readUntil(orThrow atEnd: RawServerError, _ length: ([UInt8]) -> Int?) throws -> [UInt8] {
        while true {
            if let count = pending.withLock({ length($0) }) { return take(upTo: count) }
            let isEmpty = pending.withLock(\.isEmpty)
            let bytes = try receive(orThrow: isEmpty ? atEnd : .truncated)
            pending.withLock { $0 += bytes }
        }
    }

    fileprivate func append(_ count: Int, to body: inout [UInt8]) throws {
        let end = body.count + count
        body += take(upTo: count)
        while body.count < end {
            body += try receive(upTo: min(end - body.count, 65_536), orThrow: .truncated)
        }
    }

    private func take(upTo count: Int) -> [UInt8] {
        pending.withLock { pending in
            defer { pending.removeFirst(min(count, pending.count)) }
            return Array(pending.prefix(count))
        }
    }

    /// Receives bytes; both an end and a reset count as the end.
    private func receive(upTo count: Int = 16_384, orThrow atEnd: RawServerError) throws -> [UInt8] {
        do {
            let bytes = try stream.receive(upTo: count, waits: true)
            if !bytes.isEmpty { return bytes }
        } catch RawServerError.closed {}
        throw atEnd
    }
}
