import Foundation
import Requests
import RequestsConformance
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

@Suite("Progress of a request", .timeLimit(.minutes(1)))
struct ProgressTests {
    private let api = AnonymousProvider("http://h")

    /// Returns all progress that a request reports on a queue, up to the given one.
    private func progress<R: Sendable>(
        of request: Request<AnonymousProvider, R>, upTo last: TransferProgress, by transport: some Transport
    ) async throws -> [TransferProgress] {
        let (stream, continuation) = AsyncStream.makeStream(of: TransferProgress.self)
        let isBusy = Atomic(false)
        let reporting = request.reportingProgress(callbackQueue: .global()) { progress in
            let wasBusy = isBusy.exchange(true, ordering: .sequentiallyConsistent)
            #expect(!wasBusy)
            continuation.yield(progress)
            isBusy.store(false, ordering: .sequentiallyConsistent)
        }
        _ = await transport.failure(of: reporting)
        var all: [TransferProgress] = []
        for await progress in stream {
            all.append(progress)
            if progress == last { break }
        }
        return all
    }

    @Test func `both directions are reported over a socket`() async throws {
        let size = 3_000_000
        try await withRawServer(responding: { _ in RawServer.ok(String(repeating: "a", count: size)) }) { server in
            let request = server.api.post(.data(Data(count: size)), to: "/").receiving(.data)
            let end = TransferProgress(.received, completedByteCount: size, totalByteCount: size)
            let all = try await progress(of: request, upTo: end, by: URLSession.shared)
            for direction in [TransferProgress.Direction.sent, .received] {
                let some = all.filter { $0.direction == direction }
                #expect(some.map(\.completedByteCount) == some.map(\.completedByteCount).sorted())
                #expect(some.last?.completedByteCount == size)
                #expect(some.allSatisfy { $0.totalByteCount == size })
            }
        }
    }

    @Test func `a body that is sent again after a redirect counts twice in the end`() async throws {
        let size = 1_000_000
        try await withRawServer(responding: { request in
            guard request.target == "/" else { return RawServer.ok("ab") }
            return RawServer.response(status: 307, reason: "No", fields: [("Location", "/b")])
        }) { server in
            let request = server.api.post(.data(Data(count: size)), to: "/").receiving(.data)
            let end = TransferProgress(.received, completedByteCount: 2, totalByteCount: 2)
            let all = try await progress(of: request, upTo: end, by: URLSession.shared)
            #expect(all.last { $0.direction == .sent }?.fractionCompleted == 1)
            #expect(all.last { $0.direction == .sent }?.completedByteCount == size)
            #expect(server.requests.map(\.body.count) == [size, size])
        }
    }

    @Test func `a transport that doesn't report its sent bytes has progress`() async throws {
        let transport = Prepared(.init(fields: ["Content-Length": "3"], chunks: ["a", "bc"]))
        let end = TransferProgress(.received, completedByteCount: 3, totalByteCount: 3)
        let request = api.post(.text("hello"), to: "/").receiving(.text)
        let all = try await progress(of: request, upTo: end, by: transport)
        #expect(all.first == TransferProgress(.sent, completedByteCount: 5, totalByteCount: 5))
        #expect(transport.requests.map(\.context.reading) == [.chunks])
    }

    @Test func `a response of unknown length, and a compressed one, have progress`() async throws {
        for fields in [[], ["Content-Length": "2", "Content-Encoding": "br"]] as [HeaderFields] {
            let transport = Prepared(.init(fields: fields, chunks: ["abc"]))
            let end = TransferProgress(.received, completedByteCount: 3)
            let all = try await progress(of: api.get(.text, from: "/"), upTo: end, by: transport)
            #expect(all.last?.fractionCompleted == nil)
        }
    }

    @Test func `a failed response isn't counted`() async throws {
        let transport = Prepared(.init(status: .notFound, chunks: ["abc"]))
        let end = TransferProgress(.sent, completedByteCount: 5, totalByteCount: 5)
        let all = try await progress(of: api.post(.text("hello"), to: "/"), upTo: end, by: transport)
        #expect(all == [end])
    }

    @Test func `without an observer, the response is read at once`() async throws {
        let transport = Prepared(.init(chunks: ["abc"]))
        try await transport.perform(api.get(.text, from: "/"))
        #expect(transport.requests.map(\.context.reading) == [.whole])
        #expect(transport.requests.first?.options.progressObserver == nil)
    }

    @Test @MainActor func `each function is called, on the main actor`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        var calls = 0
        let request = api.get(.text, from: "/")
            .reportingProgress { _ in
                calls += 1
                continuation.yield("a")
            }
            .reportingProgress(callbackQueue: .main) { _ in continuation.yield("b") }
        try await Prepared(.init(chunks: ["abc"])).perform(request)
        var names: Set<String> = []
        for await name in stream {
            names.insert(name)
            if names.count == 2 { break }
        }
        #expect(calls > 0)
    }

    @Test func `a request that is sent several times is reported each time`() async throws {
        let request = api.get(.text, from: "/")
        for _ in 0..<2 {
            let transport = Prepared(.init(fields: ["Content-Length": "3"], chunks: ["abc"]))
            let end = TransferProgress(.received, completedByteCount: 3, totalByteCount: 3)
            let all = try await progress(of: request, upTo: end, by: transport)
            #expect(all.allSatisfy { $0.completedByteCount <= 3 })
        }
    }
}
