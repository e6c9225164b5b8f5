import Foundation
import Requests

extension TransportConformance {
    /// Settings that never arrive, arrive late, change, or forbid something (RFC 9113, section 6.5).
    static let settings: [ConformanceCase] =
        legalSettings.map { name, behavior in
            Probe("SETTINGS: \(name)", .response("hi"), behavior: behavior) { stream, _ in
                try stream.respond("hi")
            }.conformanceCase
        } + [neverComes, onlyPings, responseFirst, changes, oneAtATime, noneAndThenMany, headerLimit, notHTTP2]

    private static let legalSettings: [(name: String, behavior: HTTP2Behavior)] = [
        ("none at all", HTTP2Behavior()), ("never acknowledged", behavior { $0.acknowledgesSettings = false }),
        (
            "in ten frames",
            behavior { $0.opening = [HTTP2Frame](repeating: .settings([(.maxConcurrentStreams, 9)]), count: 10) }
        ),
        ("with WINDOW_UPDATE behind", behavior { $0.opening = [.settings(), .windowUpdate(1_000_000)] }),
        ("one twice", HTTP2Behavior([(.maxConcurrentStreams, 1), (.maxConcurrentStreams, 100)])),
        ("no push", HTTP2Behavior([(.enablePush, 0)])),
        ("the largest window", HTTP2Behavior([(.initialWindowSize, 0x7FFF_FFFF)])),
        ("the largest frames", HTTP2Behavior([(.maxFrameSize, 0xFF_FFFF)])),
        ("the most streams", HTTP2Behavior([(.maxConcurrentStreams, 0xFFFF_FFFF)])),
        ("the largest fields", HTTP2Behavior([(.maxHeaderListSize, 0xFFFF_FFFF)])),
        ("a table of 0", HTTP2Behavior([(.headerTableSize, 0)])),
        ("a table of 64", HTTP2Behavior([(.headerTableSize, 64)])),
        ("a table of 2^32 - 1", HTTP2Behavior([(.headerTableSize, 0xFFFF_FFFF)])),
        (
            "late, behind the acknowledgement",
            behavior { behavior in
                behavior.opening = []
                behavior.acknowledgesSettings = false
                behavior.greeting = { send in
                    Thread.sleep(forTimeInterval: 0.2)
                    try send([.settings(), .settingsAcknowledgement])
                }
            }
        ),
    ]

    private static func behavior(_ change: (inout HTTP2Behavior) -> Void) -> HTTP2Behavior {
        var behavior = HTTP2Behavior()
        change(&behavior)
        return behavior
    }

    private static let silent = behavior { behavior in
        behavior.opening = []
        behavior.acknowledgesSettings = false
    }

    private static let neverComes = ConformanceCase(http2: "SETTINGS: never, and nothing else") { stage in
        let server = try stage.serve(silent, frames: { _, connection in connection.waitUntilPeerCloses() })
        for _ in 0..<2 {
            let request = server.request().timeout(after: .seconds(0.5))
            try await stage.expect(request, .failure(.timedOut, .connectionLost, .connectionFailed))
        }
    }

    /// The flood is endless, so the client must limit the amount that it stores.
    private static let onlyPings = ConformanceCase(http2: "SETTINGS: never, and PING without an end") { stage in
        let sent = Guarded(0)
        let behavior = behavior { behavior in
            behavior.opening = []
            behavior.acknowledgesSettings = false
            behavior.greeting = { send in
                let pings = [HTTP2Frame](repeating: .ping(), count: 1_000)
                while true {
                    try send(pings)
                    sent.withLock { $0 += pings.count }
                }
            }
        }
        let server = try stage.serve(behavior, frames: { _, connection in connection.waitUntilPeerCloses() })
        let request = server.request().timeout(after: .seconds(1)).setting(\.policy.totalTimeout, .seconds(2))
        try await stage.expect(request, .broken || .failure(.timedOut, .connectionFailed))
        let count = sent.withLock { $0 }
        try stage.expect(count <= 200_000, "at most 200,000 frames are read", "\(count) frames")
    }

