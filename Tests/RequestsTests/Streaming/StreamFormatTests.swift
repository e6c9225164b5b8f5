import Foundation
import Requests
import RequestsEndpoints
import RequestsTesting
import TestSupport
import Testing

/// The format of a stream in both directions, as the decoder of a request and as the format of a body.
@Suite("StreamFormat", .timeLimit(.minutes(1))) struct StreamFormatTests {
    private struct Log: RequestConvertible {
        let baseURL = URL("http://h")
        let endpoint: URLPath = "/log"
        let method = HTTPMethod.get
        var responseDecoder = ResponseDecoder.stream(.lines)
    }

    private struct Reading: Decodable, Sendable {}

    private let api = AnonymousProvider("http://h")

    private func lines<R: RequestConvertible>(_ request: R) async throws -> [String]
    where R.Resource == ElementStream<String> {
        let transport = StreamingResponse { MessageBody(texts: ["a\nb", "\n"]) }
        var lines: [String] = []
        for try await line in try await transport.stream(request) { lines.append(line) }
        return lines
    }

    /// Returns the Content-Type and the body of elements.
    private func written<Element: Sendable>(
        _ elements: [Element], as format: StreamFormat<Element>
    ) async throws -> [String] {
        let echo = Loopback { request in
            let text = String(decoding: try await request.body.collect(upTo: 1_000), as: UTF8.self)
            return .text("\(request.header[.contentType] ?? "")\t\(text)")
        }
        let request = api.post(.stream(as: format) { ElementStream(elements) }, to: "/").receiving(.text)
        return try await echo.perform(request).split(separator: "\t", maxSplits: 1).map { String($0) }
    }

    @Test func `an encoder that breaks lines can't write JSON Lines`() async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        let api = AnonymousProvider("http://h", coding: Coding(jsonEncoder: encoder))
        let request = api.post(.stream(as: .jsonLines) { ElementStream([["a": 1]]) }, to: "/")
        let error = await Loopback { request in .text("\(try await request.body.collect(upTo: 1_000))") }
            .failure(of: request)
        #expect(error?.message.contains("the JSON encoder writes more than one line for an element") == true)
    }

    @Test func `a type of request streams by its decoder`() async throws {
        #expect(try await lines(Log()) == ["a", "b"])
        #expect(try await lines(api.get(.stream(.lines), from: "/log")) == ["a", "b"])
    }

    @Test func `performing a streaming request reads all elements first`() async throws {
        let transport = StreamingResponse { MessageBody(texts: ["data: 1\n\n", "data: 2\n\n"]) }
        let events = api.get(from: "/").receiving(stream: .serverSentEvents(Int.self))
        let error = await transport.failure(of: events)
        #expect(error?.message.contains("no Content-Type") == true)
        let typed = StreamingResponse(header: [.contentType(.eventStream)], body: transport.body)
        var data: [Int] = []
        for try await event in try await typed.perform(events) { data.append(event.data) }
        #expect(data == [1, 2])
    }

    @Test func `a performed request for events never gets them from a cache`() throws {
        let message = try api.get(from: "/").receiving(stream: .serverSentEvents).resolve()
        #expect(message.header[.cacheControl] == "no-store")
        #expect(message.cachePolicy == .reloadIgnoringLocalCacheData)
    }

    @Test func `a decoder of whole bodies can't stream, and sends nothing`() async throws {
        let sent = Counter()
        let transport = Loopback { _ in
            sent.next()
            return .text("a")
        }
        let decoder = ResponseDecoder { _, data, _ in ElementStream([String(decoding: data, as: UTF8.self)]) }
        let error = await #expect(throws: TransportError.self) {
            try await transport.stream(Log(responseDecoder: decoder))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains(".stream(_:)") == true)
        #expect(sent.count == 0)
    }

    @Test func `each format writes its elements and their Content-Type`() async throws {
        #expect(try await written(["a", ""], as: .lines) == ["text/plain; charset=utf-8", "a\n\n"])
        #expect(try await written([Data("a".utf8)], as: .lineData) == ["application/octet-stream", "a\n"])
        #expect(try await written([Data("a\n".utf8)], as: .chunks) == ["application/octet-stream", "a\n"])
        #expect(try await written(["a", "b"], as: .jsonLines) == ["application/x-ndjson", "\"a\"\n\"b\"\n"])
        let texts = [
            ServerSentEvent(data: "a\r\nb"), ServerSentEvent(type: "t", data: "", id: "1", retry: .seconds(1)),
        ]
        #expect(
            try await written(texts, as: .serverSentEvents)
                == ["text/event-stream", "data: a\ndata: b\n\nid: 1\nevent: t\nretry: 1000\ndata: \n\n"])
        let json = [ServerSentEvent(data: "a")]
        #expect(
            try await written(json, as: .serverSentEvents(String.self)) == ["text/event-stream", "data: \"a\"\n\n"])
        let words = StreamFormat<String>(
            mediaType: "application/x-words", writing: { word, _ in Data("<\(word)>".utf8) }
        ) { _, _ in NoParser() }
        #expect(try await written(["a", "b"], as: words) == ["application/x-words", "<a><b>"])
    }

    @Test func `an element that can't be written is an error`() async throws {
        let bodies: [BodyProvider] = [
            .stream(as: .lines) { ElementStream(["a\nb"]) },
            .stream(as: .lines) { ElementStream(["a\r"]) },
            .stream(as: .lineData) { ElementStream([Data("a\nb".utf8)]) },
            .stream(as: .jsonArray(Int.self)) { ElementStream([1]) },
            .stream(as: .jsonLines) { ElementStream([Reading()]) },
            .stream(as: .serverSentEvents) { ElementStream([ServerSentEvent(data: "a", id: "\n")]) },
            .stream(as: StreamFormat<String> { _, _ in NoParser() }) { ElementStream(["a"]) },
        ]
        let echo = Loopback { .text(String(decoding: try await $0.body.collect(upTo: 1_000), as: UTF8.self)) }
        for body in bodies {
            #expect(await echo.failure(of: api.post(body, to: "/"))?.code == .bodyEncodingFailed)
        }
    }
}

private struct NoParser: StreamParser {
    mutating func parse(_ chunk: Data, _ emit: (String) throws -> Void) throws {}
}
