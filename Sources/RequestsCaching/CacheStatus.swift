public import Requests

/// The role of a cache in a response, in the terms of RFC 9211.
public enum CacheStatus: UInt8, Sendable, Hashable {
    /// The response comes from the server, because the cache has no usable response, or because the request bypasses
    /// the cache.
    case miss = 1

    /// The response comes from the cache, and the server confirmed it with a 304.
    case revalidated = 2

    /// The response comes from the cache, and no request was sent.
    case hit = 3

    /// The response comes from the cache, although it is no longer fresh.
    ///
    /// The server allowed this with `stale-while-revalidate` or `stale-if-error` (RFC 5861), or the request allowed it
    /// with `max-stale` or its cache policy.
    case stale = 4
}

extension ResponseHead {
    /// The role of a cache in the response; `nil` if the transport has no cache.
    ///
    /// After redirects, the status describes the last response.
    public var cacheStatus: CacheStatus? { CacheStatus(rawValue: notes.cacheMark) }

    /// The reason for ``cacheStatus``, for logging, in the form of `Cache-Status` parameters (RFC 9211); `nil` without
    /// a cache.
    ///
    /// ```text
    /// hit
    /// fwd=uri-miss; stored
    /// fwd=stale; detail="not stored: the response has no-store"
    /// ```
    ///
    /// `fwd` contains the reason why the request was sent. `stored` means that the response is stored once it has been
    /// read to the end. If the response isn't stored, `detail` contains the reason.
    public var cacheReason: String? {
        cacheStatus.map { CacheReason(mark: notes.cacheReasonMark).text(for: $0) }
    }

    /// Returns the head with a cache status and its reason.
    func marked(_ status: CacheStatus, _ forward: CacheReason.Forward, _ keeping: CacheReason.Keeping? = nil)
        -> ResponseHead
    {
        var head = self
        head.notes.cacheMark = status.rawValue
        head.notes.cacheReasonMark = CacheReason(forward, keeping).mark
        return head
    }
}
