import Foundation
import Requests
import RequestsCaching

enum OrderSamples {
    static func chain(
        _ jar: CookieJar, _ tokens: BearerTokens, _ log: @escaping @Sendable (RequestLogEntry) -> Void
    ) -> some Transport {
        let session = URLSession.shared
            .rateLimiting(to: 50, per: .seconds(1))
            .limiting(concurrentCalls: 8)
            .honoringRateLimits()
            .retrying()
            .caching(in: .memory(limit: 64 << 20))
            .keepingCookies(in: jar)
            .authenticating(with: tokens)
            .logging(to: log)
        return session
    }
}
