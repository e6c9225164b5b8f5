import Foundation

extension OutgoingRequest {
    /// Returns the message as a command line for curl, quoted for a POSIX shell.
    ///
    /// You can run the command unchanged. A form with files becomes one option per part, such as
    /// `-F 'avatar=@"/me.png"'`, and curl chooses the boundary. Any other streamed body, or a body that isn't shown,
    /// becomes a placeholder such as `<27 bytes>`: replace it with the content.
    ///
    /// - Parameters:
    ///   - revealingSecrets: Whether to show the values of sensitive fields and query items. If they are hidden, the
    ///     server will reject the command.
    ///   - showingBody: Whether to include the body. For a body in memory that isn't text, the command contains the
    ///     body in base64, and decodes it.
    /// - Returns: The command, on one line unless a value contains line breaks.
    public func cURL(revealingSecrets: Bool = false, showingBody: Bool = false) -> String {
        var words = ["curl"]
        switch method {
        case .get where body.isNone: break
        case .head where body.isNone: words.append("--head")
        default: words += ["-X", ShellQuoting.quoted(method.rawValue)]
        }
        var url = shownURL(revealing: revealingSecrets)
        if let unixSocket, let httpURL = UnixSocketURL.httpURL(of: url) {
            words += ["--unix-socket", ShellQuoting.quoted(unixSocket)]
            url = httpURL
        }
        if options.allowsDotSegments, URLText.hasDotSegment(urlText) { words.append("--path-as-is") }
        // Without `--globoff`, curl would expand brackets and braces in a URL as patterns.
        words += ["--globoff", ShellQuoting.quoted(url)]
        let form = showingBody ? CURLForm.words(for: body, header) : nil
        for field in header where form == nil || field.name != .contentType {
            // curl sends a field without a value only if its name ends with a semicolon.
            let isEmpty = field.value.isEmpty
            let line = revealingSecrets ? "\(field.name): \(field.value)" : field.description
            words += ["-H", ShellQuoting.quoted(isEmpty ? "\(field.name);" : line)]
        }
        // Without this option, curl would add the Content-Type of a form.
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

/// Collects the curl options that make the same form as a streamed body.
final class CURLForm: Sendable {
    /// The collector for the form whose stream is made now.
    @TaskLocal static var asked: CURLForm?

    /// The options; `nil` if curl can't make the form.
    let words = Guarded<[String]?>(nil)

    /// Returns the options for a form; `nil` if the body is not a form, or if curl can't make it.
    fileprivate static func words(for body: RequestBody, _ header: HeaderFields) -> [String]? {
        guard case .stream(_, let make) = body,
            header[.contentType].flatMap({ MediaType($0) })?.matches(.multipartForm) == true
        else { return nil }
        let form = CURLForm()
        $asked.withValue(form) { _ = try? make() }
        return form.words.withLock(\.self)
    }
}
