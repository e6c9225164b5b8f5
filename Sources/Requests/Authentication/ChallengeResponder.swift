public import Foundation

/// Credentials that are sent when the server asks for them with a challenge.
///
/// ```swift
/// let session = URLSession.shared
///     .authenticating(with: .basic(user: "ada", password: password, for: api.baseURL))
/// ```
///
/// The module RequestsDigest adds `digest(user:password:for:)`. For any other scheme, make a responder from a function.
/// No description shows the credentials.
public struct ChallengeResponder: Sendable {
    /// The URL of the API; only its origin receives credentials.
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
    ///   - baseURL: The URL of the API. Messages to a different origin get no credentials.
    ///   - respond: Returns the value of the `Authorization` field. Before the message is sent, the function is called
    ///     without challenges; if it returns `nil`, the message is sent without the field. After the first 401, the
    ///     function is called with the challenges of that response; if it returns `nil`, the call returns the 401. The
    ///     call also returns a second 401. If the function throws an error, the call ends with
    ///     ``RequestErrorCode/authenticationFailed``, or with the code of a temporary failure.
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

    /// Makes a responder that sends the user name and password after a Basic challenge (RFC 7617).
    ///
    /// Later messages to the same folder, or below it, contain the credentials from the start. If the user name
    /// contains a colon, or the user name or password contains a control character, sending a message throws
    /// ``RequestErrorCode/invalidCredentials``.
    ///
    /// Basic does not protect the password, so use it only over https. If the server also offers Digest, prefer
    /// `digest(user:password:for:)`.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - password: The password.
    ///   - baseURL: The URL of the API. Messages to a different origin get no credentials.
    /// - Returns: The responder.
    public static func basic(user: String, password: String, for baseURL: URL) -> ChallengeResponder {
        ChallengeResponder(for: baseURL, BasicScheme(user: user, password: password))
    }
}

extension ChallengeResponder: RedactedDescription {
    /// The host that receives the credentials; the credentials themselves are never shown.
    public var description: String { "challenge responder for \(baseURL.host() ?? "")" }
}
