import Foundation

/// A rule for whether a message needs credentials.
public enum AuthenticationRequirement: Sendable, Hashable {
    /// The message gets no credentials: neither from an ``AuthenticationProvider``, nor from a transport that authenticates or
    /// signs.
    ///
    /// It does not matter who set the provider. Fields, cookies and query items that were set by hand stay.
    case none

    /// The message gets credentials if there are any: the default.
    case optional

    /// Without credentials, the message is not sent: ``RequestErrorCode/credentialsMissing``.
    case required
}

extension RequestOptions {
    /// Sets whether the message needs credentials; by default, it gets them if there are any.
    public var authentication: AuthenticationRequirement {
        get { self[AuthenticationOption.self].requirement }
        set { self[AuthenticationOption.self] = AuthenticationChoice(requirement: newValue) }
    }

    /// Indicates whether the provider of the request itself adds its credentials.
    var allowsOwnCredentials: Bool {
        let choice = self[AuthenticationOption.self]
        return choice.requirement != .none || choice.hasLaterProvider
    }

    /// Notes that a provider was set after the requirement.
    @usableFromInline
    mutating func noteProvider() {
        guard authentication == .none else { return }
        self[AuthenticationOption.self].hasLaterProvider = true
    }

    private enum AuthenticationOption: RequestOption {
        static var defaultValue: AuthenticationChoice { AuthenticationChoice(requirement: .optional) }
    }
}

/// The requirement, and whether the provider of the request was set after it.
///
/// The order is kept in the options, so that it goes with them, for example to an endpoint or to a request that wraps another.
private struct AuthenticationChoice: Sendable {
    var requirement: AuthenticationRequirement
    var hasLaterProvider = false
}

extension OutgoingRequest {
    /// Refuses to send a message without the credentials that it needs.
    ///
    /// - Throws: ``RequestErrorCode/credentialsMissing``.
    package func checkCredentials() throws(TransportError) {
        guard options.authentication == .required, !hasCredentials else { return }
        let others = context.otherOrigins.joined(separator: ", ")
        let what = others.isEmpty ? "none: sign in first" : "none for it: the credentials are for \(others)"
        throw TransportError(
            code: .credentialsMissing, message: "\(self) needs credentials, and there are \(what)", request: self)
    }

    /// Returns the message with a note of the origin whose credentials it did not get, for the error if it needs credentials.
    func without(credentialsFor baseURL: URL) -> OutgoingRequest {
        guard options.authentication == .required else { return self }
        let text = Redaction.url(baseURL.absoluteString, hiding: [])
        let end = URLText.authority(of: text)?.endIndex ?? text.endIndex
        var message = self
        message.context.otherOrigins.append(String(text[..<end]))
        return message
    }

    /// Indicates whether the message has credentials that identify its sender.
    var hasCredentials: Bool {
        header.hasField(where: \.isSensitive) || !context.urlSecrets.isEmpty
    }
}
