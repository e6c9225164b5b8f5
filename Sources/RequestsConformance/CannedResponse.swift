import Requests

/// The bytes that are sent in response to every request, and the end of the connection afterwards.
struct CannedResponse: Sendable {
    enum Ending: Sendable {
        case close, reset
        /// The connection stays open until the peer closes it.
        case hold
    }

    let bytes: [UInt8]
    var ending = Ending.close
    /// The number of bytes to send at a time; 0 sends all at once.
    var pieceSize = 0

    init(_ text: String, ending: Ending = .close, pieceSize: Int = 0) {
        self.init(Array(text.utf8), ending: ending, pieceSize: pieceSize)
    }

    init(_ bytes: [UInt8], ending: Ending = .close, pieceSize: Int = 0) {
        self.bytes = bytes
        self.ending = ending
        self.pieceSize = pieceSize
    }

    /// Reads a request and responds to it.
    @Sendable func play(_ connection: RawConnection) throws {
        _ = try connection.readRequest()
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(pieceSize > 0 ? pieceSize : rest.count)
            try connection.send(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        switch ending {
        case .close:
            break
        case .reset:
            connection.reset()
        case .hold:
            connection.waitUntilPeerCloses()
        }
    }
}

extension ConformanceCase {
    /// Makes a case with one request and a response in bytes.
    ///
    /// The response is read once as a whole and once in chunks, each time from a new server.
    init(
        _ group: ConformanceGroup, _ name: String, _ response: CannedResponse, _ expectation: Expectation,
        method: HTTPMethod = .get, _ change: @escaping @Sendable (CaseRequest) -> CaseRequest = { $0 }
    ) {
        self.init(group, name) { stage in
            for reading in Reading.allCases {
                let server = try stage.serve(response.play)
                try await stage.expect(change(server.request(method)), expectation, reading)
            }
        }
    }

    /// Makes a case with one request and a response as text.
    init(
        _ group: ConformanceGroup, _ name: String, _ response: String, _ expectation: Expectation,
        method: HTTPMethod = .get
    ) {
        self.init(group, name, CannedResponse(response), expectation, method: method)
    }
}
