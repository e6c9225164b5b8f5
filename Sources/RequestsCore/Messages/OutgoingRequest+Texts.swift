import Foundation

extension OutgoingRequest: RedactedDescription {
    /// The method and the URL on one line, with sensitive values hidden: `GET https://api.example.com/users/1?token=<redacted>`.
    public var description: String { "\(method.rawValue.withoutControls) \(shownURL(revealing: false))" }

    /// A mirror for `dump` that shows no sensitive value.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "method": method.rawValue, "url": shownURL(revealing: false), "header": header, "body": body,
                "timeoutInterval": timeoutInterval,
            ],
            displayStyle: .struct
        )
    }

    /// Returns the URL, with its secrets hidden unless `revealing` is `true`.
    package func shownURL(revealing: Bool) -> String {
        revealing
            ? urlText
            : Redaction.url(urlText, hiding: context.urlSecrets, names: options.sensitiveNames).withoutControls
    }

    /// Indicates whether the message contains anything that errors hide.
    package var hasSecrets: Bool { !secretTexts.isEmpty }

    /// All strings that errors hide.
    ///
    /// These are the secrets in the URL, the values of query items with sensitive names (encoded and decoded), the
    /// values of sensitive fields, parts of the credentials, and the values with sensitive names in a body in memory.
    package var secretTexts: [String] {
        var encoded = context.urlSecrets + sensitiveQueryValues
        if urlText.utf8.contains(UInt8(ascii: "@")) { encoded += Redaction.secrets(inURLs: urlText) }
        for field in header where !field.isSensitive && Redaction.hasURLs(fieldName: field.name.rawValue) {
            encoded += Redaction.secrets(inURLs: field.value)
        }
        var texts = encoded + encoded.compactMap { PercentEncoding.text(of: $0[...].utf8) } + context.credentialSecrets
        for field in header where field.isSensitive {
            if field.name == .cookie {
                // The names of cookies aren't secrets.
                texts += WebCookie.secrets(in: field.value)
                continue
            }
            texts.append(field.value)
            if let secrets = Self.digestSecrets(in: field.value) {
                texts += secrets
                continue
            }
            // This is the token without `Bearer`.
            texts += field.value.split(separator: " ").dropFirst().map(String.init)
            if field.name == .authorization || field.name == .proxyAuthorization {
                texts += Redaction.secrets(inBasic: field.value)
            }
        }
        return texts + bodySecrets
    }

    /// The values with sensitive names in a form or JSON in memory; empty for a body of more than 64 KiB.
    private var bodySecrets: [String] {
        guard case .data(let data) = body, data.count <= 65_536,
            let type = header[.contentType].flatMap({ MediaType($0) })
        else { return [] }
        let names = options.sensitiveNames
        if type.isJSON { return Redaction.secrets(inJSON: Array(data), names: names) }
        guard type.matches(.form) else { return [] }
        return Redaction.secrets(inForm: String(decoding: data, as: UTF8.self), names: names)
    }

    /// Returns the `response` and `cnonce` of `Digest` credentials (RFC 7616, section 3.4); `nil` for other credentials.
    ///
    /// The other parameters, such as the realm, aren't secret.
    private static func digestSecrets(in credentials: String) -> [String]? {
        guard credentials.prefix(7).lowercased() == "digest " else { return nil }
        return HeaderListElement.all(in: String(credentials.dropFirst(7))).compactMap { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1).map { String($0).trimmingBlanks }
            guard parts.count == 2, ["response", "cnonce"].contains(parts[0].lowercased()) else { return nil }
            let text = HeaderListElement.unquoted(String(parts[1]))
            return text.isEmpty ? nil : text
        }
    }

    private var sensitiveQueryValues: [String] {
        guard let mark = urlText.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        let names = options.sensitiveNames
        return urlText[urlText.utf8.index(after: mark)...].split(separator: "&")
            .compactMap { Redaction.sensitiveValue(of: $0, names: names) }.map(String.init)
    }
}
