import Foundation
import Requests

#if canImport(CryptoKit)
import CryptoKit
#elseif canImport(Crypto)
import Crypto
#endif

enum OAuth {
    struct Auth: RequestProviding {
        typealias Failure = OAuthFailure

        let baseURL: URL  // of the server that issues tokens
        var coding: Coding { .snakeCase }

        func token(_ form: [String: String]) -> Request<Auth, Grant> {
            post(.form(form), to: "/token").receiving(.json(Grant.self))
        }
    }

    /// RFC 6749, section 5.1.
    nonisolated struct Grant: Codable {
        var accessToken: String
        var refreshToken: String?
        var expiresIn: Double?  // in seconds

        func token(after old: BearerToken? = nil) -> BearerToken {
            BearerToken(
                accessToken, refreshToken: refreshToken ?? old?.refreshToken,
                expires: expiresIn.map { .now + $0 })
        }
    }

    /// RFC 6749, section 5.2.
    nonisolated struct OAuthFailure: Codable {
        var error: String  // such as invalid_grant
        var errorDescription: String?
    }

    #if canImport(CryptoKit) || canImport(Crypto)
    struct PKCE {
        var verifier = base64URL((0..<32).map { _ in UInt8.random(in: 0...255) })
        var challenge: String { Self.base64URL(SHA256.hash(data: Data(verifier.utf8))) }

        private static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
            let text = Data(bytes).base64EncodedString()
            return text.replacing("+", with: "-")
                .replacing("/", with: "_").replacing("=", with: "")
        }
    }
    #endif

    /// RFC 8628, section 3.2.
    nonisolated struct DeviceCode: Codable {
        var deviceCode: String
        var userCode: String
        var verificationURI: URL
        var verificationURIComplete: URL?
        var expiresIn: Double  // in seconds
        var interval: Double?
    }
}

extension OAuth {
    /// The samples of the page on OAuth 2, for a network and a clock of your choice.
    struct Samples<Network: Transport, Time: Clock> where Time.Duration == Duration {
        let auth: Auth
        let api: AnonymousProvider
        let network: Network
        let clock: Time

        func service(_ secret: String) -> some Transport {
            let (auth, network) = (auth, network)
            let tokens = BearerTokens(
                for: api.baseURL,  // of the API, not of the server that issues tokens
                fetching: {
                    let request = auth.token([
                        "grant_type": "client_credentials", "scope": "reports",
                    ])
                    .authenticated(with: .clientSecret(id: "reports", secret: secret))
                    return try await network.perform(request).token()
                })
            let session = network.authenticating(with: tokens)
            return session
        }

        func signedIn(
            _ saved: BearerToken?, save: @escaping @Sendable (BearerToken?) async -> Void
        ) -> (BearerTokens, some Transport) {
            let (auth, network) = (auth, network)
            let tokens = BearerTokens(for: api.baseURL, saved) { old in
                try await network.perform(
                    auth.token([
                        "grant_type": "refresh_token", "refresh_token": old.refreshToken ?? "",
                        "client_id": "my-app",
                    ])
                ).token(after: old)
            } save: { token in
                await save(token)  // in the keychain; nil if somebody has signed out
            }
            let session = network.authenticating(with: tokens)
            return (tokens, session)
        }

        #if canImport(CryptoKit) || canImport(Crypto)
        func page(_ pkce: PKCE, state: String) throws -> URL {
            let page = auth.get(.none, from: "/authorize")
                .adding(query: "response_type", "code")
                .adding(query: "client_id", "my-app")
                .adding(query: "redirect_uri", "my-app:/signed-in")
                .adding(query: "scope", "openid offline_access")
                .adding(query: "state", state)
                .adding(query: "code_challenge", pkce.challenge)
                .adding(query: "code_challenge_method", "S256")
            let url = try page.resolve().url  // open it in a browser
            return url
        }

        func grant(_ redirect: URL, state: String, _ pkce: PKCE) async throws -> Grant {
            let items =
                URLComponents(url: redirect, resolvingAgainstBaseURL: false)?.queryItems ?? []
            guard items.first(where: { $0.name == "state" })?.value == state,
                let code = items.first(where: { $0.name == "code" })?.value
                // your error; the item "error" says why, for example access_denied
            else { throw SignedOut() }
            let grant = try await network.perform(
                auth.token([
                    "grant_type": "authorization_code", "code": code, "client_id": "my-app",
                    "redirect_uri": "my-app:/signed-in", "code_verifier": pkce.verifier,
                ]))
            return grant
        }
        #endif

        func device(show: (DeviceCode) -> Void) async throws -> Grant {
            let device = try await network.perform(
                auth.post(.form(["client_id": "my-tv"]), to: "/device_authorization")
                    .receiving(.json(DeviceCode.self)))
            // "Open example.com/device and enter WDJB-MJHT"; or show a QR code of
            // verificationURIComplete
            show(device)
            return try await grant(for: device)
        }

        /// Returns a token when the user has entered the code (RFC 8628, section 3.5).
        func grant(for device: DeviceCode) async throws -> Grant {
            let end = clock.now.advanced(by: .seconds(device.expiresIn))
            var interval = Duration.seconds(device.interval ?? 5)
            while true {
                try await clock.sleep(for: interval)
                do {
                    return try await network.perform(
                        auth.token([
                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                            "device_code": device.deviceCode, "client_id": "my-tv",
                        ]))
                } catch {
                    switch error.failure?.error {
                    // the user hasn't entered the code yet
                    case "authorization_pending": break
                    case "slow_down": interval += .seconds(5)
                    case nil
                    where RetryPolicy.default.isTemporary(error) && clock.now < end:
                        interval *= 2
                    // "expired_token": begin again; "access_denied": the user said no
                    default: throw error
                    }
                }
            }
        }
    }
}
