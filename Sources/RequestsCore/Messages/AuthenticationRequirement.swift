package import Foundation

/// A rule that decides whether a message is sent with credentials.
public enum AuthenticationRequirement: Sendable, Hashable {
    /// The message is sent without credentials from providers and transports.
    ///
    /// Neither an ``AuthenticationProvider`` nor a transport that authenticates or signs adds credentials. A provider that the
    /// request sets after this rule still applies. Fields, cookies and query items that you set by hand are still sent.
    case none

    /// The message is sent with credentials if there are any. This is the default.
    case optional

    /// Sending the message without credentials throws ``RequestErrorCode/credentialsMissing``.
    case required
}

extension RequestOptions {
    /// The rule for credentials; by default, the message is sent with credentials if there are any.
    public var authentication: AuthenticationRequirement {
        get { self[AuthenticationOption.self].requirement }
        set { self[AuthenticationOption.self] = AuthenticationChoice(requirement: newValue) }
    }

    /// Indicates whether the request's provider may add credentials.
    var allowsOwnCredentials: Bool {
        let choice = self[AuthenticationOption.self]
        return choice.requirement != .none || choice.hasLaterProvider
    }

    /// Records that a provider was set after the requirement.
    @usableFromInline
    mutating func noteProvider() {
        guard authentication == .none else { return }
        self[AuthenticationOption.self].hasLaterProvider = true
    }

    private enum AuthenticationOption: RequestOption {
        static var defaultValue: AuthenticationChoice { AuthenticationChoice(requirement: .optional) }
    }
}

/// The requirement, and whether the request's provider was set after it.
///
/// The order is stored in the options, so copying the options keeps it, for example in an endpoint or in a wrapping
/// request.
private struct AuthenticationChoice: Sendable {
    var requirement: AuthenticationRequirement
    var hasLaterProvider = false
}

extension OutgoingRequest {
    /// Checks that the message contains the credentials that it requires.
    ///
    /// - Throws: ``RequestErrorCode/credentialsMissing``.
    package func checkCredentials() throws(TransportError) {
        guard options.authentication == .required, !hasCredentials else { return }
        let others = context.otherOrigins.joined(separator: ", ")
        let what = others.isEmpty ? "there are none: sign in first" : "the only credentials are for \(others)"
        throw TransportError(
            code: .credentialsMissing, message: "\(self) requires credentials, but \(what)", request: self)
    }

    /// Sends the message without the credentials for another origin.
    ///
    /// The error for missing credentials mentions the other origin, and so does the error for a 401.
    package func sent(
        by next: NextTransport, withoutCredentialsFor baseURL: URL
    ) async throws -> TransportResponse {
        var message = self
        if options.authentication == .required { message.context.otherOrigins.append(Self.origin(of: baseURL)) }
        let response = try await next(message)
        var head = response.head
        // An inner decorator may have added different credentials.
        guard head.status == .unauthorized, !hasCredentials, head.notes.sent?.hasCredentials != true else {
            return response
        }
        head.notes.otherOrigins.append(Self.origin(of: baseURL))
        return TransportResponse(head: head, body: response.body)
    }

    private static func origin(of url: URL) -> String {
        let text = Redaction.url(url.absoluteString, hiding: [])
        return String(text[..<(URLText.authority(of: text)?.endIndex ?? text.endIndex)])
    }

    /// Indicates whether the message contains credentials.
    var hasCredentials: Bool {
        header.hasField(where: \.isSensitive) || !context.urlSecrets.isEmpty
    }
}
