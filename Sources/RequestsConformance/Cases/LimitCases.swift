import Foundation
import Requests
import RequestsTesting

extension TransportConformance {
    /// A limit makes calls wait.
    ///
    /// A response that is read as a stream counts towards the limit until its end.
    static let callLimits: [ConformanceCase] = [
        ConformanceCase(.streaming, "a stream keeps its place under a limit until its end") { stage in
            let events = Guarded<[String]>([]), next = stage.gate()
            let server = try stage.serve { connection in
                while let request = try? connection.readRequest() {
                    events.withLock { $0.append(request.target) }
                    guard request.target == "/lines" else { return try connection.send(RawServer.ok("hi")) }
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\na\n")
                    try next.wait()
                    events.withLock { $0.append("the end of the lines") }
                    try connection.send("b\n")
                }
            }
            let session = stage.transport.limiting(concurrentCalls: 1)
            let lines = try await session.stream(server.request(.get, "/lines").receiving(stream: .lines))
            let other = Task { try await session.perform(server.request(.get, "/other")) }
            for try await line in lines where line == "a" { next.open() }
            try stage.expect(await other.value, Data("hi".utf8), "the content")
            try stage.expect(
                events.withLock { $0 }, ["/lines", "the end of the lines", "/other"], "the events")
            withExtendedLifetime(lines) {}
        },
        ConformanceCase(.responses, "calls wait as RateLimit and Retry-After ask") { stage in
            let count = EventCounter()
            let server = try stage.serve(responding: { _ in
                let number = count.next()
                switch number {
                case 1: return RawServer.ok("1", fields: [("RateLimit", #""default";r=0;t=30"#)])
                case 2:
                    return RawServer.response(
                        status: 429, reason: "Too Many Requests", fields: [("Retry-After", "7")], body: "2")
                default: return RawServer.ok("\(number)")
                }
            })
            let clock = ImmediateClock()
            let session = stage.transport.honoringRateLimits(clock: clock)
            for number in 1...4 {
                try stage.expect(
                    await session.perform(server.request()), Data("\(number)".utf8), "the content")
            }
            try stage.expect(clock.sleeps, [.seconds(30), .seconds(7)], "the waits")
        },
    ]
}
