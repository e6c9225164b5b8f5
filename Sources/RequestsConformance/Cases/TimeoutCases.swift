import Foundation
import Requests

extension TransportConformance {
    /// The idle timeout and the total timeout end an exchange, but not too early.
    ///
    /// Seconds may have fractions.
    static let timeouts: [ConformanceCase] = (idle + total + others)
        .overHTTP1("status line", "the fields stop", because: "HTTP/2 sends a head at once, in frames")

    private static let pauses: [(name: String, start: String)] = [
        ("nothing comes", ""),
        ("the status line stops", "HTTP/1.1 2"),
        ("the fields stop", "HTTP/1.1 200 OK\r\nX-Fie"),
        ("the head is there and no content", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"),
        ("the content stops", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"),
        ("the chunks stop", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
        ("a chunk stops", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc"),
        ("the content without a length stops", "HTTP/1.1 200 OK\r\n\r\nabc"),
        ("the connection after a redirect is silent", "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"),
    ]

    private static let idle: [ConformanceCase] = pauses.flatMap { name, start in
        Reading.allCases.map { reading in
            ConformanceCase(.timeouts, "idle: \(name), \(reading)") { stage in
                let (server, begun, closed) = try pausing(after: start, stage)
                try await ends(server.request().timeout(after: .seconds(0.3)), after: 0.3, stage, reading)
                if begun.isOpen { await closed.opened() }
            }
        }
    }

    /// Starts a server that begins to respond to the first request, but never completes a response.
    ///
    /// The gates open when a script begins and ends.
    ///
    /// On a busy machine, the request may time out before there is a connection or a stream.
    private static func pausing(after start: String, _ stage: Stage) throws -> (RawServer, begun: Gate, closed: Gate) {
        let begun = stage.gate(), closed = stage.gate()
        let served = EventCounter()
        let server = try stage.serve { connection in
            begun.open()
            defer { closed.open() }
            while true {
                _ = try connection.readRequest()
                served.next()
                if served.count == 1 { try connection.send(start) }
            }
        }
        return (server, begun, closed)
    }

    /// Checks that the request times out, but not too early.
    private static func ends(
        _ request: CaseRequest, after seconds: Double, _ stage: Stage, _ reading: Reading = .whole
    ) async throws {
        let clock = ContinuousClock.now
        try await stage.expect(request, .failure(.timedOut), reading)
        let time = clock.duration(to: .now)
        try stage.expect(time >= .seconds(seconds * 0.95), "an end after \(seconds) seconds", "\(time)")
    }

    private static let total: [ConformanceCase] =
        pauses.map { name, start in
            ConformanceCase(.timeouts, "total: \(name)") { stage in
                let (server, begun, closed) = try pausing(after: start, stage)
                try await ends(server.request().setting(\.policy.totalTimeout, .seconds(0.4)), after: 0.4, stage)
                if begun.isOpen { await closed.opened() }
            }
        } + [
            ConformanceCase(.timeouts, "total: bytes that trickle do not put it off") { stage in
                let server = try trickling("a", every: 0.02, count: .max, stage)
                for reading in Reading.allCases {
                    let request = server.request().setting(\.policy.totalTimeout, .seconds(0.5))
                    try await ends(request, after: 0.5, stage, reading)
                }
            },
            ConformanceCase(.timeouts, "total: redirects do not begin it anew") { stage in
                let server = try stage.serve(responding: { _ in
                    Thread.sleep(forTimeInterval: 0.05)
                    return RawServer.response(status: 302, reason: "Found", fields: [("Location", "/")])
                })
                let request = server.request().setting(\.policy.redirectLimit, 100_000).setting(
                    \.policy.totalTimeout, .seconds(0.5))
                try await ends(request, after: 0.5, stage)
            },
            ConformanceCase(.timeouts, "total: a long one lets the response come") { stage in
                let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
                for limit in [.seconds(60.5), .seconds(Int64.max), nil] as [Duration?] {
                    try await stage.expect(server.request().setting(\.policy.totalTimeout, limit), .response("hi"))
                }
            },
        ]

    private static let others: [ConformanceCase] = [
        ConformanceCase(.timeouts, "idle: bytes that trickle put it off") { stage in
            let server = try trickling("a", every: 0.1, count: 30, stage)
            let request = server.request().timeout(after: .seconds(2))
            try await stage.expect(request, .response(String(repeating: "a", count: 30)))
        },
        ConformanceCase(.timeouts, "idle: a long one lets the response come") { stage in
            let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
            for limit in [.seconds(30.5), .seconds(3_000_000), .seconds(Int64.max), nil] as [Duration?] {
                try await stage.expect(server.request().timeout(after: limit), .response("hi"))
            }
        },
        ConformanceCase(.timeouts, "idle: a content that nobody takes") { stage in
            let server = try stage.serve { connection in
                _ = try connection.readHead()
                try stage.gate().wait()
            }
            let request = server.request(.post).sending(.data(Data(count: 32 << 20))).timeout(after: .seconds(0.5))
            try await ends(request, after: 0.5, stage)
        },
        ConformanceCase(.timeouts, "idle: a short one beside a long one") { stage in
            let gate = stage.gate()
            let server = try stage.serve { connection in
                guard try connection.readRequest().target == "/slow" else { return connection.waitUntilPeerCloses() }
                try gate.wait()
                try connection.send(RawServer.ok("late"))
            }
            async let slow = stage.exchange(server.request(.get, "/slow"))
            try await ends(server.request(.get, "/fast").timeout(after: .seconds(0.3)), after: 0.3, stage)
            gate.open()
            try stage.expect(await slow, .response("late"), .whole)
        },
        ConformanceCase(.timeouts, "a connection that timed out is closed") { stage in
            let begun = stage.gate(), closed = stage.gate()
            let server = try stage.serve { connection in
                _ = try connection.readRequest()
                begun.open()
                connection.waitUntilPeerCloses()
                closed.open()
            }
            try await stage.expect(server.request().timeout(after: .seconds(0.3)), .failure(.timedOut))
            if begun.isOpen { await closed.opened() }
        },
    ]

    /// Starts a server that repeatedly sends chunks of one byte.
    private static func trickling(
        _ byte: String, every seconds: Double, count: Int, _ stage: Stage
    ) throws -> RawServer {
        try stage.serve { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            var sent = 0
            while sent < count {
                try connection.send("1\r\n\(byte)\r\n")
                sent += 1
                Thread.sleep(forTimeInterval: seconds)
            }
            try connection.send("0\r\n\r\n")
        }
    }
}
