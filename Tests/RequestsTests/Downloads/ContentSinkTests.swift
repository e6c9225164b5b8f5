import Foundation
import Requests
import RequestsTesting
import TestSupport
import Testing

/// A transport that writes the content itself, from a separate thread, before it returns.
private final class Writing: Transport {
    typealias Response = (status: HTTPStatus, fields: HeaderFields, chunks: [String])

    private let responses: [Response]
    private let error: TransportError?
    let late = Guarded<(any ContentSink)?>(nil)

    /// Makes a transport that receives the responses one after another, and returns the last response.
    init(responses: [Response], error: TransportError? = nil) {
        self.responses = responses
        self.error = error
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var head = ResponseHead(status: .ok)
        var rest = Data()
        for (status, fields, chunks) in responses {
            head = ResponseHead(status: status, header: fields, urlText: request.urlText)
            rest = Data()
            let sink = try request.options.openContentSink?(head)
            late.withLock { $0 = sink }
            for chunk in chunks {
                if let sink {
                    try await Task.detached { try sink.write(Data(chunk.utf8)) }.value
                } else {
                    rest += Data(chunk.utf8)
                }
            }
        }
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        if !rest.isEmpty { continuation.yield(rest) }
        continuation.finish(throwing: error)
        return TransportResponse(head: head, body: MessageBody(stream))
    }
}

@Suite("Download, written by the transport", .timeLimit(.minutes(1)))
struct ContentSinkTests {
    private let api = AnonymousProvider("http://h")

    @Test(
        arguments: [
            ([(.ok, ["Content-Length": "3"], ["n", "ew"])], nil, nil, "new"),
            // A decorator sends the request again, so earlier content no longer counts.
            ([(.ok, ["Content-Length": "3"], ["n"]), (.ok, ["Content-Length": "3"], ["n", "ew"])], nil, nil, "new"),
            ([(.serviceUnavailable, [], ["no"]), (.ok, [], ["new"])], nil, nil, "new"),
            ([(.ok, [], ["n"]), (.serviceUnavailable, [], ["no"])], nil, .unacceptableStatus, nil),
            ([(.ok, ["Content-Length": "3"], ["n"])], nil, .connectionLost, nil),
            ([(.ok, [], ["n"])], TransportError(code: .offline, message: "no"), .offline, nil),
            ([(.ok, ["Content-Length": "3"], ["n", "ewer"])], nil, .malformedResponse, nil),
        ] as [([(HTTPStatus, HeaderFields, [String])], TransportError?, RequestErrorCode?, String?)]
    )
    func `a transport writes a response`(
        responses: [(HTTPStatus, HeaderFields, [String])], error: TransportError?, code: RequestErrorCode?,
        text: String?
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            let transport = Writing(responses: responses, error: error)
            let failure = await transport.failure(of: api.get(from: "/"), to: file)
            #expect(failure?.code == code)
            if code == .unacceptableStatus { #expect(failure?.body == Data("no".utf8)) }
            #expect(file.text == text)
            #expect(directory.names == (text == nil ? [] : ["a"]))
            // Content that arrives late is dropped.
            let late = transport.late.withLock { $0 }
            if let late { #expect(throws: TransportError.self) { try late.write(Data("late".utf8)) } }
            #expect(file.text == text)
        }
    }

    @Test func `a transport writes the rest of a file`() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending(path: "a")
            let first = Writing(responses: [(.ok, ["ETag": "\"1\"", "Content-Length": "10"], ["01234"])])
            let error = await first.failure(of: api.get(from: "/"), to: file, resuming: true)
            #expect(error?.code == .connectionLost)
            let rest = (HTTPStatus.partialContent, ["Content-Range": "bytes 5-9/10"] as HeaderFields, ["56", "789"])
            try await Writing(responses: [rest, rest]).download(api.get(from: "/"), to: file, resuming: true)
            #expect(file.text == "0123456789")
        }
    }

    @Test func `only a download has a sink`() async throws {
        let transport = Writing(responses: [(.ok, [], ["new"])])
        let text = try await transport.perform(api.get(.text, from: "/"))
        #expect(text == "new")
        #expect(transport.late.withLock { $0 == nil })
    }
}
