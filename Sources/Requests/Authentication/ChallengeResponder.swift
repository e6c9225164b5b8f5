public import Foundation

/// Credentials that are sent when the server asks for them by a challenge.
///
/// ```swift
/// let session = URLSession.shared
///     .authenticating(with: .basic(user: "ada", password: password, for: api.baseURL))
/// ```
///
/// The module RequestsDigest adds `digest(user:password:for:)`. For another scheme, make a responder from a function. No
/// description shows the credentials.
public struct ChallengeResponder: Sendable {
    /// The URL of the API, whose origin is the only one that gets credentials.
    package let baseURL: URL

    let scheme: any ChallengeScheme

    /// Makes a responder from a function.
    ///
    /// ```swift
    /// let registry = ChallengeResponder(for: api.baseURL) { _, challenges in
    ///     guard let bearer = challenges.first(where: { $0.scheme == "bearer" }) else { return nil }
    ///     return "Bearer \(try await token(for: bearer.parameter("scope")))"
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - baseURL: The URL of the API. Messages to another origin get no credentials.
    ///   - respond: Returns the value of the `Authorization` field; `nil` to send the message without one, or to end the call
    ///     with the 401. It gets the message. Before the message is sent, it gets no challenges. After a 401, it gets its
    ///     challenges once, and a second 401 is the response. An error that it throws ends the call with
    ///     ``RequestErrorCode/authenticationFailed``, or with the code of its temporary failure.
    public init(
        for baseURL: URL,
        respond: @escaping @Sendable (_ request: OutgoingRequest, _ challenges: [Challenge]) async throws -> String?
    ) {
        self.init(for: baseURL, CustomScheme(respond: respond))
    }

    package init(for baseURL: URL, _ scheme: any ChallengeScheme) {
        self.baseURL = baseURL
        self.scheme = scheme
    }

    /// Makes a responder that sends user and password after a challenge of the scheme Basic (RFC 7617).
    ///
    /// Later messages to the same folder, or to a deeper one, get them at once. A colon in the user name, or a control character,
    /// is ``RequestErrorCode/invalidCredentials`` when a message is sent.
    ///
    /// Basic does not protect the password: use it only over https. If the server also offers Digest, prefer
    /// `digest(user:password:for:)`.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - password: The password.
    ///   - baseURL: The URL of the API. Messages to another origin get no credentials.
    /// - Returns: The responder.
    public static func basic(user: String, password: String, for baseURL: URL) -> ChallengeResponder {
        ChallengeResponder(for: baseURL, BasicScheme(user: user, password: password))
    }
}

extension ChallengeResponder: RedactedDescription {
    /// The host that gets the credentials, without the credentials themselves.
    public var description: String { "responses to the challenges of \(baseURL.host() ?? "")" }
}
