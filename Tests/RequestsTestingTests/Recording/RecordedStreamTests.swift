import Foundation
import Requests
import RequestsConformance
import RequestsTesting
import Testing

@Suite("Recorded streams", .timeLimit(.minutes(1)))
struct RecordedStreamTests {
    private static let url = "https://api.example/events"

    private func chunks(_ transport: some Transport) async throws -> (chunks: [String], error: TransportError?) {
        let response = try await transport.send(OutgoingRequest(urlText: Self.url))
        var chunks: [String] = []
        do {
            for try await chunk in response.body { chunks.append(String(decoding: chunk, as: UTF8.self)) }
        } catch {
            return (chunks, error as? TransportError)
        }
        return (chunks, nil)
    }

    /// Makes a transport whose chunks arrive one after another, as they are requested.
    private func base(_ texts: [String], error: TransportError? = nil) -> some Transport {
        Plain(texts: texts, error: error)
    }

    private struct Plain: Transport {
        let texts: [String]
        let error: TransportError?

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let rest = Guarded(texts[...])
            let chunks = AsyncThrowingStream<Data, any Error> { [error] in
                if let text = rest.withLock({ $0.popFirst() }) { return Data(text.utf8) }
                if let error { throw error }
                return nil
            }
            return TransportResponse(
                head: ResponseHead(status: .ok, header: [.contentType(.eventStream)]), body: MessageBody(chunks))
        }
    }

    @Test func `chunks keep their boundaries`() async throws {
        try await Recordings.withFile { file in
            let texts = ["data: 1\n", "\nda", "ta: 2\n\n"]
            #expect(try await chunks(base(texts).recording(to: file)).chunks == texts)
            let entry = try Recordings.entries(of: file)[0]
            #expect((entry["_chunks"] as? [[String: Any]])?.map { $0["bytes"] as? Int } == [8, 3, 7])
            // The exchange of a replayed message may join waiting chunks, but doesn't split any.
            #expect(try await chunks(try Replaying(file)).chunks.joined() == texts.joined())
        }
    }

    @Test func `recorded times pass on a clock`() async throws {
        let entry =
            Recordings.entry("/events", "ab").dropLast() + #"""
                , "timings": {"wait": 100}, "_chunks": [{"ts": 150, "bytes": 1}, {"ts": 400, "bytes": 1}]}
                """#
        try await Recordings.withFile(entries: String(entry)) { file in
            let clock = ImmediateClock()
            let texts = try await chunks(try Replaying(file, clock: clock)).chunks
            #expect(texts.joined() == "ab")
            #expect(clock.sleeps == [.milliseconds(100), .milliseconds(50), .milliseconds(250)])
        }
    }

    @Test func `a body that breaks off breaks off again`() async throws {
        try await Recordings.withFile { file in
            let error = TransportError(code: .timedOut, message: "slow")
            let sent = try await chunks(base(["one", "two"], error: error).recording(to: file))
            #expect(sent.chunks == ["one", "two"])
            #expect(sent.error?.code == .timedOut)
            let replayed = try await chunks(try Replaying(file))
            #expect(replayed.chunks.joined() == "onetwo")
            #expect(replayed.error?.code == .timedOut)
            #expect(replayed.error?.message.contains("entries[0] contains only the start of the body") == true)
        }
    }

    @Test func `a connection that is lost on the wire is replayed`() async throws {
        try await Recordings.withFile { file in
            let url = try await withRawServer({ connection in
                _ = try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            }) { server in
                let url = server.origin + "/half"
                let error = await #expect(throws: TransportError.self) {
                    try await Recordings.text(Recordings.session.recording(to: file), url)
                }
                #expect(error?.code == .connectionLost)
                return url
            }
            let error = await #expect(throws: TransportError.self) {
                try await Recordings.text(try Replaying(file), url)
            }
            #expect(error?.code == .connectionLost)
        }
    }

    @Test func `a dropped stream is recorded up to that point`() async throws {
        try await Recordings.withFile { file in
            let transport = base(["one", "two", "three"]).recording(to: file)
            func readOne() async throws {
                let response = try await transport.send(OutgoingRequest(urlText: Self.url))
                var iterator = response.body.makeAsyncIterator()
                _ = try await iterator.next()
            }
            try await readOne()
            let replayed = try await chunks(try Replaying(file))
            #expect(replayed.chunks == ["one"])
            #expect(replayed.error?.code == .connectionLost)
            #expect(replayed.error?.message.contains("stopped reading the body") == true)
        }
    }

    @Test
    func `a dropped stream that can't be written makes the next call fail, and the second one writes it`()
        async throws
    {
        try await Recordings.withFile(text: "") { blocker in
            let file = blocker.appending(path: "below.har")
            let transport = base(["one", "two"]).recording(to: file)
            func readOne() async throws {
                let response = try await transport.send(OutgoingRequest(urlText: Self.url))
                var iterator = response.body.makeAsyncIterator()
                _ = try await iterator.next()
            }
            try await readOne()
            try FileManager.default.removeItem(at: blocker)
            let error = await #expect(throws: TransportError.self) { try await readOne() }
            #expect(error?.code == .fileWriteFailed)
            try await readOne()
            #expect(try Recordings.entries(of: file).count == 2)
        }
    }

    @Test func `a download is recorded, and written again`() async throws {
        struct API: RequestProviding { let baseURL: URL }
        try await Recordings.withFile { file in
            let target = file.deletingLastPathComponent().appending(path: "out.txt")
            let body = String(repeating: "0123456789", count: 20_000)
            let api = try await withRawServer(responding: { _ in RawServer.ok(body, contentType: "text/plain") }) {
                server in
                let api = API(baseURL: server.baseURL)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                _ = try await Recordings.session.recording(to: file).download(api.get(.data, from: "/file"), to: target)
                return api
            }
            #expect(try Data(contentsOf: target) == Data(body.utf8))
            try FileManager.default.removeItem(at: target)
            _ = try await Replaying(file).download(api.get(.data, from: "/file"), to: target)
            #expect(try Data(contentsOf: target) == Data(body.utf8))
        }
    }
}
