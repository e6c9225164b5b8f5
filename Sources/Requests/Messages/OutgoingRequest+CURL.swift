import Foundation

extension OutgoingRequest {
    /// Returns the message as a command line for curl, quoted for a POSIX shell.
    ///
    /// The command runs as it is. A form with files becomes an option for each part, such as `-F 'avatar=@"/me.png"'`, and curl chooses
    /// the boundary. For a body that is left out, or for any other that is made while it is sent, the command sends a placeholder such as
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
        let form = showingBody ? CURLForm.words(for: body, header) : nil
        for field in header where form == nil || field.name != .contentType {
            // curl sends a field without a value only if its name ends with a semicolon.
            let isEmpty = field.value.isEmpty
            let line = revealingSecrets ? "\(field.name): \(field.value)" : field.description
            words += ["-H", ShellQuoting.quoted(isEmpty ? "\(field.name);" : line)]
        }
        // Otherwise curl would add the Content-Type of a form.
        if !body.isNone, !header.contains(.contentType) { words += ["-H", ShellQuoting.quoted("Content-Type:")] }
        var prefix = ""
        switch body {
        case _ where form != nil: words += form ?? []
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

/// The question to a form that is made while it is sent, for the options with which curl makes the same form.
final class CURLForm: Sendable {
    /// The question while a stream is made for it.
    @TaskLocal static var asked: CURLForm?

    /// The options; `nil` if curl can't make the form.
    let words = Guarded<[String]?>(nil)

    /// Returns the options for a body; `nil` for one that is not a form, or that curl can't make.
    fileprivate static func words(for body: RequestBody, _ header: HeaderFields) -> [String]? {
        guard case .stream(_, let make) = body,
            header[.contentType].flatMap({ MediaType($0) })?.matches(.multipartForm) == true
        else { return nil }
        let form = CURLForm()
        $asked.withValue(form) { _ = try? make() }
        return form.words.withLock(\.self)
    }
}
