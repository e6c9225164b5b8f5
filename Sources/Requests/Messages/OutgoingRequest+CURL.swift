import Foundation

extension OutgoingRequest {
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
        default: words += ["-X", ShellQuoting.quoted(method.rawValue)]
        }
        var url = shownURL(revealing: revealingSecrets)
        if let unixSocket, let authority = URLText.authority(of: url) {
            words += ["--unix-socket", ShellQuoting.quoted(unixSocket)]
            let scheme = url.utf8.prefix { $0 != UInt8(ascii: "+") }
            url = "\(Substring(scheme))://\(UnixSocketURL.host)\(url[authority.endIndex...])"
        }
        if options.allowsDotSegments, URLText.hasDotSegment(self.url) { words.append("--path-as-is") }
        // `--globoff`: brackets and braces in a URL are not patterns.
        words += ["--globoff", ShellQuoting.quoted(url)]
        for field in header {
            // curl sends a field without a value only if its name ends with a semicolon.
            let isEmpty = field.value.isEmpty
            let line = revealingSecrets ? "\(field.name): \(field.value)" : field.description
            words += ["-H", ShellQuoting.quoted(isEmpty ? "\(field.name);" : line)]
        }
        // Otherwise curl would add the Content-Type of a form.
        if !body.isNone, !header.contains(.contentType) { words += ["-H", ShellQuoting.quoted("Content-Type:")] }
        var prefix = ""
        switch body {
        case .none: break
        case .data(let data) where showingBody:
            if let text = bodyText, !text.utf8.contains(0) {
                words += ["--data-raw", ShellQuoting.quoted(text)]
            } else {
                prefix = "printf %s \(ShellQuoting.quoted(data.base64EncodedString())) | base64 -d | "
                words += ["--data-binary", "@-"]
            }
        case .file(let url) where showingBody: words += ["--data-binary", ShellQuoting.quoted("@" + url.path)]
        default: words += ["--data-binary", ShellQuoting.quoted("<\(body)>")]
        }
        return prefix + words.joined(separator: " ")
    }
}
