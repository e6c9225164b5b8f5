public import Requests

/// The part that a cache had in a response, in the words of RFC 9211.
public enum CacheStatus: UInt8, Sendable, Hashable {
    /// The response comes from the server: the cache had none for the request, or the request may not use the cache.
    case miss = 1

    /// The response comes from the cache, and the server confirmed it with a 304.
    case revalidated = 2

    /// The response comes from the cache, and nothing was sent.
    case hit = 3

    /// The response comes from the cache, although it is no longer fresh.
    ///
    /// The server allowed it with `stale-while-revalidate` or `stale-if-error` (RFC 5861), the request with `max-stale`, or the
    /// cache policy of the request asked for it.
    case stale = 4
}

extension ResponseHead {
    /// The part that a cache had in the response; `nil` if the transport has no cache.
    ///
    /// After a redirect, it is the part in the last response.
    public var cacheStatus: CacheStatus? { CacheStatus(rawValue: notes.cacheMark) }

    /// The reason for ``cacheStatus``, for a log, with the parameters of a `Cache-Status` field (RFC 9211); `nil` if the transport
    /// has no cache.
    ///
    /// ```text
    /// hit
    /// fwd=uri-miss; stored
    /// fwd=stale; detail="the response has no-store"
    /// ```
    ///
    /// `fwd` says why the request was sent, and `stored` that the response is stored when it has been read to its end. Otherwise
    /// `detail` says why not.
    public var cacheReason: String? {
        cacheStatus.map { CacheReason(mark: notes.cacheReasonMark).text(for: $0) }
    }

    /// Returns the head with a status, and the reason for it.
    func marked(_ status: CacheStatus, _ forward: CacheReason.Forward, _ keeping: CacheReason.Keeping? = nil)
        -> ResponseHead
    {
        var head = self
        head.notes.cacheMark = status.rawValue
        head.notes.cacheReasonMark = CacheReason(forward, keeping).mark
        return head
    }
}
