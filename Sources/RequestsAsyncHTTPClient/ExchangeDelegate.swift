#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOHTTPCompression
import Requests

/// Passes the events of one request to its exchange.
///
/// All methods are called on the event loop of the request's task.
final class ExchangeDelegate: HTTPClientResponseDelegate {
    typealias Response = Void

    private let exchange: Exchange
    private let settings: ClientSettings
    // `Guarded` would look up the types of its value each time, because it is in another module.
    private let state = NIOLockedValueBox(State())

    private struct State {
        /// Indicates whether any part of the request was sent.
        var wentOut = false
        /// The decoder for the body of a compressed response.
        var decoder: ContentDecoder?
        /// Indicates whether the response has no content, regardless of its header fields.
        ///
        /// It stays `false` if the client decompresses nothing, because then it isn't needed.
        var isEmpty = false
    }

    private init(_ exchange: Exchange, settings: ClientSettings) {
        self.exchange = exchange
        self.settings = settings
    }

    /// Sends the message of an exchange.
    ///
    /// - Throws: An error if the message can't be sent.
    static func begin(_ exchange: Exchange, on client: HTTPClient) throws {
        try begin(exchange, on: client, Tries())
    }

    private static func begin(_ exchange: Exchange, on client: HTTPClient, _ tries: Tries) throws {
        let settings = ClientSettings.of(client)
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
        let delegate = ExchangeDelegate(exchange, settings: settings)
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
            delegate.state.withLockedValue(\.decoder)?.close()
            // The server may have responded before the whole body was sent.
            upload?.cancel()
            guard case .failure(let error) = result else { return settings.hosts.note(host) }
            if delegate.hasNothingToDecode(error) { return exchange.finish() }
            let wentOut = delegate.state.withLockedValue(\.wentOut)
            guard let next = tries.next(after: error, of: exchange, wentOut, isKnown: settings.hosts.contains(host))
            else {
                if tries.isRepeat { settings.hosts.forget(host) }
                return exchange.fail(TransportError(clientError: error, sending: exchange.request))
            }
            do {
                try begin(exchange, on: client, next)
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
    }

    // MARK: The response

    /// Receives each head before the client follows its redirect.
    ///
    /// Cancelling the task here keeps the client from following it.
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
            try prepareDecoding(of: head)
        } catch {
            exchange.fail(TransportError(clientError: error))
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        guard !take(buffer), !exchange.hasEnded else { return task.eventLoop.makeSucceededVoidFuture() }
        let promise = task.eventLoop.makePromise(of: Void.self)
        exchange.whenDrained { promise.succeed() }
        return promise.futureResult
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {
        do {
            try state.withLockedValue { $0.decoder }?.finish(hand)
            exchange.finish()
        } catch {
            exchange.fail(TransportError(clientError: error))
        }
    }

    // MARK: -

    private func responseHead(_ head: HTTPResponseHead) -> ResponseHead {
        var fields: [HeaderField] = []
        fields.reserveCapacity(head.headers.count)
        for (name, value) in head.headers { fields.append(HeaderField(received: name, value)) }
        var result = ResponseHead(
            status: HTTPStatus(Int(head.status.code)), header: HeaderFields(fields), url: exchange.request.url
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

    /// Decodes a part of the body and passes it to the exchange.
    ///
    /// - Returns: Whether more bytes are wanted.
    private func take(_ buffer: ByteBuffer) -> Bool {
        guard let decoder = state.withLockedValue({ $0.decoder }) else {
            return exchange.receive(data(of: buffer))
        }
        do {
            var wantsMore = true
            try decoder.decode(buffer) { decoded in
                wantsMore = exchange.receive(Data(buffer: decoded, byteTransferStrategy: .automatic))
                return !exchange.hasEnded
            }
            return wantsMore
        } catch {
            exchange.fail(TransportError(clientError: error))
            return false
        }
    }

    /// Returns the bytes of a buffer.
    ///
    /// They are copied unless they fill most of the buffer, because otherwise the whole buffer stays in memory.
    private func data(of buffer: ByteBuffer) -> Data {
        let isFull = buffer.readableBytes >= 16_384 && buffer.readableBytes >= buffer.storageCapacity / 2
        return Data(buffer: buffer, byteTransferStrategy: isFull ? .noCopy : .copy)
    }

    private func hand(_ decoded: ByteBuffer) -> Bool {
        exchange.receive(Data(buffer: decoded, byteTransferStrategy: .automatic))
        return !exchange.hasEnded
    }

    /// Indicates whether the message's header requests a compressed response.
    private var asksForCompression: Bool {
        exchange.request.header.contains(.acceptEncoding) && !exchange.request.acceptsIdentityAlone
    }

    /// Prepares to decode the body.
    ///
    /// If the client decompresses, the body is already decoded; otherwise the library decodes it.
    private func prepareDecoding(of head: ResponseHead) throws {
        guard head.header.contains(.contentEncoding), !hasNoBody(head) else { return }
        let codings = head.contentCodings
        guard let first = codings.first else { return }
        let coding = codings.joined(separator: ", ")
        let isKnown = codings.count == 1 && ContentDecoder.knows(first)
        if exchange.request.options.policy.compression == .asReceived {
            if isKnown, settings.decompresses != false { throw TransportError.decoded(coding) }
            return
        }
        switch settings.decompresses {
        case false? where isKnown:
            let made = try ContentDecoder(coding: first)
            state.withLockedValue { $0.decoder = made }
        case true? where isKnown: break
        default: if !asksForCompression { throw TransportError.unreadable(coding) }
        }
    }
}

extension TransportError {
    fileprivate static var lostBody: TransportError {
        TransportError(
            code: .transportFailed,
            message: "the body of the redirect is lost, as this HTTPClient was made to follow redirects by itself; "
                + "make it with the configuration .requests, or with redirectConfiguration: .disallow"
        )
    }

    fileprivate static func decoded(_ coding: String) -> TransportError {
        TransportError(
            code: .malformedResponse,
            message:
                "this HTTPClient undoes the Content-Encoding \(coding) by itself, so the bytes can't be had as they "
                + "came; make it with the configuration .requests, or without decompression"
        )
    }

    fileprivate static func unreadable(_ coding: String) -> TransportError {
        TransportError(
            code: .malformedResponse,
            message: "the response has the Content-Encoding \(coding), which was not asked for and can't be undone"
        )
    }
}
#endif
