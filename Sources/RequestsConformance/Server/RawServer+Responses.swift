extension RawServer {
    /// Starts a server that responds to each request with raw bytes, and to several requests on one connection.
    ///
    /// The connection closes after a request or a response with `Connection: close`. It also closes after a response that only
    /// the end of the connection can delimit. Nothing is corrected, so a response to HEAD must contain no body.
    package static func responding(_ response: @escaping @Sendable (RawRequest) -> String) throws -> RawServer {
        try RawServer(script(response))
    }

    /// Starts a server like `responding(_:)` on the IPv6 loopback address; `nil` if the machine has no such address.
    package static func onIPv6(responding response: @escaping @Sendable (RawRequest) -> String) throws -> RawServer? {
        do {
            return try RawServer(isIPv6: true, script(response))
        } catch RawServerError.system {
            return nil
        }
    }

    static func script(
        _ response: @escaping @Sendable (RawRequest) -> String
    ) -> @Sendable (RawConnection) throws -> Void {
        { connection in
            while true {
                let request = try connection.readRequest()
                let text = response(request)
                try connection.send(text)
                if closes(request["Connection"]) || endsConnection(Array(text.utf8)) { return }
            }
        }
    }

    /// Makes a `200 OK` response with the correct `Content-Length`.
    package static func ok(
        _ body: String,
        fields: [(String, String)] = [],
        contentType: String = "application/json"
    ) -> String {
        response(status: 200, reason: "OK", fields: [("Content-Type", contentType)] + fields, body: body)
    }

    /// Makes a response with the correct `Content-Length`, unless the fields already frame the body or the status
    /// forbids a body.
    package static func response(
        status: Int,
        reason: String,
        fields: [(String, String)] = [],
        body: String = ""
    ) -> String {
        let isFramed = fields.contains { ["content-length", "transfer-encoding"].contains($0.0.lowercased()) }
        let length = isFramed || hasNoBody(status) ? [] : [("Content-Length", String(body.utf8.count))]
        let lines = (fields + length).map { "\($0.0): \($0.1)\r\n" }
        return "HTTP/1.1 \(status) \(reason)\r\n\(lines.joined())\r\n\(body)"
    }

    /// Returns whether the server must close the connection after a response.
    private static func endsConnection(_ response: [UInt8]) -> Bool {
        guard let length = RawRequest.headLength(in: response) else { return true }
        let statusLine = response.prefix { $0 != 0x0A }
        let parts = RawRequest.text(statusLine).split(separator: " ")
        guard parts.count >= 2, let status = Int(parts[1].prefix { $0.isNumber }) else { return true }
        let rest = response[length...]
        if (100..<200).contains(status), !rest.isEmpty { return endsConnection(Array(rest)) }
        let fields = RawRequest.fields(of: Array(response[statusLine.count..<length].dropFirst()))
        if closes(fields.values(named: "Connection")) { return true }
        let framing = fields.values(named: "Content-Length") + fields.values(named: "Transfer-Encoding")
        return framing.isEmpty && !hasNoBody(status)
    }

    private static func closes(_ values: [String]) -> Bool {
        values.contains { $0.lowercased().contains("close") }
    }

    private static func hasNoBody(_ status: Int) -> Bool {
        status < 200 || status == 204 || status == 304
    }
}

extension String {
    /// The text as a chunk (RFC 9112, section 7.1).
    package var chunk: String { "\(String(utf8.count, radix: 16))\r\n\(self)\r\n" }
}
