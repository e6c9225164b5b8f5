import Foundation
import Requests
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import TestSupport
#endif

/// A transport that calls a function.
private struct Scripted: Transport {
    let response: @Sendable (OutgoingRequest) async throws -> TransportResponse

    func send(_ request: OutgoingRequest) async throws -> TransportResponse { try await response(request) }
}

private struct Refusal: Error, CustomStringConvertible { var description: String { "the door is closed" } }

@Suite("Transport, a custom one", .timeLimit(.minutes(1)))
struct CustomTransportTests {
    private let request = AnonymousProvider("http://api.example.com").get(.text, from: "/a").adding(
        query: "token", "se-cret")

    @Test func `a streamed body is decoded`() async throws {
        let transport = Scripted { request in
            #expect(request.urlText == "http://api.example.com/a?token=se-cret")
            let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
            for text in ["a", "", "b"] { continuation.yield(Data(text.utf8)) }
            continuation.finish()
            return TransportResponse(
                head: ResponseHead(status: .ok, urlText: request.urlText), body: MessageBody(stream))
        }
        let text = try await transport.perform(request)
        #expect(text == "ab")
        let waited = try blocking(transport)
        #expect(waited == "ab")
    }

    private func blocking(_ transport: Scripted) throws -> String { try transport.performAndWait(request) }

    @Test(
        arguments: [
            (URLError(.timedOut), .timedOut),
            (URLError(.notConnectedToInternet), .offline),
            (URLError(.serverCertificateUntrusted), .certificateRejected),
            (CancellationError(), .cancelled),
            (Refusal(), .transportFailed),
            (TransportError(code: .secureConnectionFailed, message: "no"), .secureConnectionFailed),
            (RequestError<String>(code: .offline, message: "no", failure: "f"), .offline),
        ] as [(any Error, RequestErrorCode)], [false, true])
    func `an error of the transport gets a code and the request`(
        _ pair: (error: any Error, code: RequestErrorCode), _ isInBody: Bool
    ) async throws {
        let transport = Scripted { request in
            guard isInBody else { throw pair.error }
            let stream = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: pair.error) }
            return TransportResponse(
                head: ResponseHead(status: .accepted, urlText: request.urlText), body: MessageBody(stream))
        }
        let error = await transport.failure(of: request)
        #expect(error?.code == pair.code)
        #expect(error?.request?.urlText == "http://api.example.com/a?token=se-cret")
        #expect(error?.response?.statusCode == (isInBody ? 202 : nil))
        let text = "\(error as Any) \(String(reflecting: error)) \(error?.localizedDescription ?? "")"
        #expect(!text.contains("se-cret"))
        if pair.error is Refusal { #expect(error?.underlyingError is Refusal) }
    }

    @Test func `a body over the limit of the request is an error`() async throws {
        let transport = Scripted { request in
            let endless = AsyncThrowingStream<Data, any Error> { Data(repeating: 0x61, count: 1_000) }
            return TransportResponse(
                head: ResponseHead(status: .ok, urlText: request.urlText), body: MessageBody(endless))
        }
        let error = await transport.failure(of: request.setting(\.policy.responseSizeLimit, 1_000_000))
        #expect(error?.code == .responseTooLarge)
        #expect(error?.response?.statusCode == 200)
    }

    @Test func `a request that can't be resolved is not sent`() async throws {
        let transport = Scripted { _ in throw Refusal() }
        let error = await transport.failure(of: request.timeout(after: .seconds(0)))
        #expect(error?.code == .invalidTimeout)
    }

    @Test func `the callback is called with Foundation's response`() async throws {
        let transport = Scripted { request in
            let head = ResponseHead(status: .created, header: ["X-A": "b"], urlText: request.urlText)
            return TransportResponse(head: head, body: MessageBody(Data("hi".utf8)))
        }
        let result = await withCheckedContinuation { continuation in
            transport.perform(request, callbackQueue: .global()) { continuation.resume(returning: $0) }
        }
        let (response, text) = try result.get()
        #expect(response.statusCode == 201)
        #expect(response.value(forHTTPHeaderField: "X-A") == "b")
        #expect(text == "hi")
    }
}
