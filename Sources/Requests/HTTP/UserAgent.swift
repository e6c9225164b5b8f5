import Foundation

/// The default value of User-Agent: the program that sends, and this library (RFC 9110, section 10.1.5).
enum UserAgent {
    /// The version of this library; the changelog names the same.
    static let libraryVersion = "1.0.0"

    /// The value for this process, such as `MyApp/2.1 Requests/1.0.0`.
    static let standard = text(
        names: [Bundle.main.information("CFBundleName"), ProcessInfo.processInfo.processName],
        version: Bundle.main.information("CFBundleShortVersionString")
    )

    /// Makes a value.
    ///
    /// - Parameters:
    ///   - names: Names of the program; the first that has a character of a token counts.
    ///   - version: Its version.
    /// - Returns: The program with its version, then the library.
    static func text(names: [String?], version: String?) -> String {
        let library = "Requests/\(libraryVersion)"
        let names = names.compactMap { $0.map(token) }
        guard let name = names.first(where: { !$0.isEmpty }) else { return library }
        let version = version.map(token) ?? ""
        return version.isEmpty ? "\(name) \(library)" : "\(name)/\(version) \(library)"
    }

    /// A text as a token: a hyphen stands for other characters (RFC 9110, section 5.6.2).
    private static func token(of text: String) -> String {
        text.utf8.split { !ByteSet.token.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
            .joined(separator: "-")
    }
}

extension Bundle {
    fileprivate func information(_ key: String) -> String? { object(forInfoDictionaryKey: key) as? String }
}

extension RequestOptions {
    /// The User-Agent of a request whose header has none; `nil` sends none.
    ///
    /// By default it names the program, by its bundle or its process, and this library: `MyApp/2.1 Requests/1.0.0`. The transport
    /// adds it when it sends the message. An API sets or removes it for all of its requests:
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

    /// The field of a User-Agent that was set as an option.
    var ownUserAgent: HeaderField? {
        guard let value = own(UserAgentOption.self), let value else { return nil }
        return .userAgent(value)
    }
}

extension OutgoingRequest {
    /// Adds the User-Agent of the options, unless the header has one.
    mutating func addUserAgent() {
        if let value = options.userAgent, !header.contains(.userAgent) { header.append(.userAgent(value)) }
    }

    /// Removes the default User-Agent from a message whose session has its own fields.
    mutating func removeStandardUserAgent(because names: Set<HeaderField.Name>) {
        if names.contains(.userAgent), header[.userAgent] == UserAgent.standard { header.remove(.userAgent) }
    }
}
