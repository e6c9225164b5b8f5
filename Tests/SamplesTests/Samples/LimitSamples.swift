import Foundation
import Requests

struct LimitSamples {
    func first() -> some Transport {
        let session = URLSession.shared
            .rateLimiting(to: 10, per: .seconds(1))
            .limiting(concurrentCalls: 8)
            .retrying()
        return session
    }

    func scopes() -> [any Transport] {
        let polite = URLSession.shared.limiting(concurrentCalls: 2, for: .eachOrigin)
        let tenants = URLSession.shared.rateLimiting(
            to: 10, per: .seconds(1), for: .each { $0.header["X-Tenant"] })
        return [polite, tenants]
    }

    func honoring(_ session: some Transport) -> some Transport {
        let patient = session.honoringRateLimits(longestDelay: .seconds(30))
        return patient
    }

    func sharing(_ session: some Transport, _ tokens: BearerTokens) -> some Transport {
        let sharing = session.coalescing().authenticating(with: tokens)
        return sharing
    }
}
