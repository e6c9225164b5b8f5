public import Foundation
public import Requests

extension Transport {
    /// Keeps responses, and responds from them without a request while they are fresh (RFC 9111, RFC 5861).
    ///
    /// ```swift
    /// let session = URLSession.shared.caching(in: .memory(limit: 64 << 20))
    ///
    /// let (head, todos) = try await session.response(for: api.get(.json([Todo].self), from: "/todos"))
    /// head.cacheStatus        // .miss, .hit, .revalidated or .stale
    /// ```
    ///
    /// It is a private cache: it keeps responses to requests with credentials, for requests with the same credentials. It sees
    /// each hop of a redirect. The `Cache-Control` of a request and its cache policy mean the same on every transport. No message
    /// gets a response from URLSession's own cache.
    ///
    /// Put it before the decorators that add fields to each hop, such as `keepingCookies(in:)`: the cache has to see them. Put it
    /// after limits and `retrying()`: a fresh response then takes no place, unless such decorators come after it.
    ///
    /// ```swift
    /// URLSession.shared.caching(in: cache).keepingCookies(in: jar).authenticating(with: tokens)
    /// ```
    ///
    /// A response is stored while it is read. One that is not read to its end is not stored. Identical requests at the same time
    /// are sent once if their responses are read as a whole. To a custom transport that does not send with
    /// `OutgoingRequest.send(by:)`, a call is one hop: it is sent unless a stored response is fresh.
    ///
    /// - Parameters:
    ///   - storage: The place for the responses.
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
            order.pass(.cache)
            #endif
            if let response = try await cache.response(withoutSending: request) { return response }
            let (response, hasHops) = try await request.send(by: next, adaptingEachHop: hop)
            return hasHops ? response : try await cache.response(to: request) { _ in response }
        }
    }
}
