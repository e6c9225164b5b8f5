import Foundation
import Requests
import RequestsTesting
import Testing

/// The samples of the page on streams, which must do what the page promises.
@Suite("Samples of the page on streams", .timeLimit(.minutes(1)))
struct StreamPageTests {
    /// A server whose response has the media type that the request accepts.
    private struct Source: Transport {
        let text: String

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let header = HeaderFields(request.header[.accept].map { [HeaderField(.contentType, $0)] } ?? [])
            let head = ResponseHead(status: .ok, header: header, urlText: request.urlText)
            return TransportResponse(head: head, body: MessageBody(Data(text.utf8)))
        }
    }

    private func samples(_ text: String) -> StreamSamples<Source> {
        StreamSamples(session: Source(text: text), api: GitHub.live, request: GitHub.live.get(from: "/ticks"))
    }

    @Test func `an event has its identifier, type and text`() async throws {
        var texts: [String] = []
        try await samples("id: 7\ndata: a\ndata: b\n\n").events { texts.append($0) }
        #expect(texts == ["200 OK", "7 message: a\nb"])
    }

    @Test func `a line of another type ends the stream with its number`() async {
        var texts: [String] = []
        await samples("{\"price\":1.5}\n\n{}\n").ticks { texts.append($0) }
        #expect(texts.count == 2)
        #expect(texts.first == "1.5")
        #expect(
            texts.last?.hasPrefix("decodingFailed: line 3 could not be decoded as Tick: `price` is missing\n") == true)
    }

    /// A server that ends a stream, loses a connection, and then refuses, in this order.
    private actor Feed: Transport {
        private(set) var asked: [String?] = []

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            asked.append(request.header["Last-Event-ID"])
            let url = request.urlText
            switch asked.count {
            case 1:
                return TransportResponse(
                    head: ResponseHead(status: .ok, header: [.contentType(.eventStream)], urlText: url),
                    body: MessageBody(Data("id: 7\nretry: 1\ndata: a\n\n".utf8)))
            case 2:
                let lost = TransportError(code: .connectionLost, message: "the cable was pulled")
                let (chunks, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
                continuation.yield(Data("data: b\n\n".utf8))
                continuation.finish(throwing: lost)
                return TransportResponse(
                    head: ResponseHead(status: .ok, header: [.contentType(.eventStream)], urlText: url),
                    body: MessageBody(chunks))
            default:
                return TransportResponse(
                    head: ResponseHead(status: .noContent, urlText: url), body: MessageBody(Data()))
            }
        }
    }

    @Test func `a lost stream is resumed after its last event`() async throws {
        let feed = Feed()
        var texts: [String] = []
        try await StreamSamples(session: feed, api: .live, request: GitHub.live.get(from: "/ticks")).follow {
            texts.append($0)
        }
        #expect(texts == ["a", "b"])
        #expect(await feed.asked == [nil, "7", "7"])
    }

    @MainActor @Test func `the state of a connection is shown on the main actor`() async throws {
        let label = StreamSamples<Feed>.Label()
        let samples = StreamSamples(session: Feed(), api: .live, request: GitHub.live.get(from: "/ticks"))
        let logged = Guarded<[String]>([])
        var texts: [String] = []
        let events = try await samples.showConnection(
            on: label, log: { text in logged.withLock { $0.append(text) } })
        for try await event in events {
            texts.append("\(label.text) \(event.data)")
        }
        #expect(texts == ["Live a", "Live b"])
        #expect(label.text == "Connecting again")
        #expect(logged.withLock { $0.count } == 2)
    }

    @Test func `a refused stream isn't resumed`() async {
        let refused = StreamSamples(
            session: FixedResponse(status: 403), api: .live, request: GitHub.live.get(from: "/ticks"))
        let error = await #expect(throws: RequestError<GitHub.Failure>.self) { try await refused.follow { _ in } }
        #expect(error?.head?.status == .forbidden)
    }

    @Test func `an event of another type is left out`() async throws {
        var texts: [String] = []
        try await samples("event: ping\ndata: hi\n\nevent: tick\ndata: {\"price\":2}\n\n").prices { texts.append($0) }
        #expect(texts == ["2.0"])
    }

    @Test func `a page without items is the last one`() async throws {
        let targets = Guarded<[String]>([])
        let server = Loopback { request in
            targets.withLock { $0.append(request.target) }
            let users = targets.withLock { $0.count } == 1 ? #"{"login":"ada","followers":3}"# : ""
            return .data(Data(#"{"users":[\#(users)]}"#.utf8), .json)
        }
        var texts: [String] = []
        try await StreamSamples(session: server, api: .live, request: GitHub.live.get(from: "/ticks")).numbered {
            texts.append($0)
        }
        #expect(texts == ["ada"])
        #expect(targets.withLock { $0 } == ["/search/users?page=1", "/search/users?page=2"])
    }

    @Test func `a custom format rejects an incomplete record`() async throws {
        let error = await #expect(throws: RequestError<GitHub.Failure>.self) {
            try await samples("0123456789abcdef0").records()
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.underlyingError is TornRecord)
    }

    @Test func `a custom format is written with its media type`() throws {
        let body = BodyProvider.stream(as: .records) { ElementStream([Data(count: 16)]) }
        let message = try GitHub.live.post(body, to: "/records").resolve()
        #expect(message.header[.contentType] == "application/x-records")
    }

    @Test func `a custom format reads records`() async throws {
        let records = try await samples(String(repeating: "0123456789abcdef", count: 3)).records()
        #expect(records.map { String(decoding: $0, as: UTF8.self) } == Array(repeating: "0123456789abcdef", count: 3))
    }
}
