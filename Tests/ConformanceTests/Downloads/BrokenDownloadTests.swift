import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import TestSupport
import Testing

/// Downloads whose connection is cut at random places: 1,000 for each transport.
@Suite("Downloads that break off", .timeLimit(.minutes(5)))
struct BrokenDownloadTests {
    @Test(arguments: TestedTransport.allCases, 0..<20 as Range<UInt64>)
    func `a download that is cut 50 times is complete`(transport: TestedTransport, seed: UInt64) async throws {
        // URLSession on Linux doesn't survive a reset that loses a part of the head.
        let source = CutSource(seed: seed, cutCount: 50, mayReset: transport != .urlSession)
        try await transport.withTransport { client in
            try await withTemporaryDirectory { directory in
                let file = directory.appending(path: "film")
                try Data("old".utf8).write(to: file)
                try await withRawServer({ connection in
                    let request = try connection.readRequest()
                    // The file isn't in its place before it's complete.
                    #expect((try? Data(contentsOf: file)) == Data("old".utf8))
                    try source.respond(to: request, on: connection)
                }) { server in
                    let received = try await load(server, by: client, to: file, resuming: seed.isMultiple(of: 2))
                    #expect(try Data(contentsOf: file) == source.content)
                    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["film"])
                    // Progress never goes back.
                    #expect(received == received.sorted())
                    #expect(received.last == source.content.count)
                    check(server.requests, source)
                }
            }
        }
    }

    @Test(arguments: TestedTransport.allCases)
    func `content that arrives after its attempt timed out isn't written`(transport: TestedTransport) async throws {
        let resumed = Gate()
        let connections = Counter()
        try await transport.withTransport { client in
            try await withTemporaryDirectory { directory in
                let file = directory.appending(path: "film")
                try await withRawServer({ connection in
                    let request = try connection.readRequest()
                    if connections.next() == 1 {
                        try connection.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 10\r\n\r\n01234")
                        try resumed.wait()
                        try connection.send("xxxxx")
                    } else {
                        resumed.open()
                        #expect(request["Range"] == ["bytes=5-"])
                        let head = "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 5-9/10\r\n"
                        try connection.send(head + "Content-Length: 5\r\n\r\n56789")
                    }
                }) { server in
                    defer { resumed.open() }
                    let request = AnonymousProvider(baseURL: server.baseURL).get(from: "/film")
                        .timeout(after: .seconds(1))
                    try await AnyBase(client).retrying(clock: ImmediateClock()).download(request, to: file)
                    #expect(try Data(contentsOf: file) == Data("0123456789".utf8))
                }
            }
        }
    }

    /// Downloads the content in one call, and returns the reported numbers of bytes.
    private func load(
        _ server: RawServer, by client: any Transport, to file: URL, resuming isResuming: Bool
    ) async throws -> [Int] {
        // A reset can lose all bytes of a response, so some attempts in a row may receive no content.
        let session = AnyBase(client)
            .retrying(
                RetryPolicy(attemptLimit: 10), budget: RetryBudget(reserve: 1_000), clock: ImmediateClock(),
                using: SeededGenerator(seed: 1))
        let request = AnonymousProvider(baseURL: server.baseURL).get(from: "/film")
        var received: [Int] = []
        for try await event in session.events(ofDownloading: request, to: file, resuming: isResuming) {
            if case .received(let progress) = event { received.append(progress.completedByteCount) }
        }
        return received
    }

    /// Checks that each request asks for the content after the received bytes.
    private func check(_ requests: [RawRequest], _ source: CutSource) {
        #expect(requests.count == 51)
        #expect(requests.first?["Range"] == [])
        var start = 0
        for (request, end) in zip(requests.dropFirst(), source.ends) {
            #expect(request["If-Range"] == ["\"1\""] || request["Range"].isEmpty && start == 0)
            let next = CutSource.start(of: request)
            #expect(next >= start && next <= end, "the request asks from \(next), and \(end) bytes were sent")
            start = next
        }
    }
}

/// A transport of any type, so that decorators can wrap it.
private struct AnyBase: Transport {
    let base: any Transport

    init(_ base: any Transport) { self.base = base }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse { try await base.send(request) }
}

/// The content of a file, which a server sends in responses that are cut at random places.
private final class CutSource: Sendable {
    private struct State {
        var generator: SeededGenerator
        /// The places of the remaining cuts, in order.
        var cuts: [Int]
        var ends: [Int] = []
    }

    let content: Data
    private let mayReset: Bool
    private let state: Guarded<State>

    /// The ends of the sent parts, in order.
    var ends: [Int] { state.withLock(\.ends) }

    init(seed: UInt64, cutCount: Int, mayReset: Bool) {
        var generator = SeededGenerator(seed: seed)
        let size = Int.random(in: 150_000...300_000, using: &generator)
        content = Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let cuts = (1..<size).shuffled(using: &generator).prefix(cutCount).sorted()
        self.mayReset = mayReset
        state = Guarded(State(generator: generator, cuts: cuts))
    }

    /// Returns the offset that a request asks for.
    static func start(of request: RawRequest) -> Int {
        request["Range"].first.flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
    }

    /// Sends the rest of the content, or a part of it, after which the connection ends.
    func respond(to request: RawRequest, on connection: RawConnection) throws {
        let start = Self.start(of: request)
        let (end, isChunked, isReset) = state.withLock { state in
            let isLast = state.cuts.isEmpty
            let end = isLast ? content.count : state.cuts.removeFirst()
            state.ends.append(end)
            let isReset = mayReset && !isLast && Int.random(in: 0..<4, using: &state.generator) == 0
            return (end, Bool.random(using: &state.generator), isReset)
        }
        let length = content.count - start
        var head = start == 0 ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Partial Content\r\n"
        if start > 0 { head += "Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)\r\n" }
        head += "ETag: \"1\"\r\nConnection: close\r\n"
        head += isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "Content-Length: \(length)\r\n\r\n"
        if isChunked { head += String(length, radix: 16) + "\r\n" }
        try connection.send(head)
        try connection.send(Array(content[start..<end]))
        if isChunked, end == content.count { try connection.send("\r\n0\r\n\r\n") }
        if isReset { connection.reset() }
    }
}
