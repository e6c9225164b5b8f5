import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

/// Downloads over a socket, with a transport that retries.
@Suite("Download, continued by retrying", .timeLimit(.minutes(1)))
struct DownloadRetryTests {
    private let clock = ImmediateClock()

    private func session(
        _ policy: RetryPolicy = .default, budget: RetryBudget = RetryBudget(reserve: 1_000)
    ) -> some Transport {
        URLSession.shared.retrying(policy, budget: budget, clock: clock, using: LargestGenerator())
    }

    /// Runs a function with a server that sends one response per connection.
    private func withResponses(
        _ responses: [String], _ body: (RawServer, _ file: URL, _ directory: URL) async throws -> Void
    ) async throws {
        let rest = Guarded(responses)
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            try Data("old".utf8).write(to: file)
            try await withRawServer({ connection in
                _ = try connection.readRequest()
                // The file isn't in its place before it's complete.
                #expect(file.text == "old")
                let response = rest.withLock { $0.isEmpty ? "" : $0.removeFirst() }
                if !response.isEmpty { try connection.send(response) }
            }) { server in
                try await body(server, file, directory)
            }
        }
    }

    private static let cutOff = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 10\r\n\r\n01234"
    private static let withoutTag = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234"

    /// Returns a response whose content breaks off after a text.
    private static func cutOff(_ range: String, after text: String, of length: Int) -> String {
        "HTTP/1.1 206 Partial Content\r\nContent-Range: \(range)\r\nContent-Length: \(length)\r\n\r\n\(text)"
    }

    private static func asked(_ server: RawServer) -> [String] {
        server.requests.map { ($0["Range"] + $0["If-Range"]).joined(separator: " ") }
    }

    // The rows in which the second download completes the file.
    @Test(arguments: Continuation.all.filter { !$0.isKept }, [false, true])
    func `one call continues a download, or starts again`(
        _ continuation: Continuation, isResuming: Bool
    ) async throws {
        let isChunked = continuation.first.contains { $0.hasSuffix("chunked") }
        let cutOff =
            "HTTP/1.1 200 OK\r\n" + continuation.first.joined(separator: "\r\n") + "\r\n\r\n"
            + (isChunked ? "5\r\n01234\r\n" : "01234")
        try await withResponses([cutOff] + continuation.responses) { server, file, directory in
            try await session().download(server.api.get(from: "/big.iso"), to: file, resuming: isResuming)
            #expect(file.text == continuation.text)
            let asked = server.requests.dropFirst().map {
                "\($0["Range"].joined(separator: "|")) \($0["If-Range"].joined(separator: "|"))"
            }
            #expect(asked == continuation.asked)
            #expect(directory.names == ["a"])
        }
    }

    @Test func `a download that breaks off several times continues each time after the last byte`() async throws {
        let parts = (1..<10).map { Self.cutOff("bytes \($0)-9/10", after: "\($0)", of: 10 - $0) }
        let first = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 10\r\n\r\n0"
        try await withResponses([first] + parts) { server, file, _ in
            var received: [Int] = []
            let request = server.api.get(from: "/")
            for try await event in session().events(ofDownloading: request, to: file) {
                if case .received(let progress) = event { received.append(progress.completedByteCount) }
            }
            #expect(file.text == "0123456789")
            #expect(Self.asked(server) == [""] + (1..<10).map { "bytes=\($0)- \"1\"" })
            #expect(received == received.sorted())
            #expect(received.last == 10)
            // Each attempt received content, so each wait is as short as the first.
            #expect(clock.sleeps == Array(repeating: .milliseconds(250), count: 9))
        }
    }

    @Test func `attempts without content use up the limit`() async throws {
        let part = Self.cutOff("bytes 5-9/10", after: "5", of: 5)
        try await withResponses([Self.cutOff, "", part, "", ""]) { server, file, directory in
            let error = await session().failure(of: server.api.get(from: "/"), to: file)
            #expect(error?.code == .connectionLost)
            #expect(error?.message.hasSuffix(", in attempt 5") == true)
            #expect(error?.request?.options.attempt == 5)
            let rests = ["bytes=5- \"1\"", "bytes=5- \"1\"", "bytes=6- \"1\"", "bytes=6- \"1\""]
            #expect(Self.asked(server) == [""] + rests)
            #expect(file.text == "old")
            #expect(directory.names == ["a"])
        }
    }

    @Test func `content that is requested again uses up the limit, too`() async throws {
        try await withResponses(Array(repeating: Self.withoutTag, count: 5)) { server, file, directory in
            let error = await session().failure(of: server.api.get(from: "/"), to: file)
            #expect(error?.code == .connectionLost)
            #expect(error?.message.hasSuffix(", in attempt 3") == true)
            #expect(error?.request?.options.attempt == 3)
            #expect(error?.head?.status == .ok)
            #expect(Self.asked(server) == ["", "", ""])
            #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500)])
            #expect(directory.names == ["a"])
        }
    }

    @Test func `content that differs each time uses up the limit, too`() async throws {
        let responses = (1...5).map { "HTTP/1.1 200 OK\r\nETag: \"\($0)\"\r\nContent-Length: 10\r\n\r\n01234" }
        try await withResponses(responses) { server, file, _ in
            let error = await session().failure(of: server.api.get(from: "/"), to: file)
            #expect(error?.message.hasSuffix(", in attempt 3") == true)
            #expect(Self.asked(server) == ["", "bytes=5- \"1\"", "bytes=5- \"2\""])
        }
    }

    @Test func `the bytes of two versions are never mixed`() async throws {
        let second = "HTTP/1.1 200 OK\r\nETag: \"2\"\r\nContent-Length: 8\r\n\r\nabc"
        let rest = Self.cutOff("bytes 3-7/8", after: "defgh", of: 5)
        try await withResponses([Self.cutOff, second, rest]) { server, file, _ in
            try await session().download(server.api.get(from: "/"), to: file)
            #expect(file.text == "abcdefgh")
            #expect(Self.asked(server) == ["", "bytes=5- \"1\"", "bytes=3- \"2\""])
        }
    }

    @Test func `a part that the caller requests is requested again as a whole`() async throws {
        let first = "HTTP/1.1 206 Partial Content\r\nETag: \"1\"\r\nContent-Range: bytes 0-9/99\r\n"
        let part = first + "Content-Length: 10\r\n\r\n"
        try await withResponses([part + "01234", part + "0123456789"]) { server, file, _ in
            let request = server.api.get(from: "/").setting(headerField: .range(0...9))
            try await session().download(request, to: file)
            #expect(file.text == "0123456789")
            #expect(Self.asked(server) == ["bytes=0-9", "bytes=0-9"])
        }
    }

    @Test func `a POST that may be sent twice is sent again as a whole`() async throws {
        try await withResponses([Self.cutOff, RawServer.ok("new")]) { server, file, _ in
            let request = server.api.post(.text("query"), to: "/").idempotent(.keyed)
            try await session().download(request, to: file)
            #expect(file.text == "new")
            #expect(Self.asked(server) == ["", ""])
            #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["query", "query"])
            #expect(Set(server.requests.map { $0["Idempotency-Key"] }).count == 1)
        }
    }

    @Test func `a request that mayn't be sent twice isn't continued`() async throws {
        let requests: [@Sendable (AnonymousProvider) -> Request<AnonymousProvider, Void>] = [
            { $0.get(from: "/").idempotent(.refused) }, { $0.get(from: "/").retrying(.never) }, { $0.post(to: "/") },
        ]
        for request in requests {
            try await withResponses([Self.cutOff]) { server, file, directory in
                let error = await session().failure(of: request(server.api), to: file)
                #expect(error?.code == .connectionLost)
                #expect(error?.message.contains("attempt") == false)
                #expect(server.requests.count == 1)
                #expect(file.text == "old")
                #expect(directory.names == ["a"])
            }
        }
    }

    @Test func `only attempts without new content are charged to the budget`() async throws {
        let parts = (5..<8).map { Self.cutOff("bytes \($0)-9/10", after: "\($0)", of: 10 - $0) }
        let busy = RawServer.response(status: 503, reason: "Busy")
        try await withResponses([Self.cutOff] + parts + [busy, busy]) { server, file, directory in
            let budget = RetryBudget(ratio: 0, reserve: 1)
            let session = session(RetryPolicy(attemptLimit: 9), budget: budget)
            let error = await session.failure(of: server.api.get(from: "/"), to: file, resuming: true)
            let end = ", in attempt 6, and the request was not sent again, because the retry budget is used up"
            #expect(error?.message.contains(end) == true, "\(error?.message ?? "")")
            #expect(server.requests.count == 6)
            // A later call continues the file that this call has loaded.
            #expect(directory.appending(path: "a.partial/content").text == "01234567")
        }
    }

    @Test func `the pause that a server requests between two parts is kept`() async throws {
        let busy = RawServer.response(status: 503, reason: "Busy", fields: [("Retry-After", "30")])
        let rest = Continuation.part("bytes 5-9/10", "56789")
        try await withResponses([Self.cutOff, busy, rest]) { server, file, _ in
            try await session().download(server.api.get(from: "/"), to: file)
            #expect(file.text == "0123456789")
            #expect(Self.asked(server) == ["", "bytes=5- \"1\"", "bytes=5- \"1\""])
            #expect(clock.sleeps == [.milliseconds(250), .seconds(33)])
        }
    }

    @Test func `a failure instead of the rest is the error`() async throws {
        let gone = RawServer.response(status: 404, reason: "Not Found", body: "gone")
        try await withResponses([Self.cutOff, gone]) { server, file, directory in
            let error = await session().failure(of: server.api.get(from: "/"), to: file)
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.body == Data("gone".utf8))
            #expect(file.text == "old")
            #expect(directory.names == ["a"])
        }
    }

    @Test func `a download into a directory continues`() async throws {
        try await withResponses([Self.cutOff, Continuation.part("bytes 5-9/10", "56789")]) { server, _, directory in
            let file = try await session().download(server.api.get(from: "/b"), into: directory)
            #expect(file.lastPathComponent == "b")
            #expect(file.text == "0123456789")
            #expect(directory.names == ["a", "b"])
        }
    }

    @Test func `a download with a closure continues`() async throws {
        try await withResponses([Self.cutOff, Continuation.part("bytes 5-9/10", "56789")]) { server, file, _ in
            let status = await withCheckedContinuation { continuation in
                session().download(server.api.get(from: "/b"), to: file, callbackQueue: .global()) { result in
                    continuation.resume(returning: try? result.get().status)
                }
            }
            #expect(status == .partialContent)
            #expect(file.text == "0123456789")
        }
    }

    @Test func `a download to a temporary file continues`() async throws {
        try await withResponses([Self.cutOff, Continuation.part("bytes 5-9/10", "56789")]) { server, _, _ in
            let file = try await session().download(server.api.get(from: "/b"))
            #expect(file.url.text == "0123456789")
        }
    }
}
