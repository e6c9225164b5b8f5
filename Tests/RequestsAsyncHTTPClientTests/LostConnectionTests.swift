#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import Requests
import RequestsAsyncHTTPClient
import RequestsConformance
import TestSupport
import Testing

/// Messages whose connection the server closes.
@Suite("Lost connections", .timeLimit(.minutes(1)))
struct LostConnectionTests {
    private static let policy = RetryPolicy(delay: .zero)

    /// Returns the codes of the errors of simultaneous calls to an HTTP/2 server.
    private static func codes(
        of count: Int, to script: HTTP2Script, on transport: (HTTPClient) -> any Transport
    ) async throws -> [RequestErrorCode] {
        var codes: [RequestErrorCode] = []
        try await withHTTP2Client { client in
            let transport = transport(client)
            try await BareHTTP2Server.running(script) { url, _ in
                let api = AnonymousProvider(baseURL: url)
                codes = await withTaskGroup { group in
                    for _ in 0..<count {
                        group.addTask {
                            do {
                                _ = try await transport.perform(api.get(.data, from: "/"))
                                return RequestErrorCode?.none
                            } catch {
                                return TransportError(anyError: error).code
                            }
                        }
                    }
                    return await group.reduce(into: []) { if let code = $1 { $0.append(code) } }
                }
            }
        }
        return codes
    }

    @Test func `calls to a server that closes a connection once succeed if they are retried`() async throws {
        let count = Guarded(0)
        let script = HTTP2Script(
            response: { stream, _ in
                count.withLock { $0 += 1 }
                return HTTP2Frames.hi(on: stream)
            }, closes: { count.withLock { $0 == 3 } })
        let codes = try await Self.codes(of: 80, to: script) {
            $0.retrying(Self.policy, budget: RetryBudget(reserve: 1_000))
        }
        #expect(codes == [])
    }

    // MARK: Repetitions

    /// Responds to the very first request.
    ///
    /// Later requests get no response, unless their target is `/open`.
    private static func closing() -> @Sendable (RawConnection) throws -> Void {
        let isFirst = Guarded(true)
        return { connection in
            while true {
                let target = try connection.readRequest().target
                let responds = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst || target == "/open"
                }
                guard responds else { return }
                try connection.send(RawServer.ok("hi"))
            }
        }
    }

    @Test func `a message is repeated once by the client, and not again at each retry`() async throws {
        try await withRawServer(Self.closing()) { server in
            try await withClient(.requests) { client in
                _ = try await client.perform(server.get())
                let request = server.api.get(.data, from: "/lost")
                let error = await #expect(throws: TransportError.self) {
                    try await client.retrying(Self.policy).perform(request)
                }
                #expect(error?.code == .connectionLost)
                // These are the first attempt, its repetition, and two retries.
                #expect(server.requests.filter { $0.target == "/lost" }.count == 4)
            }
        }
    }

    @Test func `a repetition whose body can't be made again fails with the error of the body`() async throws {
        let content = VanishingBody()
        try await withRawServer(content.serve) { server in
            try await withClient(.requests) { client in
                _ = try await client.perform(server.get())
                let request = server.api.put(content.body, to: "/lost")
                let error = await #expect(throws: TransportError.self) { try await client.perform(request) }
                #expect(error?.code == .bodyUnreadable)
                #expect(server.requests.count { $0.target == "/lost" } == 1)
            }
        }
    }

    @Test func `a host is forgotten if a repetition fails, until it responds again`() async throws {
        try await withRawServer(Self.closing()) { server in
            try await withClient(.requests) { client in
                _ = try await client.perform(server.get())
                for (target, count) in [("/1", 2), ("/2", 1), ("/open", 1), ("/3", 2)] {
                    let data = try? await client.perform(server.api.get(.data, from: URLPath(target)))
                    #expect((data != nil) == (target == "/open"))
                    #expect(server.requests.filter { $0.target == target }.count == count, "\(target)")
                }
            }
        }
    }
}
#endif
