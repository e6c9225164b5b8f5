import Foundation
import Requests

/// A cache's decision about how to respond to a request (RFC 9111, section 4).
enum CachePlan: Sendable {
    /// Responds from the cache.
    case serve(StoredEntry, CacheStatus)

    /// Responds from the cache, and validates the response in the background (RFC 5861, section 3).
    case serveWhileValidating(StoredEntry)

    /// Sends the request for a reason, and validates the entry if there is one.
    case send(StoredEntry?, CacheReason.Forward)

    /// Responds with a 504, because the request forbids sending (RFC 9111, section 5.2.1.7).
    case timeOut

    /// Fails, because the request's cache policy forbids sending.
    case fail

    /// Decides about a request.
    ///
    /// - Parameters:
    ///   - request: The request, a GET or a HEAD.
    ///   - control: The Cache-Control directives of the request.
    ///   - entries: The entries with the request's key; the entry that was written last comes first.
    ///   - now: The current time.
    init(_ request: OutgoingRequest, _ control: CacheControl, _ entries: [StoredEntry], now: Date) {
        let plan = Self.unlimited(request, control, entries, now: now)
        guard case .send = plan else {
            self = plan
            return
        }
        if request.cachePolicy == .returnCacheDataDontLoad {
            self = .fail
        } else {
            self = control.onlyIfCached ? .timeOut : plan
        }
    }

    private static func unlimited(
        _ request: OutgoingRequest, _ control: CacheControl, _ entries: [StoredEntry], now: Date
    ) -> CachePlan {
        switch request.cachePolicy {
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: return .send(nil, .request)
        default: break
        }
        if control.noStore { return .send(nil, .request) }
        guard let entry = selected(request, entries) else { return .send(nil, entries.isEmpty ? .uriMiss : .varyMiss) }
        let freshness = entry.head.freshness
        switch request.cachePolicy {
        case .returnCacheDataElseLoad, .returnCacheDataDontLoad:
            return .serve(entry, freshness.isFresh(at: now) ? .hit : .stale)
        case .reloadRevalidatingCacheData:
            // The server promised not to change the response during its lifetime (RFC 8246).
            let isConfirmed = freshness.control.isImmutable && freshness.isFresh(at: now)
            return isConfirmed ? .serve(entry, .hit) : .send(entry, .request)
        default:
            return usual(entry, control, now: now)
        }
    }

    /// Decides about a request with the protocol's cache policy.
    private static func usual(_ entry: StoredEntry, _ control: CacheControl, now: Date) -> CachePlan {
        let freshness = entry.head.freshness
        if control.noCache { return .send(entry, .request) }
        if freshness.control.noCache { return .send(entry, .stale) }
        let remaining = freshness.remaining(at: now)
        let isImmutable = freshness.control.isImmutable && remaining > 0
        if let maxAge = control.maxAge, !isImmutable, maxAge == 0 || freshness.age(at: now) > maxAge {
            return .send(entry, remaining > 0 ? .request : .stale)
        }
        if remaining > 0, remaining >= control.minFresh ?? 0 { return .serve(entry, .hit) }
        if remaining > 0 { return .send(entry, .request) }
        guard control.minFresh == nil, !freshness.control.mustRevalidate else { return .send(entry, .stale) }
        if let maxStale = control.maxStale, -remaining <= maxStale { return .serve(entry, .stale) }
        let isTolerated = -remaining <= freshness.control.staleWhileRevalidate && control.maxAge == nil
        return isTolerated && freshness.control.staleWhileRevalidate > 0
            ? .serveWhileValidating(entry) : .send(entry, .stale)
    }

    /// Returns the latest response that matches a request (RFC 9111, section 4).
    private static func selected(_ request: OutgoingRequest, _ entries: [StoredEntry]) -> StoredEntry? {
        if entries.isEmpty { return nil }
        var best: Int?
        var selection = Selection(request)
        // Iterates over indices, because a loop over the entries would copy each of them.
        for index in entries.indices where selection.matches(entries[index].head) {
            if let best, entries[best].head.freshness.date >= entries[index].head.freshness.date { continue }
            best = index
        }
        return best.map { entries[$0] }
    }

    /// Returns whether an entry may be used instead of an error (RFC 5861, section 4).
    static func canReplaceError(_ entry: StoredEntry, _ request: CacheControl, now: Date) -> Bool {
        let freshness = entry.head.freshness
        if freshness.control.noCache || freshness.control.mustRevalidate || request.noCache { return false }
        let window = max(freshness.control.staleIfError, request.staleIfError)
        return window > 0 && -freshness.remaining(at: now) <= window
    }
}
