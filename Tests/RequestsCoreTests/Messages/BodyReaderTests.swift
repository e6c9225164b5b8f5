import Foundation
import Requests
import RequestsConformance
import TestSupport
import Testing

@testable import RequestsCore

/// The body of a message, as a transport reads it.
@Suite("BodyReader", .timeLimit(.minutes(1))) struct BodyReaderTests {
    @Test func `a missing body is read as zero bytes`() async throws {
        #expect(try await BodyReader(.none).next() == nil)
    }

    @Test func `a stream that stays open ends at its declared length`() async throws {
        let body = RequestBody.stream(length: 2) { OpenStream() }
        #expect(try await BodyReader(body).collect(upTo: 10) == Data("xx".utf8))
    }

    @Test func `of two readers at the same time, the second gets an error`() async throws {
        let (stream, source) = AsyncThrowingStream<Data, any Error>.makeStream()
        let body = RequestBody.chunks(length: nil, isRepeatable: false) { MessageBody(stream) }
        let chunks = try BodyReader(body)
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
        let chunks = try BodyReader(body)
        let reading = Task { try await chunks.next() }
        await isAsked.opened()
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        await hasEnded.opened()
    }
}

/// A stream of two bytes whose producer doesn't close it.
private final class OpenStream: InputStream {
    private var left = 2

    init() { super.init(data: Data()) }

    override var streamStatus: Stream.Status { .open }
    override var hasBytesAvailable: Bool { left > 0 }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        if left == 0 { Issue.record("this read would block") }
        buffer.pointee = UInt8(ascii: "x")
        left -= 1
        return 1
    }
}
