/// What stands in the place of a secret, and which names always carry one.
enum Redaction {
    static let placeholder = "<redacted>"

    static func isSensitive(fieldName name: String) -> Bool {
        // Nearly no name has the length of one of these: most are told by it alone.
        fieldNames.contains { $0.utf8.count == name.utf8.count && $0.equalsIgnoringASCIICase(name) }
    }

    /// Whether an item of this name, as it stands in a URL, carries a secret: `access_token`, `user%5Bpassword%5D`.
    static func isSensitive(queryName name: some StringProtocol) -> Bool {
        let decoded = PercentEncoding.decoded(Array(name.utf8)[...]).lowercased()
        return decoded.split { $0 == "[" || $0 == "]" || $0 == "." }.contains { part in
            queryNames.contains(part.filter { $0 != "_" && $0 != "-" })
        }
    }

    private static let fieldNames = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key", "apikey",
        "x-auth-token", "x-access-token", "x-csrf-token", "x-xsrf-token", "x-amz-security-token", "x-goog-api-key",
        "x-vault-token", "private-token",
    ]

    private static let queryNames: Set<String> = [
        "accesstoken", "refreshtoken", "idtoken", "token", "authtoken", "apikey", "secret", "clientsecret", "password",
        "passwd", "pwd", "signature", "sig", "sessionid", "xamzsignature", "xamzsecuritytoken", "xamzcredential",
        "xgoogsignature", "xgoogcredential",
    ]
}

extension Redaction {
    /// A URL with the values of sensitive query items, and every given secret, hidden.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - secrets: Percent-encoded texts to hide wherever they stand.
    /// - Returns: The URL as it may be shown.
    static func url(_ text: String, hiding secrets: [String]) -> String {
        // Scheme and host are no secret: a short one would blank parts of them.
        let authority = text.utf8.firstRange(of: "://".utf8).map { $0.upperBound } ?? text.startIndex
        let path = text.utf8[authority...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        let origin = text[..<(path ?? (authority == text.startIndex ? authority : text.endIndex))]
        let text = withoutUser(origin) + hide(secrets, in: String(text[origin.endIndex...]))
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return text }
        let start = text.utf8.index(after: mark)
        return String(text[..<start]) + query(text[start...])
    }

    /// Scheme and authority without the user and the password that may stand before the host.
    private static func withoutUser(_ origin: Substring) -> String {
        guard let at = origin.utf8.lastIndex(of: UInt8(ascii: "@")), let scheme = origin.utf8.firstRange(of: "://".utf8)
        else { return String(origin) }
        return origin[..<scheme.upperBound] + placeholder + origin[at...]
    }

    /// A query with the values of the items hidden that are sensitive by their name.
    static func query(_ text: Substring) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let value = sensitiveValue(of: pair) else { return String(pair) }
            return pair[..<value.startIndex] + placeholder
        }
        .joined(separator: "&")
    }

    /// The value of an item that is sensitive by its name; `nil` for another item.
    static func sensitiveValue(of pair: Substring) -> Substring? {
        guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")), isSensitive(queryName: pair[..<equals])
        else { return nil }
        return pair[pair.utf8.index(after: equals)...]
    }

    /// A text with every given secret hidden, the longest first.
    static func hide(_ secrets: [String], in text: String) -> String {
        if secrets.isEmpty { return text }
        let secrets = sortedBytes(of: secrets)
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        shown.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            // Over bytes: to `Character`, a secret with a combining mark behind it is not the secret.
            if let secret = secrets.first(where: bytes[index...].starts) {
                shown += placeholder.utf8
                index += secret.count
            } else {
                shown.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// Whether a text has one of the secrets in it.
    static func isFound(_ secrets: [String], in text: String) -> Bool {
        let bytes = Array(text.utf8)
        let secrets = sortedBytes(of: secrets)
        return !secrets.isEmpty && bytes.indices.contains { secrets.contains(where: bytes[$0...].starts) }
    }

    private static func sortedBytes(of secrets: [String]) -> [[UInt8]] {
        secrets.filter { !$0.isEmpty }.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    }
}
