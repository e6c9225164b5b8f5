import Dispatch
import Foundation
import Requests
import TestSupport
import Testing

@Suite("ResponseStream", .timeLimit(.minutes(1)))
struct ResponseStreamTests {
    private struct API: RequestProviding {
        struct Failure: Codable, Sendable { var reason: String }
        let baseURL = URL("http://api.example.com")
    }

    /// A parser that returns eight bytes per element, and rejects a shorter rest.
    private struct Words: StreamParser {
        struct Torn: Error, CustomStringConvertible { var description: String { "torn" } }

        var pending: [UInt8] = []

        mutating func parse(_ chunk: Data, _ emit: (String) throws -> Void) throws {
            for index in 0..<chunk.count {
                pending.append(chunk[index])
                guard pending.count == 8 else { continue }
                try emit(String(decoding: pending, as: UTF8.self))
                pending = []
            }
        }

        mutating func finish(_ emit: (String) throws -> Void) throws {
            if !pending.isEmpty { throw Torn() }
        }
    }

    private static let words = StreamFormat<String>(mediaType: "application/x-words") { _, _ in Words() }

    private static let queueKey = DispatchSpecificKey<Bool>()

    private let api = API()

    private func elements<Element, ProblemDetails>(
        _ stream: ResponseStream<Element, ProblemDetails>
    ) async -> ([Element], RequestError<ProblemDetails>?) {
        var elements: [Element] = []
        do throws(RequestError<ProblemDetails>) {
            for try await element in stream { elements.append(element) }
            return (elements, nil)
        } catch {
            return (elements, error)
        }
    }

    @Test func `elements and the head are available`() async throws {
        let transport = StreamingResponse(header: ["X-A": "b"]) { MessageBody(texts: ["a\nb", "c\n", "d"]) }
        let lines = try await transport.stream(api.get(from: "/log").receiving(stream: .lines))
        #expect(lines.head.header["X-A"] == "b")
        let (elements, error) = await elements(lines)
        #expect(elements == ["a", "bc", "d"])
        #expect(error == nil)
    }

    @Test(arguments: [1, 5, 6, 7, 12, 13, 100]) func `all lines of a chunk arrive in order, even before an error`(
        count: Int
    ) async throws {
        let lines = (0..<count).map { "line \($0)" }
        let text = lines.joined(separator: "\n") + "\n"
        for texts in [[text, "a line that is too long"], [text + "a line that is too long\n"]] {
            let transport = StreamingResponse { MessageBody(texts: texts) }
            let stream = try await transport.stream(api.get(from: "/log").receiving(stream: .lines(limit: 16)))
            let (elements, error) = await elements(stream)
            #expect(elements == lines)
            #expect(error?.code == .responseTooLarge)
        }
    }

    @Test func `chunks arrive unchanged, large ones in pieces`() async throws {
        let large = String(repeating: "x", count: 150_000)
        let transport = StreamingResponse { MessageBody(texts: ["a", large]) }
        let chunks = try await transport.stream(api.get(from: "/").receiving(stream: .chunks))
        let (elements, _) = await elements(chunks)
        #expect(elements.map(\.count) == [1, 65_536, 65_536, 150_000 - 2 * 65_536])
        #expect(elements.allSatisfy { $0.startIndex == 0 })
        #expect(elements.reduce(Data(), +) == Data(("a" + large).utf8))
    }

    @Test func `the request gets the Accept of the stream, unless it has its own`() throws {
        let request = api.post(.json(["a": 1]), to: "/events").adding(query: "q", 1).timeout(after: .seconds(5))
            .receiving(.json(Int.self))
        let message = try request.receiving(stream: .serverSentEvents).resolve()
        let plain = try request.resolve()
        #expect(message.header[.accept] == "text/event-stream")
        #expect(message.urlText == plain.urlText && message.method == plain.method && message.timeoutInterval == 5)
        #expect(message.header[.contentType] == plain.header[.contentType])
        #expect(try request.receiving(stream: .lines).resolve().header[.accept] == nil)
        #expect(try request.receiving(stream: .jsonLines(Int.self)).resolve().header[.accept] == "application/x-ndjson")
        #expect(try request.receiving(stream: Self.words).resolve().header[.accept] == "application/x-words")
        let own = request.setting(headerField: "Accept", "a/b").receiving(stream: .jsonArray(Int.self))
        #expect(try own.resolve().header[.accept] == "a/b")
        #expect("\(own)" == "\(request)")
    }

    @Test func `a hook sees the Accept`() throws {
        let request = api.get(from: "/").adapting { $0.header["X-Signed"] = $0.header[.accept] }
        #expect(try request.receiving(stream: .serverSentEvents).resolve().header["X-Signed"] == "text/event-stream")
    }

