extension RequestOptions {
    /// The User-Agent for requests whose header has none; `nil` sends none.
    ///
    /// By default, it names the program, by its bundle or its process, and this library: `MyApp/2.1 Requests/1.0.0`. The
    /// transport adds it when it sends the message. An API sets or removes it for all of its requests:
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

    /// The field of a User-Agent that was set as an option; `nil` for the default, and if the option is `nil`.
    var ownUserAgent: HeaderField? {
        guard let value = own(UserAgentOption.self), let value else { return nil }
        return HeaderField(.userAgent, value)
    }
}

extension OutgoingRequest {
    /// Adds the User-Agent of the options, unless the header has one.
    mutating func addUserAgent() {
        guard let value = options.userAgent, !header.contains(.userAgent) else { return }
        // If the message was checked, so was the option.
        changeLegally { $0.header.append(HeaderField(.userAgent, value)) }
    }

    /// Removes the default User-Agent from a message whose session has such a field.
    mutating func removeStandardUserAgent(because names: Set<HeaderField.Name>) {
        if names.contains(.userAgent), header[.userAgent] == UserAgent.standard { header.remove(.userAgent) }
    }
}
