#if Digest
public import Foundation
public import Requests

extension ChallengeResponder {
    /// Makes a responder that proves the user name and password after a Digest challenge (RFC 7616).
    ///
    /// ```swift
    /// let session = URLSession.shared
    ///     .authenticating(with: .digest(user: "ada", password: password, for: api.baseURL))
    /// ```
    ///
    /// The responder supports MD5, SHA-256 and SHA-512-256, their `-sess` forms, `auth` and `auth-int`, `userhash`, and
    /// servers without `qop` (RFC 2069). If there are several challenges, it uses the strongest algorithm. It never
    /// responds to Basic.
    ///
    /// After the first challenge, messages to the challenge's protection space contain credentials from the start. The
    /// space consists of the URLs in `domain` on this origin or, without `domain`, of the whole origin. A `stale` nonce
    /// is replaced, and `nextnonce` is used. Each use of a nonce has a different count, even in concurrent calls. A 401
    /// for a new nonce is returned as the response.
    ///
    /// With `auth-int`, a file or a stream is read twice: to hash it, and to send it. For a body that can be read only once,
    /// `auth` is used; if the server accepts only `auth-int`, the call throws ``RequestErrorCode/authenticationFailed``. The
    /// call throws the same error if the server's proof (`rspauth`) is wrong, because then the server doesn't know the
    /// password. A proof that covers the response's body is checked at the end of that body, unless the body was
    /// compressed.
    ///
    /// If the user name contains a control character, sending a message throws ``RequestErrorCode/invalidCredentials``.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - password: The password, which is never sent.
    ///   - baseURL: The URL of the API. Messages to other origins contain no credentials.
    /// - Returns: The responder.
    public static func digest(user: String, password: String, for baseURL: URL) -> ChallengeResponder {
        digest(user: user, password: password, for: baseURL) {
            let (first, second) = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
            return String(first, radix: 36) + String(second, radix: 36)
        }
    }

    /// Makes a responder with a source of client nonces, for testing with published examples.
    package static func digest(
        user: String, password: String, for baseURL: URL, clientNonce: @escaping @Sendable () -> String
    ) -> ChallengeResponder {
        ChallengeResponder(
            for: baseURL, DigestScheme(DigestUser(user, password: password), clientNonce: clientNonce))
    }
}
#endif
