import FlyingFox
import FlyingSocks
import Foundation
import RequestsEndpoints

/// Passes the requests of a FlyingFox server to routes.
struct RoutesHandler<API: RequestProviding>: HTTPHandler {
    let routes: Routes<API>

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let inbound = Inbound(request.bodySequence)
        var incoming = IncomingRequest(
            method: Requests.HTTPMethod(request.method.rawValue),
            target: request.target.rawValue,
            header: HeaderFields(
                request.headers.map {
                    HeaderField(.init($0.key.rawValue), $0.value)
                }),
            body: MessageBody(AsyncThrowingStream { try await inbound.next() }))
        incoming[HTTPRequest.self] = request  // for handlers that need it
        let response = await routes.respond(to: incoming)
        var headers = HTTPHeaders()
        for field in response.head.header {
            headers.addValue(field.value, for: HTTPHeader(field.name.rawValue))
        }
        let outbound = Outbound(
            chunks: response.body.makeAsyncIterator, inbound: inbound)
        let length =
            response.body.byteCount ?? headers[.contentLength].flatMap { Int($0) }
        return HTTPResponse(
            statusCode: HTTPStatusCode(
                response.head.status.code, phrase: response.head.status.reasonPhrase
            ),
            headers: headers,
            body: length.map { HTTPBodySequence(from: outbound, count: $0) }
                ?? HTTPBodySequence(from: outbound))
    }
}

private actor Inbound {
    private var chunks: HTTPBodySequence.Iterator?

    init(_ body: HTTPBodySequence) { chunks = body.makeAsyncIterator() }
    func next() async throws -> Data? {  // each chunk goes to one caller
        guard var chunks = chunks.take(),
            let chunk = try await chunks.next(isolation: self)
        else { return nil }
        self.chunks = chunks
        return chunk
    }
}

private struct Outbound: AsyncBufferedSequence {
    typealias Element = UInt8
    let chunks: @Sendable () -> MessageBody.AsyncIterator
    let inbound: Inbound

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: chunks(), inbound: inbound)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var chunks: MessageBody.AsyncIterator
        let inbound: Inbound

        // FlyingFox calls nextBuffer instead
        mutating func next() async throws -> UInt8? { nil }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            if let chunk = try await chunks.next(isolation: #isolation) {
                return chunk
            }
            // skips the rest of the request
            while try await inbound.next() != nil {}
            return nil
        }
    }
}
