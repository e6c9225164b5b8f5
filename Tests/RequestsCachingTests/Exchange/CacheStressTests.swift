import Foundation
import Requests
import Testing

@testable import RequestsCaching

@Suite("A cache under load", .timeLimit(.minutes(2)))
struct CacheStressTests {
    /// Responds with a body of many chunks.
    ///
    /// Each chunk contains the URL and the number of the message.
    private static func transport() -> ScriptedTransport {
        ScriptedTransport { request, count in
            await Task.yield()
            try Task.checkCancellation()
            guard request.method == .get else { return .made(204, [:]) }
            let line = Data("\(request.urlText)#\(count)\n".utf8)
            let chunks = AsyncThrowingStream<Data, any Error> { feed in
                for _ in 0..<20 { feed.yield(line) }
                feed.finish(throwing: count % 7 == 0 ? CancellationError() : nil)
            }
            let lifetime = ["max-age=60", "max-age=0", "no-store", "no-cache", "max-age=60, stale-while-revalidate=60"]
            let header: HeaderFields = ["Cache-Control": lifetime[count % lifetime.count], "ETag": "\"\(count)\""]
            return TransportResponse(head: ResponseHead(status: .ok, header: header), body: MessageBody(chunks))
        }
    }

    @Test func `random calls, cancellations and changes don't mix bodies, and all calls end`() async throws {
        let transport = Self.transport()
        let store = MemoryStore(limit: 40_000)
        let date = TestDate()
        let cached = transport.caching(in: CacheStorage(store: store), date: date.now)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<150 {
                        let url = "http://h/\(Int.random(in: 0..<6))"
                        let call = Task { try await Self.lines(of: cached.send(Self.message(url)), url: url) }
                        if Int.random(in: 0..<4) == 0 { call.cancel() }
                        switch await call.result {
                        case .success(let texts): #expect(texts.count <= 1, "\(texts)")
                        case .failure: break
                        }
                        if Int.random(in: 0..<20) == 0 { date.advance(by: 30) }
                    }
                }
            }
        }
        // Validations in the background may still store a response.
        repeat { await CacheStorage(store: store).removeAll() } while store.byteCount != 0
    }

    private static func message(_ url: String) -> OutgoingRequest {
        var message = OutgoingRequest(method: Int.random(in: 0..<15) == 0 ? .delete : .get, urlText: url)
        message.context.reading = Bool.random() ? .whole : .chunks
        return message
    }

    /// Reads a body, as a whole or in part, and returns its distinct lines; a whole body has 20 lines.
    private static func lines(of response: TransportResponse, url: String) async throws -> Set<Substring> {
        if response.head.status == .noContent { return [] }
        var text = ""
        let limit = Int.random(in: 0..<3) == 0 ? Int.random(in: 0..<20) : .max
        var chunks = response.body.makeAsyncIterator()
        var count = 0
        while count < limit, let chunk = try await chunks.next() {
            text += String(decoding: chunk, as: UTF8.self)
            count += 1
        }
        let lines = text.split(separator: "\n")
        if limit == .max { #expect(lines.count == 20) }
        #expect(lines.allSatisfy { $0.hasPrefix(url + "#") })
        return Set(lines)
    }
}
