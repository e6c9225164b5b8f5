/// The placeholder for secrets, and the names whose values are secrets.
package enum Redaction {
    package static let placeholder = "<redacted>"

    static func isSensitive(fieldName name: String) -> Bool {
        let length = name.utf8.count
        return length < fieldNamesByLength.count
            && fieldNamesByLength[length].contains { $0.equalsIgnoringASCIICase(name) }
    }

    /// Returns whether an encoded query item contains a secret: `access_token=…`, `user%5Bpassword%5D=…`.
    ///
    /// `names` contains the names that an API declares as secret (`true`) or not (`false`).
    static func isSensitive(_ name: Substring, _ value: Substring, names: [String: Bool]) -> Bool {
        // Forms write a space as a plus.
        let written = name.utf8.contains(UInt8(ascii: "+")) ? name.replacing("+", with: "%20")[...] : name
        let decoded = PercentEncoding.decoded(Array(written.utf8)[...]).lowercased()
        if let isSecret = names.first(where: { $0.key.lowercased() == decoded })?.value { return isSecret }
        if decoded == "code" { return canSignIn(value) }
        return decoded.split { $0 == "[" || $0 == "]" || $0 == "." }.contains { part in
            queryNames.contains(part.filter { $0 != "_" && $0 != "-" })
        }
    }

    /// Returns whether a `code` may grant access.
    ///
    /// A code of at most three characters, or a short one without digits, is probably a country code or an error code.
    /// OAuth codes are long (RFC 6749, section 4.1.2), and one-time passwords contain digits.
    private static func canSignIn(_ code: Substring) -> Bool {
        code.utf8.count >= 16 || code.utf8.count >= 4 && code.utf8.contains { 0x30...0x39 ~= $0 }
    }

    /// Returns whether fields with this name contain URLs.
    package static func hasURLs(fieldName name: String) -> Bool {
        urlFieldNames.contains { $0.utf8.count == name.utf8.count && $0.equalsIgnoringASCIICase(name) }
    }

    private static let urlFieldNames = ["location", "content-location", "link", "referer", "refresh"]

    private static let fieldNames = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "cookie2", "set-cookie2", "x-api-key",
        "api-key", "apikey", "x-auth-token", "x-access-token", "x-csrf-token", "x-xsrf-token", "x-amz-security-token",
        "x-goog-api-key", "x-vault-token", "private-token", "job-token", "x-gitlab-token", "x-shopify-access-token",
        "x-api-token", "x-api-secret", "x-auth-key", "x-client-secret", "x-refresh-token", "x-session-token",
        "x-session-id", "x-functions-key", "ocp-apim-subscription-key", "dpop", "www-authenticate",
        "proxy-authenticate", "authentication-info", "proxy-authentication-info",
    ]

    private static let fieldNamesByLength = (0..<32).map { length in fieldNames.filter { $0.utf8.count == length } }

    private static let queryNames: Set<String> = [
        "accesstoken", "refreshtoken", "idtoken", "token", "authtoken", "apikey", "secret", "clientsecret", "password",
        "passwd", "pwd", "signature", "sig", "sessionid", "xamzsignature", "xamzsecuritytoken", "xamzcredential",
        "xgoogsignature", "xgoogcredential", "apitoken", "apisecret", "appsecret", "consumersecret", "oauthtoken",
        "oauthsignature", "oauthverifier", "codeverifier", "clientassertion", "assertion", "jwt", "passphrase",
        "privatekey", "credentials", "securitytoken", "sessiontoken", "bearertoken", "csrftoken", "xsrftoken",
        "resettoken", "subscriptionkey", "devicecode", "authorizationcode",
    ]
}

extension Redaction {
    /// Returns a URL in which the values of sensitive query items and the given secrets are hidden.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - secrets: Percent-encoded strings to hide after the host, wherever they occur.
    ///   - names: The names that an API declares as secret (`true`) or not (`false`).
    /// - Returns: The URL without secrets.
    package static func url(_ text: String, hiding secrets: [String], names: [String: Bool] = [:]) -> String {
        // Scheme and host aren't secret, but a search for a short secret could hide parts of them.
        let authority = text.utf8.firstRange(of: "://".utf8).map { $0.upperBound } ?? text.startIndex
        let path = text.utf8[authority...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        let origin = text[..<(path ?? (authority == text.startIndex ? authority : text.endIndex))]
        let text = withoutUser(origin) + hide(SecretSearch(inURL: secrets), in: String(text[origin.endIndex...]))
        guard let mark = text.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            return text
        }
        return text[..<mark] + items(text[mark...], between: "?&#", names: names)
    }

