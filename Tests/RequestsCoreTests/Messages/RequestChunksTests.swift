import Foundation
import Requests
import RequestsConformance
import TestSupport
import Testing

@testable import RequestsCore

/// The sequence of a body, as a transport reads it.
@Suite("Chunks of a request", .timeLimit(.minutes(1))) struct RequestChunksTests {
    @Test func `of two readers at the same time, the second gets an error`() async throws {
        let (stream, source) = AsyncThrowingStream<Data, any Error>.makeStream()
        let body = RequestBody.chunks(length: nil, isRepeatable: false) { MessageBody(stream) }
        let chunks = try #require(RequestChunks(body))
        let second = Guarded<Result<Data?, any Error>?>(nil)
        let first = await withCheckedContinuation { continuation in
            chunks.next { continuation.resume(returning: $0) }
            chunks.next { result in second.withLock { $0 = result } }
            source.yield(Data("a".utf8))
        }
        #expect(try first.get() == Data("a".utf8))
        let error = #expect(throws: TransportError.self) { try second.withLock { $0 }?.get() }
        #expect(error?.message == "the body of the request is being read by another task")
    }

    @Test func `cancelling the task that waits for a chunk ends the sequence`() async throws {
        let (stream, source) = AsyncThrowingStream<Data, any Error>.makeStream()
        let isAsked = Gate(), hasEnded = Gate()
        source.onTermination = { _ in hasEnded.open() }
        let body = RequestBody.chunks(length: nil, isRepeatable: false) {
            isAsked.open()
            return MessageBody(stream)
        }
        let chunks = try #require(RequestChunks(body))
        let reading = Task { try await chunks.next() }
        await isAsked.opened()
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        await hasEnded.opened()
    }
}
