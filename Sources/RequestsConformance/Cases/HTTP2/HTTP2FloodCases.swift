import Foundation
import Requests

extension TransportConformance {
    /// Many frames that have no effect, and simultaneous streams.
    static let floods: [ConformanceCase] =
        floodFrames.map { name, frame in
            Probe("10,000 times \(name)", .response("hi") || .broken, others: .mayBeLost) { stream, _ in
                try stream.head()
                for _ in 0..<100 { try stream.send([HTTP2Frame](repeating: frame(stream.id), count: 100)) }
                try stream.send([.data("hi", on: stream.id, ends: true)])
            }.conformanceCase
        }
        + [
            Probe(
                "PING is acknowledged with its content", .response("hi"),
                play: { stream, _ in
                    try stream.send([.ping(0xCAFE)])
                    let pong = stream.connection.waitForFrame {
                        $0.kind == HTTP2Frame.Kind.ping && $0.flags == 1
                            && $0.payload == HTTP2Frame.ping(0xCAFE).payload
                    }
                    try stream.respond(pong == nil ? "no acknowledgement" : "hi")
                }),
            Probe(
                "SETTINGS are acknowledged", .response("hi"),
                play: { stream, _ in
                    let ack = stream.connection.waitForFrame { $0.kind == HTTP2Frame.Kind.settings && $0.flags == 1 }
                    try stream.respond(ack == nil ? "no acknowledgement" : "hi")
                }),
            Probe(
                "PING of the client that is never acknowledged", .response("hi"), behavior: noPongs,
                play: { stream, _ in
                    try stream.respond("hi")
                }),
        ].map(\.conformanceCase) + [reversed, interleaved, sideBySide, slowReader, cancelled, timedOut, refusedOnce]

    private static let noPongs: HTTP2Behavior = {
        var behavior = HTTP2Behavior()
        behavior.acknowledgesPings = false
        return behavior
    }()

    private static let floodFrames: [(name: String, frame: @Sendable (Int) -> HTTP2Frame)] = [
        ("PING", { _ in .ping() }), ("SETTINGS", { _ in .settings() }), ("an empty DATA", { .data("", on: $0) }),
        ("PRIORITY", { HTTP2Frame(kind: HTTP2Frame.Kind.priority, stream: $0, payload: [0, 0, 0, 0, 15]) }),
        ("WINDOW_UPDATE of the stream", { .windowUpdate(1, on: $0) }), ("WINDOW_UPDATE", { _ in .windowUpdate(1) }),
        ("an unknown frame", { HTTP2Frame(kind: 0xFA, stream: $0, payload: [1, 2, 3]) }),
    ]

    private static let reversed = ConformanceCase(http2: "ten responses in the reverse order") { stage in
        let gates = (0..<10).map { _ in stage.gate() }, arrived = stage.gate()
        let count = EventCounter()
        let server = try stage.serve(frames: { stream, _ in
            guard let index = Int(stream.path.dropFirst()) else { return try stream.respond(stream.path) }
            count.next()
            if count.count == 10 { arrived.open() }
            try arrived.wait()
            if index < 9 { try gates[index + 1].wait() }
            try stream.respond(stream.path)
            gates[index].open()
        })
        try await expectEach(10, server, stage)
    }

    private static func expectEach(_ count: Int, _ server: RawServer, _ stage: Stage) async throws {
        try await stage.expect(server.request(.get, "/first"), .response("/first"))
        try await withThrowingTaskGroup { group in
            for index in 0..<count {
                group.addTask { try await stage.expect(server.request(.get, "/\(index)"), .response("/\(index)")) }
            }
            try await group.waitForAll()
        }
    }