    @Test func `a request that can't be resolved isn't sent`() async throws {
        let transport = StreamingResponse { MessageBody(texts: []) }
        let error = await #expect(throws: RequestError<API.Failure>.self) {
            try await transport.stream(api.get(from: "/{id}").receiving(stream: .lines))
        }
        #expect(error?.code == .unfilledPlaceholder)
        #expect(error?.description.contains("which was not sent") == true)
    }

    @Test func `a failed response is decoded as the failure of the API`() async throws {
        let transport = StreamingResponse(status: .notFound) { MessageBody(texts: [#"{"reason":"#, #""gone"}"#]) }
        do {
            _ = try await transport.stream(api.get(from: "/x").receiving(stream: .lines))
            Issue.record("no error")
        } catch {
            #expect(error.code == .unacceptableStatus)
            #expect(error.failure?.reason == "gone")
            #expect(error.request?.urlText == "http://api.example.com/x")
        }
        let lines = try await transport.stream(api.get(from: "/x").accepting(.any).receiving(stream: .lines))
        let (elements, _) = await elements(lines)
        #expect(elements == [#"{"reason":"gone"}"#])
    }

    @Test func `elements before an error are delivered first, and none after it`() async throws {
        let transport = StreamingResponse { MessageBody(texts: ["1\n2\nx\n3\n"]) }
        let lines = try await transport.stream(api.get(from: "/x").receiving(stream: .jsonLines(Int.self)))
        var iterator = lines.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        #expect(try await iterator.next() == 2)
        do {
            _ = try await iterator.next()
            Issue.record("no error")
        } catch {
            #expect(error.code == .decodingFailed)
            #expect(error.body == Data("x".utf8))
            #expect(error.head?.status == .ok)
            #expect(error.request?.urlText == "http://api.example.com/x")
            #expect(error.underlyingError is DecodingError)
        }
        #expect(try await iterator.next() == nil)
    }

    @Test(
        arguments: [
            (URLError(.networkConnectionLost), .connectionLost),
            (TransportError(code: .timedOut, message: "no"), .timedOut),
            (Words.Torn(), .transportFailed),
        ] as [(any Error, RequestErrorCode)])
    func `a body that breaks off is an error, and an incomplete element isn't delivered`(
        error: any Error, code: RequestErrorCode
    ) async throws {
        let transport = StreamingResponse { MessageBody(texts: ["a\nb"], error: error) }
        let lines = try await transport.stream(api.get(from: "/").receiving(stream: .lines))
        let (elements, thrown) = await elements(lines)
        #expect(elements == ["a"])
        #expect(thrown?.code == code)
        #expect(thrown?.request != nil)
    }

    @Test func `a custom parser`() async throws {
        let transport = StreamingResponse { MessageBody(texts: ["0123456", "7abcd", "efgh!"]) }
        let stream = try await transport.stream(api.get(from: "/").receiving(stream: Self.words))
        let (elements, error) = await elements(stream)
        #expect(elements == ["01234567", "abcdefgh"])
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "the stream could not be read: torn")
        #expect(error?.underlyingError is Words.Torn)
    }

    @Test func `a stream can be read only once`() async throws {
        let transport = StreamingResponse { MessageBody(texts: ["a\n", "b\n"]) }
        let lines = try await transport.stream(api.get(from: "/").receiving(stream: .lines))
        for try await line in lines {
            #expect(line == "a")
            break
        }
        let (elements, error) = await elements(lines)
        #expect(elements.isEmpty)
        #expect(
            error?.message
                == "the stream was already read with an earlier iterator: to continue reading, use that iterator")
        #expect(error?.localizedDescription.contains("connection") == false)
        #expect(error?.description.hasSuffix("response: 200 OK, body read as a stream") == true)
    }

    @Test func `no chunk is requested before the elements of the last one are read`() async throws {
        let asked = Counter()
        let transport = StreamingResponse {
            MessageBody(
                AsyncThrowingStream<Data, any Error> { Data("\(asked.next())a\n\(asked.count)b\n".utf8) }
            )
        }
        let lines = try await transport.stream(api.get(from: "/").receiving(stream: .lines))
        #expect(asked.count == 0)
        var iterator = lines.makeAsyncIterator()
        for (line, count) in [("1a", 1), ("1b", 1), ("2a", 2), ("2b", 2)] {
            #expect(try await iterator.next() == line)
            #expect(asked.count == count)
        }
    }

    @Test @MainActor func `decoding doesn't happen on the main actor`() async throws {
        // The main actor is always bound to the main queue, but not on every platform to the main thread.
        DispatchQueue.main.setSpecific(key: Self.queueKey, value: true)
        struct Place: Decodable {
            let isMain: Bool
            init(from decoder: any Decoder) throws {
                isMain = DispatchQueue.getSpecific(key: ResponseStreamTests.queueKey) == true
            }
        }
        let transport = StreamingResponse { MessageBody(texts: ["1\n", "2\n"]) }
        let lines = try await transport.stream(api.get(from: "/").receiving(stream: .jsonLines(Place.self)))
        for try await place in lines {
            #expect(!place.isMain)
            #expect(DispatchQueue.getSpecific(key: ResponseStreamTests.queueKey) == true)
        }
    }

    @Test func `progress is reported`() async throws {
        let (progress, continuation) = AsyncStream.makeStream(of: Int.self)
        let transport = StreamingResponse { MessageBody(texts: ["a\n", "b\n"]) }
        let request = api.get(from: "/").reportingProgress(callbackQueue: .global()) {
            if $0.direction == .received { continuation.yield($0.completedByteCount) }
        }
        for try await _ in try await transport.stream(request.receiving(stream: .lines)) {}
        for await bytes in progress where bytes == 4 { break }
    }
}
