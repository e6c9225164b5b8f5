import Foundation
import Requests

extension TransportConformance {
    /// Cancelling the task ends the exchange immediately, in any phase, and closes the connection.
    static let cancelling: [ConformanceCase] =
        ([
            ("while nothing has come", ""), ("in the status line", "HTTP/1.1 2"),
            ("in the fields", "HTTP/1.1 200 OK\r\nX-Fie"),
            ("behind the head", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"),
            ("in the content", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"),
            ("in the chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
        ].flatMap { name, start in
            Reading.allCases.map { reading in
                ConformanceCase(.cancelling, "\(name), \(reading)") { stage in
                    let arrived = stage.gate(), closed = stage.gate()
                    let server = try stage.serve { connection in
                        _ = try connection.readRequest()
                        try connection.send(start)
                        arrived.open()
                        connection.waitUntilPeerCloses()
                        closed.open()
                    }
                    try await cancel(server.request(), at: arrived, stage, reading)
                    await closed.opened()
                }
            }
        } + [
            beforeStart, afterTwoChunks, inUpload(.data), inUpload(.file), inUpload(.stream), inRedirect, afterEnd,
            besideAnother,
        ]).overHTTP1("status line", "in the fields", because: "HTTP/2 sends a head at once, in frames")

    private static func cancel(
        _ request: CaseRequest, at moment: Gate, _ stage: Stage, _ reading: Reading = .whole
    ) async throws {
        let task = Task { await stage.exchange(request, reading) }
        await moment.opened()
        task.cancel()
        try stage.expect(await task.value, .failure(.cancelled), reading)
    }

    private static let beforeStart = ConformanceCase(.cancelling, "before the start") { stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        let gate = Gate()
        let request = server.request()
        let task = Task {
            await gate.opened()
            return await stage.exchange(request)
        }
        task.cancel()
        try stage.expect(await task.value, .failure(.cancelled), .whole)
        try stage.expect(server.requests.count, 0, "the number of requests")
    }

    private static let afterTwoChunks = ConformanceCase(.cancelling, "between two chunks that are read") { stage in
        let read = stage.gate(), closed = stage.gate()
        let server = try stage.serve { connection in
            _ = try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.waitUntilPeerCloses()
            closed.open()
        }
        let message = try server.request().resolve()
        let task = Task { () -> (String, RequestErrorCode?) in
            var text = ""
            do {
                for try await chunk in try await stage.transport.send(message).body {
                    text += String(decoding: chunk, as: UTF8.self)
                    if text == "abc" { read.open() }
                }
                return (text, nil)
            } catch {
                return (text, TransportError(anyError: error).code)
            }
        }
        await read.opened()
        task.cancel()
        let (text, code) = await task.value
        try stage.expect(text, "abc", "what was read")
        try stage.expect(code, .cancelled, "the code")
        await closed.opened()
    }

    private static func inUpload(_ source: Source) -> ConformanceCase {
        ConformanceCase(.cancelling, "while the content goes out from \(source.rawValue)") { stage in
            let arrived = stage.gate(), closed = stage.gate(), cancelled = stage.gate()
            let server = try stage.serve { connection in
                _ = try connection.readHead()
                arrived.open()
                // The server sends slowly, because the client doesn't read.
                try cancelled.wait()
                connection.waitUntilPeerCloses()
                closed.open()
            }
            let request = try server.request(.post).sending(source.body(Data(count: 16 << 20), stage))
            try await cancel(request, at: arrived, stage)
            cancelled.open()
            await closed.opened()
        }
    }

    private static let inRedirect = ConformanceCase(.cancelling, "after a redirect") { stage in
        let arrived = stage.gate()
        let server = try stage.serve { connection in
            while true {
                guard try connection.readRequest().target == "/" else { break }
                try connection.send("HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n")
            }
            arrived.open()
            connection.waitUntilPeerCloses()
        }
        try await cancel(server.request(), at: arrived, stage)
    }

    private static let afterEnd = ConformanceCase(.cancelling, "after the end nothing is lost") { stage in
        let server = try stage.serve(responding: { _ in RawServer.ok("hi") })
        let request = server.request()
        let task = Task { await stage.exchange(request) }
        let outcome = await task.value
        task.cancel()
        try stage.expect(outcome, .response("hi"), .whole)
        try await stage.expect(request, .response("hi"))
    }

    private static let besideAnother = ConformanceCase(.cancelling, "one leaves another alone") { stage in
        let arrived = stage.gate(), gate = stage.gate()
        let server = try stage.serve { connection in
            guard try connection.readRequest().target == "/other" else {
                arrived.open()
                return connection.waitUntilPeerCloses()
            }
            try gate.wait()
            try connection.send(RawServer.ok("hi"))
        }
        async let other = stage.exchange(server.request(.get, "/other"))
        try await cancel(server.request(), at: arrived, stage)
        gate.open()
        try stage.expect(await other, .response("hi"), .whole)
    }
}
