#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOHTTPCompression
import Requests

/// Takes what comes of one request to its exchange.
///
/// Everything is called on the event loop of the request's task.
final class ExchangeDelegate: HTTPClientResponseDelegate {
    typealias Response = Void

    private let exchange: Exchange
    private let settings: ClientSettings
    private let asksForCompression: Bool

    private init(_ exchange: Exchange, settings: ClientSettings) {
        self.exchange = exchange
        self.settings = settings
        asksForCompression = exchange.request.header.contains(.acceptEncoding)
    }

    /// Sends the message of an exchange.
    ///
    /// - Throws: That it can't be sent.
    static func begin(_ exchange: Exchange, on client: HTTPClient) throws {
        let settings = ClientSettings.of(client)
        let loop = client.eventLoopGroup.any()
        let request: HTTPClient.Request
        do {
            request = try HTTPClient.Request(exchange.request, decompresses: settings.decompresses, on: loop)
        } catch {
            throw TransportError(clientError: error)
        }
        let delegate = ExchangeDelegate(exchange, settings: settings)
        // From its own loop, where nothing has to be handed from thread to thread.
        loop.execute {
            guard !exchange.hasEnded else { return }
            let task = client.execute(request: request, delegate: delegate, eventLoop: .delegate(on: loop))
            // A client that was shut down tells nobody else.
            task.futureResult.whenFailure { exchange.fail(TransportError(clientError: $0)) }
            exchange.began { task.cancel() }
        }
    }

    // MARK: The request

    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        exchange.noteActivity()
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
        exchange.noteSent(part.readableBytes)
    }

    // MARK: The answer

    /// Called for each head, before the client follows what redirects.
    ///
    /// To fail the task is what keeps it from doing so.
    func didVisitURL(task: HTTPClient.Task<Void>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
        guard Self.redirects.contains(head.status.code), settings.followsRedirects,
            head.headers.contains(name: "Location")
        else { return }
        exchange.receive(responseHead(head))
        if hasNoBody(head) { exchange.finish() } else { exchange.fail(TransportError.lostBody) }
        task.cancel()
    }

    private static let redirects: Set<UInt> = [301, 302, 303, 304, 305, 307, 308]

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        exchange.receive(responseHead(head))
        if let coding = unreadableCoding(of: head) {
            exchange.fail(TransportError.unreadable(coding))
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        guard !exchange.receive(Data(buffer: buffer, byteTransferStrategy: .automatic)), !exchange.hasEnded else {
            return task.eventLoop.makeSucceededVoidFuture()
        }
        let promise = task.eventLoop.makePromise(of: Void.self)
        exchange.whenDrained { promise.succeed() }
        return promise.futureResult
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {
        exchange.finish()
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        exchange.fail(TransportError(clientError: error))
    }

    // MARK: -

    private func responseHead(_ head: HTTPResponseHead) -> ResponseHead {
        var fields: [HeaderField] = []
        fields.reserveCapacity(head.headers.count)
        for (name, value) in head.headers { fields.append(HeaderField(HeaderField.Name(name), value)) }
        return ResponseHead(
            status: HTTPStatus(Int(head.status.code)), header: HeaderFields(fields), url: exchange.request.url
        )
    }

    /// Whether an answer with this head has none, by its length or its kind (RFC 9112, section 6.3).
    private func hasNoBody(_ head: HTTPResponseHead) -> Bool {
        exchange.request.method == .head || head.status == .noContent || head.status == .notModified
            || head.headers["Content-Length"] == ["0"]
    }

    /// The coding of a body that nobody asked for, and nobody decodes.
    private func unreadableCoding(of head: HTTPResponseHead) -> String? {
        guard !asksForCompression, let coding = head.headers.first(name: "Content-Encoding") else { return nil }
        switch coding.lowercased() {
        case "identity", "": return nil
        case "gzip", "deflate": return settings.decompresses == true || hasNoBody(head) ? nil : coding
        default: return hasNoBody(head) ? nil : coding
        }
    }
}

extension RequestError<Never> {
    fileprivate static var lostBody: TransportError {
        TransportError(
            code: .transportFailed,
            message: "the body of the redirect is lost, as this HTTPClient was made to follow redirects by itself; "
                + "make it with the configuration .requests, or with redirectConfiguration: .disallow"
        )
    }

    fileprivate static func unreadable(_ coding: String) -> TransportError {
        TransportError(
            code: .malformedResponse,
            message: "the answer has the Content-Encoding \(coding), which was not asked for and this HTTPClient does not "
                + "decode; make it with the configuration .requests, or with decompression: .enabled(limit:)"
        )
    }
}
#endif
