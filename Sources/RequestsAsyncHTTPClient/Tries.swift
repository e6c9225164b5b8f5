#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import NIOCore
import Requests

/// The tries of an exchange whose connection the server had closed.
struct Tries {
    /// The number of times that the exchange may still begin again because nothing of it was sent.
    private var unsent = 3
    /// Indicates whether the request is repeated.
    private(set) var isRepeat = false

    init() {}

    /// Returns the tries with which the exchange begins again, on another connection; `nil` if it fails with the error.
    ///
    /// It begins again if nothing of the request was sent. The request is repeated once if it may be sent twice (``Idempotency``),
    /// its body can be made again, and it isn't a repetition (RFC 9110, section 9.2.2). The client doesn't say if the connection was
    /// an old one: it may have been if the host is known.
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
        case let error as HTTPClientError:
            mayBeOld = isKnown && error == .remoteConnectionClosed
        case let error as IOError:
            mayBeOld = isKnown && [ECONNRESET, EPIPE].contains(error.errnoCode)
        default:
            mayBeOld = false
        }
        let request = exchange.request
        guard mayBeOld, !isRepeat, request.options.attempt == 1, request.isIdempotent, request.body.canBeMadeAgain
        else { return nil }
        tries.isRepeat = true
        return tries
    }
}
#endif
