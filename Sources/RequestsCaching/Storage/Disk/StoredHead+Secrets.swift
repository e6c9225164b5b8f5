import Requests

extension StoredHead {
    /// The head as it may be stored on disk; `nil` if it must not be stored.
    ///
    /// A response to a request with a sensitive part is not stored, nor one that has a sensitive field itself. A cookie
    /// is only left out, since the response has done its work when the cookie was set.
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
