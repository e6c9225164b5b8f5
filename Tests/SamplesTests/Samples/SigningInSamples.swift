import Foundation
import Requests
import RequestsEndpoints

#if Digest
import RequestsDigest
#endif

struct MailAPI: RequestProviding {
    let baseURL: URL
    var coding: Coding { .snakeCase }

    let token = Endpoint<TokenRequest, Grant>(.post, "/oauth/token")
        .body(.form).authentication(.none)
    let inbox = Endpoint<Void, [String]>(.get, "/inbox").authentication(.required)
}

/// RFC 6749, section 6.
nonisolated struct TokenRequest: Codable, Equatable {
    var grantType = "refresh_token"
    var refreshToken: String
}

/// RFC 6749, section 5.1.
nonisolated struct Grant: Codable {
    var accessToken: String
    var refreshToken: String?
    var expiresIn: Double  // in seconds
}

/// A stand-in for the keychain of your app.
actor Keychain {
    private(set) var token: BearerToken?

    func save(_ token: BearerToken?) { self.token = token }
}

struct SignedOut: Error {}

/// A stand-in for a cache of tokens.
actor TokenCache {
    private(set) var last: String?

    func token(from realm: String?, for scope: String?) throws -> String {
        let token = "\(realm ?? "")-\(scope ?? "")"
        last = "Bearer \(token)"
        return token
    }
}

struct SigningInSamples<Session: Transport> {
    let api = MailAPI(baseURL: URL("https://mail.example"))
    let network: Session
    let keychain: Keychain
    var now: @Sendable () -> Date = { Date() }

    func signIn() async throws -> (BearerTokens, some Transport) {
        let (api, network, keychain, now) = (api, network, keychain, now)
        let saved = await keychain.token
        let tokens = BearerTokens(for: api.baseURL, saved) { old in
            guard let refreshToken = old.refreshToken else { throw SignedOut() }
            let grant = try await network.perform(
                api.request(\.token, TokenRequest(refreshToken: refreshToken)))
            return BearerToken(
                grant.accessToken, refreshToken: grant.refreshToken ?? refreshToken,
                expires: now() + grant.expiresIn)
        } save: { token in
            await keychain.save(token)  // nil if somebody has signed out
        }
        let session = network.authenticating(with: tokens, date: now)
        return (tokens, session)
    }

    func inAndOut(_ tokens: BearerTokens, _ grant: Grant) {
        // somebody has signed in
        tokens.token = BearerToken(grant.accessToken, refreshToken: grant.refreshToken)
        tokens.token = nil  // somebody has signed out
    }

    func requirements(_ login: [String: String]) -> [any RequestConvertible] {
        let signIn = api.post(.form(login), to: "/login").authentication(.none)
        let news = api.get(.json([String].self), from: "/news")  // .optional
        let inbox = api.get(.json([String].self), from: "/inbox").authentication(.required)
        return [signIn, news, inbox]
    }

    func lastWord(_ token: String, _ key: String) -> [any RequestConvertible] {
        let request = api.get(.json([String].self), from: "/news")
        // no Authorization
        let anonymous = request.authenticated(with: .bearerToken(token))
            .authentication(.none)
        // only X-Key
        let keyed = request.authentication(.none)
            .authenticated(with: .apiKey(key, inHeader: "X-Key"))
        return [anonymous, keyed]
    }

    func show(_ session: some Transport, show: (String) -> Void) async {
        do {
            show("\(try await session.perform(api.request(\.inbox)).count) messages")
        } catch {
            switch error.code {
            case .credentialsMissing: show("Sign in first.")
            // the refresh was refused
            case .authenticationFailed: show("Your session is over. Sign in again.")
            default: show(error.localizedDescription)
            }
        }
    }

    func inbox(_ key: String) async throws -> [String] {
        let session = URLSession.shared.authenticating(
            with: .bearerToken(key), for: api.baseURL)
        // .required in its declaration, see below
        let inbox = try await session.perform(api.request(\.inbox))
        return inbox
    }

    func challenged(_ password: String) async throws -> [String] {
        let session = URLSession.shared
            .authenticating(with: .basic(user: "ada", password: password, for: api.baseURL))
        // is sent again after the challenge
        let inbox = try await session.perform(api.request(\.inbox))
        return inbox
    }

    #if Digest
    func digest(_ password: String) async throws -> [String] {
        let session = URLSession.shared
            .authenticating(
                with: .digest(user: "ada", password: password, for: api.baseURL))
        let inbox = try await session.perform(api.request(\.inbox))
        return inbox
    }
    #endif

    func registry() async throws -> [String] {
        let tokens = TokenCache()
        let registry = ChallengeResponder(for: api.baseURL) { request, challenges in
            guard let bearer = challenges.first(where: { $0.scheme == "bearer" }) else {
                return await tokens.last
            }
            let (realm, scope) = (bearer.parameter("realm"), bearer.parameter("scope"))
            return "Bearer \(try await tokens.token(from: realm, for: scope))"
        }
        let session = URLSession.shared.authenticating(with: registry)
        return try await session.perform(api.request(\.inbox))
    }

    func realm(of error: TransportError) -> String? {
        let basic = error.head?.challenges.first { $0.scheme == "basic" }
        let realm = basic?.parameter("realm")
        return realm
    }

    #if canImport(CryptoKit) || canImport(Crypto)
    func signed(_ vault: Keychain, _ keys: AWSSigner.Credentials) -> some Transport {
        let signer = AWSSigner(service: "s3", region: "eu-central-1") { keys }
        let session = URLSession.shared
            .signing { request in try await signer.sign(&request) }
            .retrying()
        return session
    }
    #endif
}

nonisolated struct Account: Codable {
    let name: String
}

struct CredentialSamples {
    let api = MailAPI(baseURL: URL("https://mail.example"))

    func providers(password: String, token: String, key: String) -> [Request<MailAPI, Account>] {
        let account = api.get(.json(Account.self), from: "/account")
        // Authorization: Basic …
        let basic = account.authenticated(with: .basic(user: "ada", password: password))
        // Authorization: Bearer …
        let bearer = account.authenticated(with: .bearerToken(token))
        // X-Api-Key: …
        let field = account.authenticated(with: .apiKey(key, inHeader: "X-Api-Key"))
        // ?api_key=…
        let item = account.authenticated(with: .apiKey(key, inQuery: "api_key"))
        return [basic, bearer, field, item]
    }
}

/// The numbered keys of an app.
struct DeviceKeys: CredentialStore {
    struct Key: Hashable, Sendable {
        var number: Int
        var secret: String
    }

    let baseURL: URL
    let vault: KeyVault

    func credential() async throws -> Key? { await vault.key }

    // Throws if the key no longer exists.
    func refresh(_ key: Key) async throws -> Key { try await vault.replace(key) }

    func provider(for key: Key) -> AuthenticationProvider {
        AuthenticationProvider { request in
            request.header["X-Key-Number"] = "\(key.number)"
            request.header["X-Key"] = key.secret
        }
    }
}

actor KeyVault {
    private(set) var key: DeviceKeys.Key?

    init(_ key: DeviceKeys.Key?) { self.key = key }

    func replace(_ old: DeviceKeys.Key) throws -> DeviceKeys.Key {
        guard key == old else { throw SignedOut() }
        let new = DeviceKeys.Key(number: old.number + 1, secret: String(old.secret.reversed()))
        key = new
        return new
    }
}
