import Requests

extension StoredHead {
    /// The head as it may be stored on disk; `nil` if it must not be stored.
    ///
    /// A response is not stored if its request has a sensitive part, or if the response has a sensitive field. A field
    /// that sets a cookie is only left out, because the cookie has already been set.
    var withoutSecrets: StoredHead? {
        if isSensitive { return nil }
        var header = header
        for name in Self.cookieNames where header.contains(name) { header.remove(name) }
        guard !header.contains(where: \.hasSecret) else { return nil }
        return StoredHead(
            status: status, header: header, url: url, requestTime: requestTime, responseTime: responseTime,
            selecting: selecting, isSensitive: false)
    }

    private static let cookieNames: [HeaderField.Name] = [.setCookie, "Set-Cookie2"]
}
