import Foundation
import Requests
import Testing

@Suite("MessageBody", .timeLimit(.minutes(1)))
struct MessageBodyTests {
    enum Kind: CaseIterable, Sendable {
        case data, stream, neverFailing

        /// A body of `abc`.
        var body: MessageBody {
            switch self {
            case .data: MessageBody(Data("abc".utf8))
            case .stream: MessageBodyTests.stream(["ab", "c"])
            case .neverFailing:
                MessageBody(
                    AsyncStream<Data> { continuation in
                        for chunk in ["ab", "c"] { continuation.yield(Data(chunk.utf8)) }
                        continuation.finish()
                    }
                )
            }
        }
    }

    private static func chunks(_ body: MessageBody) async throws -> [String] {
        var chunks: [String] = []
        for try await chunk in body { chunks.append(String(decoding: chunk, as: UTF8.self)) }
        return chunks
    }

    private static func stream(_ chunks: [String], error: (any Error)? = nil) -> MessageBody {
        MessageBody(
            AsyncThrowingStream<Data, any Error> { continuation in
                for chunk in chunks { continuation.yield(Data(chunk.utf8)) }
                continuation.finish(throwing: error)
            }
        )
    }

    @Test func `bytes are one chunk, and an empty body has no chunks`() async throws {
        let one = try await Self.chunks(MessageBody(Data("abc".utf8)))
        #expect(one == ["abc"])
        let none = try await Self.chunks(MessageBody(Data()))
        #expect(none.isEmpty)
    }

    @Test func `the chunks of a stream arrive unchanged, without the empty ones`() async throws {
        let chunks = try await Self.chunks(Self.stream(["", "a", "", "bc", ""]))
        #expect(chunks == ["a", "bc"])
    }

    @Test(arguments: Kind.allCases) func `a body can be read only once`(_ kind: Kind) async throws {
        let body = kind.body
        let first = try await body.collect(upTo: 3)
        #expect(first == Data("abc".utf8))
        let second = try await body.collect(upTo: 3)
        #expect(second.isEmpty)
        let third = try await Self.chunks(body)
        #expect(third.isEmpty)
    }

    @Test func `the indices of a whole body begin at 0, also if its only chunk is a slice`() async throws {
        let slice = Data("xabc".utf8).dropFirst()
        let stream = AsyncStream<Data> { continuation in
            continuation.yield(slice)
            continuation.finish()
        }
        for body in [MessageBody(slice), MessageBody(stream)] {
            let data = try await body.collect(upTo: 3)
            #expect(data == Data("abc".utf8))
            #expect(data.startIndex == 0)
        }
    }

    @Test(arguments: Kind.allCases) func `a body over the limit is an error`(_ kind: Kind) async throws {
        let error = await #expect(throws: TransportError.self) { try await kind.body.collect(upTo: 2) }
        #expect(error?.code == .responseTooLarge)
    }

    @Test func `the error of a stream is rethrown unchanged`() async throws {
        let body = Self.stream(["a"], error: CocoaError(.fileReadCorruptFile))
        await #expect(throws: CocoaError.self) { try await body.collect(upTo: 10) }
    }
}
