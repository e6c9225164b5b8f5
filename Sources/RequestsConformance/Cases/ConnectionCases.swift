import Foundation
import Requests

extension TransportConformance {
    /// A transport reuses connections whenever it may (RFC 9112, section 9.3), and closes them whenever it must.
    ///
    /// If no connection can be made, the transport reports an error.
    static let connections: [ConformanceCase] =
        ([
            ("Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"),
            ("chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"),
            ("404", "HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nhi"),
            ("204", "HTTP/1.1 204 No Content\r\n\r\n"),
        ].flatMap { name, text in
            Reading.allCases.map { reading in
                ConformanceCase(.connections, "one for three responses, \(name), \(reading)") { stage in
                    let server = try stage.serve(responding: { _ in text })
                    for _ in 0..<3 {
                        let outcome = await stage.exchange(server.request(), reading)
                        try stage.expect(outcome.response != nil, "a response", "\(outcome)")
                    }
                    try stage.expect(server.connectionCount, 1, "the number of connections")
                }
            }
        } + others)
        .overHTTP1(
            "Connection: close", "HTTP/1.0", "the server has closed", "breaks at",
            because: "HTTP/2 ends connections by GOAWAY"
        )
        .overHTTP1(
            "refused", "without an address", "https", "IPv6",
            because: "no connection is made that could speak HTTP/2")

    /// Responds to the first request on a connection, and closes the connection at the second request.
    private static let breakAtSecondRequest: @Sendable (RawConnection) throws -> Void = { connection in
        _ = try connection.readRequest()
        try connection.send(RawServer.ok("hi"))
        _ = try connection.readRequest()
        connection.close()
    }

    private static let others: [ConformanceCase] = [
        ConformanceCase(.connections, "one for a redirect and where it leads") { stage in
            let server = try stage.serve(responding: { request in
                guard request.target == "/" else { return RawServer.ok("hi") }
                return RawServer.response(status: 302, reason: "Found", fields: [("Location", "/next")], body: "moved")
            })
            try await stage.expect(server.request(), .response("hi"))
            try stage.expect(server.connectionCount, 1, "the number of connections")
        },
        ConformanceCase(.connections, "Connection: close is kept to") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi", fields: [("Connection", "close")]) })
            for _ in 0..<3 { try await stage.expect(server.request(), .response("hi")) }
            try stage.expect(server.connectionCount, 3, "the number of connections")
        },
        ConformanceCase(.connections, "HTTP/1.0 is not used again") { stage in
            let server = try stage.serve(CannedResponse("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi").play)
            for _ in 0..<3 { try await stage.expect(server.request(), .response("hi")) }
            try stage.expect(server.connectionCount, 3, "the number of connections")
        },
        ConformanceCase(.connections, "one that the server has closed is replaced") { stage in
            let closed = stage.gate()
            let server = try stage.serve { connection in
                try CannedResponse(RawServer.ok("hi")).play(connection)
                connection.close()
                closed.open()
            }
            try await stage.expect(server.request(), .response("hi"))
            await closed.opened()
            try await stage.expect(server.request(), .response("hi"))
        },
        ConformanceCase(.connections, "one that breaks at its second request is replaced") { stage in
            let server = try stage.serve(breakAtSecondRequest)
            for _ in 0..<2 { try await stage.expect(server.request(), .response("hi")) }
            try stage.expect(server.requests.count, 3, "the number of requests")
        },
        ConformanceCase(.connections, "one that breaks at a POST is not replaced") { stage in
            let server = try stage.serve(breakAtSecondRequest)
            try await stage.expect(server.request(), .response("hi"))
            try await stage.expect(server.request(.post).sending(.text("a")), .failure(.connectionLost))
            try stage.expect(server.requests.count, 2, "the number of requests")
        },
        ConformanceCase(.connections, "a body that is dropped unread closes it") { stage in
            let closed = stage.gate()
            let server = try dripping(closed, stage)
            let status = try await status(of: server.request(), stage)
            try stage.expect(status, .ok, "the status")
            await closed.opened()
        },
        ConformanceCase(.connections, "a loop over a body that is left closes it") { stage in
            let closed = stage.gate()
            let server = try dripping(closed, stage)
            let first = try await firstChunk(of: server.request(), stage)
            try stage.expect(first, Data("abc".utf8), "the first chunk")
            await closed.opened()
        },
        ConformanceCase(.connections, "a content above the limit closes it") { stage in
            let closed = stage.gate()
            let server = try dripping(closed, stage)
            try await stage.expect(
                server.request().setting(\.policy.responseSizeLimit, 2), .failure(.responseTooLarge)
            )
            await closed.opened()
        },
        ConformanceCase(.connections, "refused") { stage in
            let (socket, port) = try RawSocket.deaf()
            defer { socket.close() }
            let outcome = try await stage.expect(
                request("http://127.0.0.1:\(port)", stage), .failure(.connectionFailed))
            try stage.expect("\(outcome)".contains("refused"), "a message that contains \"refused\"", "\(outcome)")
        },
        ConformanceCase(.connections, "a host without an address") { stage in
            try await stage.expect(request("http://nonexistent.invalid", stage), .failure(.hostNotFound))
        },
        ConformanceCase(.connections, "https where http is spoken") { stage in
            let server = try stage.serve { connection in
                _ = try connection.read(upTo: 65_536)
                try connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                connection.finishSending()
                connection.waitUntilPeerCloses()
            }
            try await stage.expect(
                request("https://127.0.0.1:\(server.port)", stage), .failure(.secureConnectionFailed)
            )
        },
        ConformanceCase(.connections, "https that is closed in the handshake") { stage in
            let server = try stage.serve { connection in _ = try connection.read(upTo: 1) }
            try await stage.expect(
                request("https://127.0.0.1:\(server.port)", stage), .failure(.secureConnectionFailed, .connectionLost)
            )
        },
        ConformanceCase(.connections, "to an address of IPv6") { stage in
            // A machine without IPv6 can't run this server.
            guard let server = try stage.serveIPv6(responding: { _ in RawServer.ok("hi") }) else { return }
            try await stage.expect(request("http://[::1]:\(server.port)", stage), .response("hi"))
            try stage.expect(server.requests.first?["Host"], ["[::1]:\(server.port)"], "Host")
        },
        ConformanceCase(.connections, "by the name localhost") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            let scheme = server.baseURL.scheme ?? ""
            try await stage.expect(request("\(scheme)://localhost:\(server.port)", stage), .response("hi"))
            try stage.expect(server.requests.first?["Host"], ["localhost:\(server.port)"], "Host")
        },
    ]

    // These are separate functions, so that nothing retains the body after they return.

    private static func status(of request: CaseRequest, _ stage: Stage) async throws -> HTTPStatus {
        try await stage.transport.send(request.resolve()).head.status
    }

    private static func firstChunk(of request: CaseRequest, _ stage: Stage) async throws -> Data? {
        for try await chunk in try await stage.transport.send(request.resolve()).body { return chunk }
        return nil
    }

    private static func request(_ baseURL: String, _ stage: Stage) throws -> CaseRequest {
        let url = try stage.unwrap(URL(string: baseURL), "a URL")
        return Request<AnonymousProvider, Void>(api: AnonymousProvider(baseURL: url), endpoint: "/", method: .get)
            .receiving(.data).accepting(.any)
    }

    /// Starts a server that begins to respond, and opens the gate when the peer closes.
    private static func dripping(_ closed: Gate, _ stage: Stage) throws -> RawServer {
        try stage.serve { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.waitUntilPeerCloses()
            closed.open()
        }
    }
}