    /// Hides the users, passwords and sensitive query items of all URLs in a text.
    package static func urls(_ text: String) -> String {
        let pieces = split(text[...], at: " ,;<>\"").map { text in
            text.utf8.contains { "?#@".utf8.contains($0) } ? url(String(text), hiding: []) : String(text)
        }
        return pieces.joined()
    }

    /// Returns a URL's host, without user and port.
    package static func host(of url: String) -> String {
        let authority = URLText.authority(of: url) ?? ""
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        // The colons of an IPv6 address are in brackets.
        if host.first == "[" { return String(host.prefix { $0 != "]" }) + "]" }
        return String(host.prefix { $0 != ":" })
    }

    /// Returns scheme and authority, with the user and password before the host hidden.
    private static func withoutUser(_ origin: Substring) -> String {
        guard let at = origin.utf8.lastIndex(of: UInt8(ascii: "@")), let scheme = origin.utf8.firstRange(of: "://".utf8)
        else { return String(origin) }
        return origin[..<scheme.upperBound] + placeholder + origin[at...]
    }

    /// Returns the users, passwords and sensitive values in text with URLs.
    static func secrets(inURLs text: String) -> [String] {
        split(text[...], at: " ,;<>\"").flatMap { url in
            users(of: url) + split(url, at: "?&#").compactMap { sensitiveValue(of: $0) }.map(String.init)
        }
    }

    /// Returns whether text with URLs contains an item that only an API's names declare as secret.
    static func hasSecrets(inURLs text: String, names: [String: Bool]) -> Bool {
        split(text[...], at: " ,;<>\"?&#").contains { pair in
            sensitiveValue(of: pair, names: names) != nil && sensitiveValue(of: pair) == nil
        }
    }

    /// Returns the user name and password of a URL together, and the password alone.
    private static func users(of url: Substring) -> [String] {
        guard let authority = URLText.authority(of: url)?.utf8, let at = authority.lastIndex(of: UInt8(ascii: "@")),
            let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
        else { return [] }
        return [authority[..<at], authority[authority.index(after: colon)..<at]].map { String(Substring($0)) }
    }

    /// Returns a query in which the values of items with sensitive names are hidden.
    static func query(_ text: Substring) -> String { items(text, between: "&") }

    /// Returns items in which the values with sensitive names are hidden.
    private static func items(
        _ text: Substring, between separators: StaticString, names: [String: Bool] = [:]
    ) -> String {
        split(text, at: separators).map { pair in
            guard let value = sensitiveValue(of: pair, names: names) else { return String(pair) }
            return pair[..<value.startIndex] + placeholder
        }
        .joined()
    }

    /// Returns the pieces of text and the separators between them.
    private static func split(_ text: Substring, at separators: StaticString) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        let bytes = separators.withUTF8Buffer(Array.init)
        for index in text.utf8.indices where bytes.contains(text.utf8[index]) {
            pieces.append(text[start..<index])
            let next = text.utf8.index(after: index)
            pieces.append(text[index..<next])
            start = next
        }
        return pieces + [text[start...]]
    }

    /// Returns the value of an item with a sensitive name; `nil` for any other item.
    package static func sensitiveValue(of pair: Substring, names: [String: Bool] = [:]) -> Substring? {
        guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let value = pair[pair.utf8.index(after: equals)...]
        return isSensitive(pair[..<equals], value, names: names) ? value : nil
    }

    /// Returns text in which the given secrets are hidden, except those that are too short to search for.
    package static func hide(_ secrets: [String], in text: String) -> String { hide(SecretSearch(secrets), in: text) }

    private static func hide(_ search: SecretSearch, in text: String) -> String {
        if search.isEmpty { return text }
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        shown.reserveCapacity(bytes.count)
        var index = 0
        while let secret = search.secret(in: bytes, from: index) {
            shown += bytes[index..<secret.lowerBound]
            shown += placeholder.utf8
            index = secret.upperBound
        }
        return String(decoding: shown + bytes[index...], as: UTF8.self)
    }
}