    private static let responseFirst = ConformanceCase(http2: "SETTINGS: never, but a response") { stage in
        let server = try stage.serve(silent, frames: { stream, _ in try stream.respond("hi") })
        let request = server.request().timeout(after: .seconds(1))
        try await stage.expect(request, .response("hi") || .broken || .failure(.timedOut))
    }

    private static let changes = ConformanceCase(
        http2: "SETTINGS: the table, the window and the frames change again and again"
    ) {
        stage in
        let server = try stage.serve(frames: { stream, connection in
            var request = try connection.readHead()
            try connection.readBody(of: &request)
            let index = Int(stream.path.dropFirst()) ?? 0
            try stream.respond("\(request.first("X-A") ?? "") \(request.body.count)")
            try stream.send([
                .settings([
                    (.headerTableSize, [0, 4_096, 64, 65_536][index % 4]), (.initialWindowSize, 65_535 + index),
                    (.maxFrameSize, 16_384 + index), (.maxConcurrentStreams, 10 + index),
                ])
            ])
        })
        for index in 0..<12 {
            let request = server.request(.post, "/\(index)").setting(headerField: HeaderField("X-A", "value \(index)"))
                .adding(headerField: HeaderField("X-Long", String(repeating: "a", count: index * 20)))
                .sending(.data(Data(count: index * 1_000)))
            try await stage.expect(request, .response("value \(index) \(index * 1_000)"))
        }
    }

    private static let oneAtATime = ConformanceCase(http2: "SETTINGS: one stream at a time") { stage in
        let running = Guarded((now: 0, most: 0))
        let server = try stage.serve(
            HTTP2Behavior([(.maxConcurrentStreams, 1)]),
            frames: { stream, _ in
                running.withLock { running in
                    running.now += 1
                    running.most = max(running.most, running.now)
                }
                Thread.sleep(forTimeInterval: 0.02)
                running.withLock { $0.now -= 1 }
                try stream.respond(stream.path)
            })
        try await stage.expect(server.request(.get, "/first"), .response("/first"))
        try await withThrowingTaskGroup { group in
            for index in 0..<6 {
                group.addTask { try await stage.expect(server.request(.get, "/\(index)"), .response("/\(index)")) }
            }
            try await group.waitForAll()
        }
        let most = running.withLock(\.most)
        try stage.expect(most <= server.connectionCount, "one stream on each connection", "\(most) at a time")
    }

    private static let noneAndThenMany = ConformanceCase(
        http2: "SETTINGS: no stream at all, and many after 0.3 seconds"
    ) { stage in
        var behavior = HTTP2Behavior([(.maxConcurrentStreams, 0)])
        behavior.greeting = { send in
            Thread.sleep(forTimeInterval: 0.3)
            try send([.settings([(.maxConcurrentStreams, 100)])])
        }
        let server = try stage.serve(behavior, frames: { stream, _ in try stream.respond(stream.path) })
        let request = server.request(.get, "/probe").timeout(after: .seconds(3))
        try await stage.expect(request, .response("/probe"))
    }

    /// The limit is only advice, so the client may send the request, or refuse it immediately.
    private static let headerLimit = ConformanceCase(http2: "SETTINGS: fields of at most 100 bytes") { stage in
        let server = try stage.serve(
            HTTP2Behavior([(.maxHeaderListSize, 100)]),
            frames: { stream, _ in
                try stream.respond("hi")
            })
        for _ in 0..<3 {
            let outcome = await stage.exchange(server.request().timeout(after: .seconds(3)))
            let isAllowed = outcome.code != .timedOut && outcome.code != .connectionLost
            try stage.expect(isAllowed, "a response or a refusal", "\(outcome)")
        }
    }

    private static let notHTTP2 = ConformanceCase(http2: "a response of HTTP/1.1 to the preface") { stage in
        let server = try stage.serveBytes { connection in
            _ = try connection.read(upTo: 24)
            try connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            connection.finishSending()
            connection.waitUntilPeerCloses()
        }
        let request = server.request().timeout(after: .seconds(3))
        try await stage.expect(request, .broken || .failure(.connectionFailed))
    }
}
