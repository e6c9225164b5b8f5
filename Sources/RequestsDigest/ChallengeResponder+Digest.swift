#if Digest
public import Foundation
public import Requests

extension ChallengeResponder {
    /// Makes a responder that proves user and password after a challenge of the scheme Digest (RFC 7616).
    ///
    /// ```swift
    /// let session = URLSession.shared
    ///     .authenticating(with: .digest(user: "ada", password: password, for: api.baseURL))
    /// ```
    ///
    /// It knows MD5, SHA-256 and SHA-512-256, their `-sess` forms, `auth` and `auth-int`, `userhash`, and servers without `qop`
    /// (RFC 2069). Of several challenges it responds to the one with the strongest algorithm, and never to Basic.
    ///
    /// After the first challenge, messages to its protection space get credentials at once: the URLs of `domain` on this origin,
    /// or the whole origin. A nonce that is too old (`stale`) is replaced, and `nextnonce` is used. Each use of a nonce has another
    /// count, whatever calls run at the same time. If the server refuses the credentials for a new nonce, its 401 is the response.
    ///
    /// With `auth-int`, a file or a stream is read once more before it is sent. If a body can be read only once, `auth` is used;
    /// if the server accepts only `auth-int`, it is ``RequestErrorCode/authenticationFailed``. The same error ends a call if the
    /// server's proof (`rspauth`) is wrong: this server does not know the password. The proof of a body is checked at its end,
    /// unless the body was compressed.
    ///
    /// A control character in the user name is ``RequestErrorCode/invalidCredentials`` when a message is sent.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - password: The password, which is never sent.
    ///   - baseURL: The URL of the API. Messages to another origin get no credentials.
    /// - Returns: The responder.
    public static func digest(user: String, password: String, for baseURL: URL) -> ChallengeResponder {
        digest(user: user, password: password, for: baseURL) {
            let (first, second) = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
            return String(first, radix: 36) + String(second, radix: 36)
        }
    }

    /// Makes a responder with a source of the client's nonces, for known examples.
    package static func digest(
        user: String, password: String, for baseURL: URL, clientNonce: @escaping @Sendable () -> String
    ) -> ChallengeResponder {
        ChallengeResponder(
            for: baseURL, DigestScheme(DigestUser(user, password: password), clientNonce: clientNonce))
    }
}
#endif