    private static let interleaved = ConformanceCase(http2: "DATA of eight responses by turns, byte by byte") { stage in
        let server = try stage.serve(frames: { stream, _ in
            guard stream.path != "/first" else { return try stream.respond(stream.path) }
            try stream.head()
            for _ in 0..<200 { try stream.send([.data(stream.path, on: stream.id)]) }
            try stream.send([.data("", on: stream.id, ends: true)])
        })
        try await stage.expect(server.request(.get, "/first"), .response("/first"))
        try await withThrowingTaskGroup { group in
            for index in 0..<8 {
                let text = String(repeating: "/\(index)", count: 200)
                group.addTask { try await stage.expect(server.request(.get, "/\(index)"), .response(text)) }
            }
            try await group.waitForAll()
        }
    }

    /// The windows slow down the server for each stream separately.
    private static let sideBySide = ConformanceCase(http2: "a response that nobody reads leaves the others alone") {
        stage in
        let server = try stage.serve(frames: { stream, _ in
            guard stream.path == "/large" else { return try stream.respond(stream.path) }
            try stream.head()
            let part = [UInt8](repeating: 0x61, count: 65_536)
            for index in 0..<64 { try stream.sendContent(part, ends: index == 63) }
        })
        let request = server.request(.get, "/large").setting(\.policy.responseSizeLimit, 1 << 20)
        let response = try await stage.transport.send(request.resolve())
        for index in 0..<5 {
            let next = server.request(.get, "/\(index)").timeout(after: .seconds(3))
            try await stage.expect(next, .response("/\(index)"))
        }
        var count = 0
        for try await chunk in response.body { count += chunk.count }
        try stage.expect(count, 64 * 65_536, "the bytes of the large response")
    }

    private static let slowReader = ConformanceCase(http2: "four responses of 1 MiB that are read slowly") { stage in
        let server = try stage.serve(frames: { stream, _ in
            try stream.head()
            try stream.sendContent([UInt8](repeating: 0x61, count: 1 << 20), ends: true)
        })
        try await withThrowingTaskGroup { group in
            for index in 0..<4 {
                group.addTask {
                    let request = server.request(.get, "/\(index)").setting(\.policy.responseSizeLimit, 1 << 21)
                    var count = 0
                    for try await chunk in try await stage.transport.send(request.resolve()).body {
                        count += chunk.count
                        try await Task.sleep(for: .milliseconds(2))
                    }
                    try stage.expect(count, 1 << 20, "the bytes")
                }
            }
            try await group.waitForAll()
        }
    }

    private static let cancelled = ConformanceCase(http2: "a cancelled call resets its stream alone") { stage in
        let arrived = stage.gate(), released = stage.gate(), ended = stage.gate()
        let server = try stage.serve(frames: { stream, connection in
            switch stream.path {
            case "/other":
                arrived.open()
                try released.wait()
                try stream.respond("other")
            case "/probe":
                released.open()
                connection.waitUntilPeerCloses()
                ended.open()
            default: try stream.respond(stream.path)
            }
        })
        async let other = stage.exchange(server.request(.get, "/other"))
        await arrived.opened()
        let task = Task { await stage.exchange(server.request(.get, "/probe")) }
        await released.opened()
        task.cancel()
        try stage.expect(await task.value, .failure(.cancelled), .whole)
        await ended.opened()
        try stage.expect(await other, .response("other"), .whole)
        try await stage.expect(server.request(.get, "/next"), .response("/next"))
        try stage.expect(server.connectionCount, 1, "the number of connections")
    }

    private static let timedOut = Probe(
        "a call that times out leaves the others alone", .failure(.timedOut), timeout: .seconds(0.5)
    ) { _, connection in
        connection.waitUntilPeerCloses()
    }.conformanceCase

    private static let refusedOnce = ConformanceCase(http2: "RST_STREAM(refusedStream) once: a GET may be sent again") {
        stage in
        let played = EventCounter()
        let server = try stage.serve(frames: { stream, _ in
            played.next()
            if played.count == 1 { stream.reset(with: .refusedStream) } else { try stream.respond(stream.path) }
        })
        try await stage.expect(server.request(.get, "/probe"), .response("/probe") || .failure(.connectionLost))
        try await stage.expect(server.request(.get, "/next"), .response("/next"))
    }
}
