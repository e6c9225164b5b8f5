#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import RequestsCore

/// The remaining tries of an exchange after the server has closed the connection.
struct Tries {
    /// The number of times that the exchange may restart because nothing of it was sent.
    private var unsent = 3
    /// The number of times that the server may refuse the exchange without processing it.
    ///
    /// A server that is about to end a connection refuses all requests that are on their way.
    private var refused = 10
    /// Indicates whether this is the repeated request.
    private(set) var isRepeat = false

    init() {}

    /// Returns the tries with which to restart the exchange on a different connection; `nil` if the exchange must fail
    /// with the error.
    ///
    /// The exchange restarts if nothing of the request was sent, or if the server refused the request without
    /// processing it (RFC 9113, section 8.7). A sent request is repeated once if its connection may have been reused,
    /// the request may be sent twice (``Idempotency``), and its body can be recreated (RFC 9110, section 9.2.2). The
    /// client doesn't report whether a connection was reused, but for a known host, that is possible.
    func next(after error: any Error, of exchange: Exchange, _ wentOut: Bool, isKnown: Bool) -> Tries? {
        guard !exchange.hasEnded, !exchange.hasHead else { return nil }
        var tries = self
        let mayBeOld: Bool
        switch error {
        case ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.outputClosed,
            _ where error as? HTTPClientError == .cancelled:
            guard wentOut else {
                tries.unsent -= 1
                return tries.unsent >= 0 ? tries : nil
            }
            mayBeOld = true
        case let error as NIOHTTP2Errors.StreamClosed where error.errorCode == .refusedStream:
            tries.refused -= 1
            return tries.refused >= 0 && exchange.request.body.canBeMadeAgain ? tries : nil
        case let error as HTTPClientError:
            mayBeOld = isKnown && error == .remoteConnectionClosed
        case let error as IOError:
            mayBeOld = isKnown && [ECONNRESET, EPIPE].contains(error.errnoCode)
        case is HTTPParserError:
            // The parser may have read late bytes of an earlier response.
            mayBeOld = isKnown
        default:
            mayBeOld = false
        }
        let request = exchange.request
        guard mayBeOld, !isRepeat, request.mayBeRepeated else { return nil }
        request.context.chargeRetries(1)
        tries.isRepeat = true
        return tries
    }
}
#endif
