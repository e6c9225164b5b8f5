import Foundation

// Credentials in the form in which they are sent, which a server may repeat.
extension Redaction {
    /// Returns the secrets of `Basic` credentials (RFC 7617, section 2).
    ///
    /// - Parameter credentials: The value of a field, such as `Basic YWRhOnNlY3JldA==`.
    /// - Returns: The password, alone and with its user name; empty for any other credentials.
    static func secrets(inBasic credentials: String) -> [String] {
        guard let token = credentials.split(separator: " ").dropFirst().first,
            let data = Data(base64Encoded: String(token)), let pair = String(utf8: data),
            let colon = pair.firstIndex(of: ":")
        else { return [] }
        return [pair, String(pair[pair.index(after: colon)...])].filter { !$0.isEmpty }
    }

    /// Returns the secrets of credentials for a proxy.
    ///
    /// - Parameter credentials: The value of `Proxy-Authorization`, such as `Basic YWRhOnNlY3JldA==`.
    /// - Returns: The token, and for `Basic` the password, alone and with its user name.
    package static func secrets(inProxyCredentials credentials: String) -> [String] {
        credentials.split(separator: " ").dropFirst().map(String.init) + secrets(inBasic: credentials)
    }

    /// Returns the secrets in the URL of a proxy: its credentials as written, decoded, and as they are sent.
    package static func secrets(inProxyURL url: String) -> [String] {
        // libcurl also accepts a URL without a scheme.
        let url = url.contains("://") ? url : "http://" + url
        guard let authority = URLText.authority(of: url), let at = authority.lastIndex(of: "@") else { return [] }
        let written = String(authority[..<at])
        let user = PercentEncoding.text(of: written[...].utf8) ?? written
        let pair = user.contains(":") ? user : user + ":"
        return [written] + secrets(inProxyCredentials: "Basic " + Data(pair.utf8).base64EncodedString())
            + written.split(separator: ":", maxSplits: 1).dropFirst().map(String.init)
    }
}
