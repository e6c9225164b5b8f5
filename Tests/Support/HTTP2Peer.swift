import Requests
package import RequestsConformance

/// The server's end of an HTTP/2 connection without TLS, which a script plays frame by frame.
package struct HTTP2Peer {
    /// A frame from the client.
    package struct Frame {
        package let type: UInt8
        package let flags: UInt8
        package let stream: UInt32
        package let payload: [UInt8]
    }

    private let connection: RawConnection

    /// Reads the client's preface, and sends SETTINGS.
    package init(_ connection: RawConnection, settings: [UInt8] = []) throws {
        self.connection = connection
        guard try read(24).starts(with: Array("PRI * HTTP/2.0".utf8)) else {
            throw RawServerError.malformed("no preface")
        }
        try send(HTTP2Frames.frame(4, settings))
    }

    /// Sends frames.
    package func send(_ frames: [UInt8]) throws { try connection.send(frames) }

    /// Reads frames until a request begins, and returns its stream.
    package func request() throws -> UInt32 {
        while true {
            let frame = try next()
            if frame.type == 1 { return frame.stream }
        }
    }

    /// Reads a frame, and acknowledges SETTINGS and PING.
    package func next() throws -> Frame {
        let head = try read(9)
        let size = head[0..<3].reduce(0) { $0 << 8 | Int($1) }
        let stream = head[5..<9].reduce(0) { $0 << 8 | UInt32($1) }
        let frame = Frame(type: head[3], flags: head[4], stream: stream, payload: try read(size))
        if [4, 6].contains(frame.type), frame.flags & 1 == 0 {
            try send(HTTP2Frames.frame(frame.type, flags: 1, frame.type == 6 ? frame.payload : []))
        }
        return frame
    }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try connection.read(upTo: count - bytes.count)
            guard !more.isEmpty else { throw RawServerError.closed }
            bytes += more
        }
        return bytes
    }
}
