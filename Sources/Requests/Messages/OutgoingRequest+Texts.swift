import Foundation

extension OutgoingRequest: SafelyDescribed {
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

    func shownURL(revealing: Bool) -> String {
        revealing ? url : Redaction.url(url, hiding: context.urlSecrets, names: options.isSecret).withoutControls
    }

    /// All texts that errors hide.
    ///
    /// These are the secrets of the URL, the values of query items with sensitive names (encoded and decoded), the values of
    /// sensitive fields, and the other parts of its credentials.
    var secretTexts: [String] {
        var encoded = context.urlSecrets + sensitiveQueryValues
        if url.utf8.contains(UInt8(ascii: "@")) { encoded += Redaction.secrets(inURLs: url) }
        for field in header where !field.isSensitive && Redaction.hasURLs(fieldName: field.name.rawValue) {
            encoded += Redaction.secrets(inURLs: field.value)
        }
        var texts = encoded + encoded.compactMap(\.removingPercentEncoding) + context.credentialSecrets
        for field in header where field.isSensitive {
            texts.append(field.value)
            // This is the token without `Bearer`.
            texts += field.value.split(separator: " ").dropFirst().map(String.init)
            if field.name == .cookie { texts += RequestCookie.secrets(in: field.value) }
            if field.name == .authorization || field.name == .proxyAuthorization {
                texts += Self.basicSecrets(in: field.value)
            }
        }
        return texts
    }

    /// Returns the password of `Basic` credentials, alone and together with its user (RFC 7617, section 2).
    private static func basicSecrets(in credentials: String) -> [String] {
        guard let token = credentials.split(separator: " ").dropFirst().first,
            let data = Data(base64Encoded: String(token)), let pair = String(validating: data, as: UTF8.self),
            let colon = pair.firstIndex(of: ":")
        else { return [] }
        return [pair, String(pair[pair.index(after: colon)...])].filter { !$0.isEmpty }
    }

    private var sensitiveQueryValues: [String] {
        guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        let names = options.isSecret
        return url[url.utf8.index(after: mark)...].split(separator: "&")
            .compactMap { Redaction.sensitiveValue(of: $0, names: names) }.map(String.init)
    }
}

extension OutgoingRequest {
    /// Returns the message in the form of HTTP/1.1: request line, fields, an empty line, the body.
    ///
    /// ```text
    /// POST /issues?notify=true HTTP/1.1
    /// Host: api.example.com
    /// Content-Type: application/json
    /// Authorization: <redacted>
    ///
    /// (27 bytes)
    /// ```
    ///
    /// A transport adds more fields. This function sends nothing and reads no stream.
    ///
    /// - Parameters:
    ///   - revealingSecrets: Whether to show the values of sensitive fields and query items.
    ///   - showingBody: Whether to show a text body in memory instead of its size.
    /// - Returns: The text; each line ends with LF.
    public func wireFormat(revealingSecrets: Bool = false, showingBody: Bool = false) -> String {
        let shown = shownURL(revealing: revealingSecrets)
        let authority = shown.drop { $0 != "/" }.drop { $0 == "/" }
        let host = authority.prefix { $0 != "/" && $0 != "?" }
        let target = authority[host.endIndex...]
        let method = revealingSecrets ? method.rawValue : method.rawValue.withoutControls
        var lines = ["\(method) \(target.first == "/" ? "" : "/")\(target) HTTP/1.1", "Host: \(host)"]
        lines += header.map { revealingSecrets ? "\($0.name): \($0.value)" : $0.description }
        if !body.isNone {
            if let length = body.length {
                lines.append("Content-Length: \(length)")
            } else {
                lines.append("Transfer-Encoding: chunked")
            }
        }
        let head = lines.joined(separator: "\n") + "\n\n"
        if body.isNone { return head }
        return head + (showingBody ? bodyText ?? "(\(body))" : "(\(body))")
    }

    /// The body if it is a text in memory.
    private var bodyText: String? {
        guard case .data(let data) = body else { return nil }
        return String(validating: data, as: UTF8.self)
    }

    /// Returns the message as a command line for curl, quoted for a POSIX shell.
    ///
    /// The command runs as it is. For a body that is left out, or that is made while it is sent, it sends a placeholder such as
    /// `<27 bytes>`: replace it with the content.
    ///
    /// - Parameters:
    ///   - revealingSecrets: Whether to show the values of sensitive fields and query items. Without them, the command shows the
    ///     message, but the server will reject it.
    ///   - showingBody: Whether a body in memory is part of the command. A body that is not text is piped in as base64.
    /// - Returns: The command, on one line unless one of its values has several.
    public func cURL(revealingSecrets: Bool = false, showingBody: Bool = false) -> String {
        var words = ["curl"]
        switch method {
        case .get where body.isNone: break
        case .head where body.isNone: words.append("--head")
        default: words += ["-X", Shell.quoted(method.rawValue)]
        }
        // `--globoff`: brackets and braces in a URL are not patterns.
        words += ["--globoff", Shell.quoted(shownURL(revealing: revealingSecrets))]
        for field in header {
            // curl sends a field without a value only if its name ends with a semicolon.
            let isEmpty = field.value.isEmpty
            let line = revealingSecrets ? "\(field.name): \(field.value)" : field.description
            words += ["-H", Shell.quoted(isEmpty ? "\(field.name);" : line)]
        }
        // Otherwise curl would add the Content-Type of a form.
        if !body.isNone, !header.contains(.contentType) { words += ["-H", Shell.quoted("Content-Type:")] }
        var prefix = ""
        switch body {
        case .none: break
        case .data(let data) where showingBody:
            if let text = bodyText, !text.utf8.contains(0) {
                words += ["--data-raw", Shell.quoted(text)]
            } else {
                prefix = "printf %s \(Shell.quoted(data.base64EncodedString())) | base64 -d | "
                words += ["--data-binary", "@-"]
            }
        case .file(let url) where showingBody: words += ["--data-binary", Shell.quoted("@" + url.path)]
        default: words += ["--data-binary", Shell.quoted("<\(body)>")]
        }
        return prefix + words.joined(separator: " ")
    }
}
