import Foundation
import Observation
import Requests
import RequestsCaching

#if canImport(CryptoKit)
import CryptoKit
#elseif canImport(Crypto)
import Crypto
#endif
#if canImport(Network)
import Network
#endif
#if canImport(Security)
import Security
#endif

/// The recipes of the page on credentials, retries and limits.
enum CookbookReliability {
    nonisolated struct Order: Codable, Equatable {
        var id: UUID
        var articles: [Int]
    }

    nonisolated struct Article: Codable, Equatable {
        var title: String
    }

    // MARK: Retries and time

    static func only503() -> (RetryPolicy, some Transport) {
        let only503 = RetryPolicy(
            attemptLimit: 5, statuses: [.serviceUnavailable], codes: [])
        let session = URLSession.shared.retrying(only503)
        return (only503, session)
    }

    static func place(_ order: Order, by session: some Transport, at shop: AnonymousProvider) async throws {
        let request = shop.post(.json(order), to: "/orders").idempotent(.keyed)
        try await session.retrying().perform(request)
    }

    static func keyed(_ order: Order, at shop: AnonymousProvider) -> Request<AnonymousProvider, Void> {
        let request = shop.post(.json(order), to: "/orders")
            .setting(headerField: .idempotencyKey, order.id)
        return request
    }

    static func limits(_ api: AnonymousProvider) -> Request<AnonymousProvider, Data> {
        let report = api.get(.data, from: "/report")
            .timeout(after: .seconds(10))  // without data, in each attempt
            // all attempts and waits together
            .setting(\.policy.totalTimeout, .seconds(45))
        return report
    }

    @MainActor @Observable
    final class SearchModel {
        private(set) var users: [User] = []
        private(set) var message = ""
        private(set) var task: Task<Void, Never>?
        private let session: any Transport

        init(session: any Transport) { self.session = session }

        func textChanged(to text: String) {
            task?.cancel()  // also ends the request
            task = Task { await search(text) }
        }

        private func search(_ text: String) async {
            do {
                let request = GitHub.live.get(.json([User].self), from: "/users")
                    .adding(query: "q", text)
                let found = try await session.perform(request)
                if !Task.isCancelled { users = found }
            } catch {
                if error.code != .cancelled { message = error.localizedDescription }
            }
        }
    }

    static func news(
        from request: Request<AnonymousProvider, [Article]>, by session: some Transport
    ) async -> ([Article], String) {
        var (articles, message): ([Article], String) = ([], "")
        do {
            articles = try await session.perform(request)
        } catch {
            switch error.code {
            case .offline, .hostNotFound:
                message = "You are offline."
                let stored = request.with(cachePolicy: .returnCacheDataDontLoad)
                articles = (try? await session.perform(stored)) ?? []
            default: message = error.localizedDescription
            }
        }
        return (articles, message)
    }

    // MARK: Limits

    static func concurrent(_ session: some Transport) -> some Transport {
        let limited = session.limiting(concurrentCalls: 4).retrying()
        return limited
    }

    static func paced(_ session: some Transport) -> some Transport {
        let paced = session.rateLimiting(to: 10, per: .seconds(1))
            .honoringRateLimits().retrying()
        return paced
    }

    static func shared(_ session: some Transport, _ tokens: BearerTokens) -> some Transport {
        let shared = session.coalescing().authenticating(with: tokens)
        return shared
    }

    static func cached(_ session: some Transport, in caches: URL) -> some Transport {
        let folder = caches.appending(path: "responses")  // of the app: URL.cachesDirectory
        let cached = session.caching(in: .disk(at: folder, limit: 256 << 20))  // bytes
        return cached
    }

    // MARK: Credentials

    #if canImport(CryptoKit) || canImport(Crypto)
    struct Signer: Sendable {
        struct Unsignable: Error {}

        let key: SymmetricKey
        var now: @Sendable () -> Date = { .now }

        func sign(_ request: inout OutgoingRequest) throws {
            let time = "\(Int(now().timeIntervalSince1970))"
            var text = Data("\(request.method)\n\(request.url)\n\(time)\n".utf8)
            switch request.body {
            case .none: break
            case .data(let body): text += body
            // would have to be read twice
            case .file, .stream, .chunks: throw Unsignable()
            }
            let code = HMAC<SHA256>.authenticationCode(for: text, using: key)
            request.header["X-Timestamp"] = time
            request.header["X-Signature"] = Data(code).base64EncodedString()
        }
    }

    static func signed(_ session: some Transport, _ signer: Signer) -> some Transport {
        let signed = session.signing { request in try signer.sign(&request) }.retrying()
        return signed
    }
    #endif

    struct Weather: RequestProviding {
        let baseURL: URL
        let key: AuthenticationProvider  // no log and no description shows it

        func request(
            to endpoint: URLPath, using method: HTTPMethod
        ) -> Request<Weather, Void> {
            Request(api: self, endpoint: endpoint, method: method)
                .authenticated(with: key)
        }
    }

    static func weather(_ url: URL, _ key: String) -> [Weather] {
        let inHeader = Weather(baseURL: url, key: .apiKey(key, inHeader: "X-Api-Key"))
        let inQuery = Weather(baseURL: url, key: .apiKey(key, inQuery: "appid"))
        return [inHeader, inQuery]
    }

    static func cookies(
        _ network: some Transport, _ api: AnonymousProvider, _ login: [String: String], file: URL
    ) async throws -> User {
        let jar = try CookieJar(file: file)  // in memory: CookieJar()
        let session = network.keepingCookies(in: jar)
        try await session.perform(api.post(.form(login), to: "/login"))
        // with the cookies
        let me = try await session.perform(api.get(.json(User.self), from: "/me"))
        return me
    }

    // MARK: Connections

    #if canImport(Network)
    static func proxied() -> URLSessionTransport {
        let configuration = URLSessionConfiguration.default
        let proxy = ProxyConfiguration(
            httpCONNECTProxy: .hostPort(host: "127.0.0.1", port: 8080))
        configuration.proxyConfigurations = [proxy]
        let session = URLSessionTransport(configuration: configuration)
        return session
    }
    #endif

    static func pinned(_ pin: String, _ backup: String) throws -> URLSessionTransport {
        let security = TransportSecurity(pins: ["api.books.example": [pin, backup]])
        let session = try URLSessionTransport(security: security)
        return session
    }

    static func chain(
        _ tokens: BearerTokens, _ log: @escaping @Sendable (RequestLogEntry) -> Void
    ) -> some Transport {
        let session = URLSession.shared
            .limiting(concurrentCalls: 8)
            .retrying()
            .caching(in: .memory(limit: 64 << 20))
            .authenticating(with: tokens)
            .logging(to: log)
        return session
    }
}
