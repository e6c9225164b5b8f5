public import Foundation
public import Requests

extension Transport {
    /// Stores responses, and reuses them without a request while they are fresh (RFC 9111, RFC 5861).
    ///
    /// ```swift
    /// let session = URLSession.shared.caching(in: .memory(limit: 64 << 20))
    ///
    /// let (head, todos) = try await session.response(for: api.get(.json([Todo].self), from: "/todos"))
    /// head.cacheStatus        // .miss, .hit, .revalidated or .stale
    /// ```
    ///
    /// The cache is private: it also stores responses to requests with credentials, and reuses them only for requests
    /// with the same credentials. It handles each hop of a redirect separately. The `Cache-Control` and the cache
    /// policy of a request have the same effect on every transport. URLSession's own cache is never used.
    ///
    /// Apply `caching` before decorators that add fields to each hop, such as `keepingCookies(in:)`, so that the cache
    /// sees these fields. Apply it after limits and `retrying()`: a fresh response then doesn't count towards limits
    /// and attempts, unless decorators that add fields to each hop follow.
    ///
    /// ```swift
    /// URLSession.shared.caching(in: cache).keepingCookies(in: jar).authenticating(with: tokens)
    /// ```
    ///
    /// A response is stored as it is read, and only if it is read to the end. Identical simultaneous requests are sent
    /// only once if their responses are read as a whole. With a custom transport that doesn't use
    /// `OutgoingRequest.send(by:)`, stored responses are never validated: the request is sent unless a stored response
    /// is fresh.
    ///
    /// - Parameters:
    ///   - storage: The storage for the responses.
    ///   - date: Returns the current time.
    /// - Returns: A transport with a cache.
    public func caching(
        in storage: CacheStorage, date: @escaping @Sendable () -> Date = { Date() }
    ) -> some Transport {
        let cache = ResponseCache(storage.store, date: date)
        let hop = HopAdapter(.other) { request, next in try await cache.response(to: request, by: next) }
        return adapting { request, next in
            #if DEBUG
            var order = request.context.order
            order.pass(.cache, keeping: storage.store)
            #endif
            if let response = try await cache.response(withoutSending: request) { return response }
            let (response, hasHops) = try await request.send(by: next, adaptingEachHop: hop)
            return hasHops ? response : try await cache.response(to: request) { _ in response }
        }
    }
}
