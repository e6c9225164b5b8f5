import Foundation

extension OutgoingRequest {
    /// Returns the message in HTTP/1.1 format: request line, fields, an empty line, the body.
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
    /// A transport adds more fields. This function neither sends the message nor reads a stream.
    ///
    /// - Parameters:
    ///   - revealingSecrets: Whether to show the values of sensitive fields and query items.
    ///   - showingBody: Whether to show a text body in memory instead of its size.
    /// - Returns: The text; each line ends with LF.
    public func wireFormat(revealingSecrets: Bool = false, showingBody: Bool = false) -> String {
        let shown = shownURL(revealing: revealingSecrets)
        let host = URLText.authority(of: shown) ?? shown.prefix(0)
        let target = Self.target(of: shown)
        let method = revealingSecrets ? method.rawValue : method.rawValue.withoutControls
        let hostField = unixSocket == nil ? String(host) : UnixSocketURL.host
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(hostField)"]
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

    /// The target in the request line: the URL's path and query (RFC 9112, section 3.2.1).
    package var target: String { Self.target(of: urlText) }

    private static func target(of url: String) -> String {
        let target = url[(URLText.authority(of: url)?.endIndex ?? url.startIndex)...]
        return target.utf8.first == UInt8(ascii: "/") ? String(target) : "/\(target)"
    }

    /// The body as text; `nil` if it isn't text in memory.
    var bodyText: String? {
        guard case .data(let data) = body else { return nil }
        return String(utf8: data)
    }
}
