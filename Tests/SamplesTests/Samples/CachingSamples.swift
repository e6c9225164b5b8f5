import Foundation
import Requests
import RequestsCaching

enum CachingSamples {
    static func ada(from api: GitHub) async throws -> (User, Bool) {
        let cache = CacheStorage.memory(limit: 64 << 20)  // bytes
        let session = URLSession.shared.caching(in: cache)
        let (head, user) = try await session.response(
            for: api.get(.json(User.self), from: "/users/ada"))
        let isNew = head.cacheStatus == .miss
        await cache.removeAll()  // after a logout
        return (user, isNew)
    }

    static func session(_ jar: CookieJar, _ tokens: some CredentialStore) -> some Transport {
        let session = URLSession.shared
            .caching(in: .memory(limit: 64 << 20))
            .keepingCookies(in: jar)
            .authenticating(with: tokens)
        return session
    }

    static func onDisk(_ folder: URL) -> some Transport {
        let onDisk = URLSession.shared.caching(in: .disk(at: folder, limit: 256 << 20))
        return onDisk
    }

    static func tolerant(_ api: GitHub) -> Request<GitHub, User> {
        let request = api.get(.json(User.self), from: "/users/ada")
            .setting(headerField: .cacheControl, "max-stale=3600, stale-if-error=86400")
        return request
    }

    static func policies(_ request: Request<GitHub, User>) -> [Request<GitHub, User>] {
        let fromServer = request.with(cachePolicy: .reloadIgnoringLocalCacheData)
        let offline = request.with(cachePolicy: .returnCacheDataDontLoad)
        return [fromServer, offline]
    }
}
