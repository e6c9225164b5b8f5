extension RequestOptions {
    /// The User-Agent for requests whose header contains none; `nil` sends none.
    ///
    /// By default, the value contains the name of the bundle or process, and this library: `MyApp/2.1 Requests/1.0.0`.
    /// The transport adds the field when it sends the message. An API can set or remove the value for all its requests:
    ///
    /// ```swift
    /// Request(api: self, endpoint: endpoint, method: method).setting(\.userAgent, nil)
    /// ```
    public var userAgent: String? {
        get { self[UserAgentOption.self] }
        set { self[UserAgentOption.self] = newValue }
    }

    private enum UserAgentOption: RequestOption {
        static var defaultValue: String? { UserAgent.standard }
    }

    /// The User-Agent field if the option was set to a string; `nil` for the default, or if the option was set to `nil`.
    var ownUserAgent: HeaderField? {
        guard let value = own(UserAgentOption.self), let value else { return nil }
        return HeaderField(.userAgent, value)
    }
}

extension OutgoingRequest {
    /// Adds the User-Agent from the options, unless the header contains one.
    mutating func addUserAgent() {
        guard let value = options.userAgent, !header.contains(.userAgent) else { return }
        // The check of the message has already included this option, so the message stays valid.
        changeLegally { $0.header.append(HeaderField(.userAgent, value)) }
    }

    /// Removes the default User-Agent from a message if the session adds a User-Agent.
    mutating func removeStandardUserAgent(because names: Set<HeaderField.Name>) {
        if names.contains(.userAgent), header[.userAgent] == UserAgent.standard { header.remove(.userAgent) }
    }
}
