#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOHTTPCompression
import RequestsCore

/// Passes the events of one request to its exchange.
///
/// All methods are called on the event loop of the request's task.
final class ExchangeDelegate: HTTPClientResponseDelegate {
    typealias Response = Void

    private let exchange: Exchange
    private let settings: ClientSettings
    private let upload: Upload?
    // `Guarded` is in a different module, so it would look up the type of its value each time.
    private let state = NIOLockedValueBox(State())
    private let content: ResponseContent

    private struct State {
        /// Indicates whether any part of the request was sent.
        var wentOut = false
        /// The number of received bytes of content.
        var received = 0
        /// Indicates whether the response has no content, regardless of its header fields.
        ///
        /// The value stays `false` if the client decompresses nothing, because it is needed only for decompression.
        var isEmpty = false
    }

    private init(_ exchange: Exchange, _ upload: Upload?, settings: ClientSettings) {
        self.exchange = exchange
        self.upload = upload
        self.settings = settings
        content = ResponseContent(exchange, decompresses: settings.decompresses)
    }

    /// Sends the message of an exchange.
    ///
    /// - Throws: An error if the message can't be sent.
    static func begin(
        _ exchange: Exchange, on client: HTTPClient, _ settings: ClientSettings, _ tries: Tries = Tries()
    ) throws {
        let lease = settings.loops.lease()
        let request: HTTPClient.Request
        let upload: Upload?
        do {
            upload = try HTTPClient.Body.upload(of: exchange.request.body, on: lease.loop)
            request = try HTTPClient.Request(exchange.request, decompresses: settings.decompresses, upload: upload)
        } catch {
            settings.loops.end(lease)
            throw TransportError(clientError: error)
        }
        let send: @Sendable () -> Void = {
            execute(request, upload, of: exchange, on: client, settings, lease, tries)
        }
        // A direct call is less work for the loop. But if the loop is behind, even tasks that are soon cancelled would
        // add to its backlog. If the loop itself begins the tasks, it skips those that were cancelled in the meantime.
        if lease.isBehind { lease.loop.execute(send) } else { send() }
    }

    private static func execute(
        _ request: HTTPClient.Request, _ upload: Upload?, of exchange: Exchange, on client: HTTPClient,
        _ settings: ClientSettings, _ lease: EventLoops.Lease, _ tries: Tries
    ) {
        guard !exchange.hasEnded else { return settings.loops.end(lease) }
        let delegate = ExchangeDelegate(exchange, upload, settings: settings)
        let task = client.execute(request: request, delegate: delegate, eventLoop: .delegate(on: lease.loop))
        // This must come before observing the end, because the end may restart the exchange.
        exchange.began {
            // The body must be cancelled first, because the client forgets the promise for which a suspended body waits.
            upload?.cancel()
            task.cancel()
        }
        let host = KnownHosts.Host(request)
        task.futureResult.whenComplete { result in
            settings.loops.end(lease)
            // The server may have responded before the whole body was sent.
            upload?.cancel()
            guard case .failure(let error) = result else { return settings.hosts.note(host) }
            if delegate.hasNothingToDecode(error) { return exchange.finish() }
            if let response = error as? EarlyResponse { return delegate.finish(response) }
            let wentOut = delegate.state.withLockedValue(\.wentOut)
            guard let next = tries.next(after: error, of: exchange, wentOut, isKnown: settings.hosts.contains(host))
            else {
                if tries.isRepeat { settings.hosts.forget(host) }
                return exchange.fail(TransportError(clientError: error, sending: exchange.request))
            }
            do {
                try begin(exchange, on: client, settings, next)
            } catch {
                exchange.fail(error)
            }
        }
    }

    /// Returns whether a decompressing client failed only because a response without content had nothing to decode.
    private func hasNothingToDecode(_ error: any Error) -> Bool {
        guard error is NIOHTTPDecompression.ExtraDecompressionError else { return false }
        return state.withLockedValue { $0.isEmpty }
    }

    // MARK: The request

    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        state.withLockedValue { $0.wentOut = true }
        exchange.noteActivity()
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
        exchange.noteSent(part.readableBytes)
        upload?.noteSent(part.readableBytes)
    }

    // MARK: The response

    /// Receives each head before the client follows its redirect.
    ///
    /// Cancelling the task here keeps the client from following the redirect.
    func didVisitURL(task: HTTPClient.Task<Void>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
        guard Self.redirects.contains(head.status.code), settings.followsRedirects,
            head.headers.contains(name: "Location")
        else { return }
        let head = responseHead(head)
        exchange.receive(head)
        if hasNoBody(head) { exchange.finish() } else { exchange.fail(TransportError.lostBody) }
        task.cancel()
    }

    private static let redirects: Set<UInt> = [301, 302, 303, 304, 305, 307, 308]

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        let head = responseHead(head)
        if settings.decompresses != false, hasNoBody(head) { state.withLockedValue { $0.isEmpty = true } }
        exchange.receive(head)
        do {
            try content.prepare(for: head)
        } catch {
            exchange.fail(TransportError(clientError: error))
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        state.withLockedValue { $0.received += buffer.readableBytes }
        guard !content.take(buffer), !exchange.hasEnded else { return task.eventLoop.makeSucceededVoidFuture() }
        let promise = task.eventLoop.makePromise(of: Void.self)
        exchange.whenDrained { promise.succeed() }
        return promise.futureResult
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) { content.finish() }

    /// Receives the rest of a response that was complete before its request.
    private func finish(_ response: EarlyResponse) {
        let received = state.withLockedValue(\.received)
        // If the client decompresses, the two numbers count different bytes.
        guard settings.decompresses == false || received == response.size else {
            return exchange.fail(TransportError.earlyResponse)
        }
        for part in response.content(after: received) { _ = content.take(part) }
        content.finish()
    }

    // MARK: -

    private func responseHead(_ head: HTTPResponseHead) -> ResponseHead {
        var fields: [HeaderField] = []
        fields.reserveCapacity(head.headers.count)
        for (name, value) in head.headers { fields.append(HeaderField(received: name, value)) }
        var result = ResponseHead(
            status: HTTPStatus(Int(head.status.code)), header: HeaderFields(fields), urlText: exchange.request.urlText
        )
        result.notes.protocolVersion = Self.name(of: head.version)
        return result
    }

    /// Returns the name of a version in OpenTelemetry's form; `nil` for a version that the client doesn't support.
    private static func name(of version: HTTPVersion) -> String? {
        switch version {
        case .http1_1: "1.1"
        case .http2: "2"
        case .http1_0: "1.0"
        default: nil
        }
    }

    /// Returns whether no content follows a head, because of its length, its status or the request's method.
    private func hasNoBody(_ head: ResponseHead) -> Bool { head.contentLength(for: exchange.request) == 0 }
}

extension TransportError {
    fileprivate static var earlyResponse: TransportError {
        TransportError(
            code: .connectionLost,
            message: "part of the response was lost: the server responded before it had read the whole request, which "
                + "isn't supported if the HTTPClient decompresses responses; create the client with the configuration "
                + "`.requests`, or turn off its decompression"
        )
    }

    fileprivate static var lostBody: TransportError {
        TransportError(
            code: .transportFailed,
            message: "the body of the redirect was lost, because this HTTPClient follows redirects itself: "
                + "create the client with the configuration .requests, or with redirectConfiguration: .disallow"
        )
    }
}
#endif
