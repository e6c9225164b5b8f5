#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension Exchange {
    /// Returns a `URLRequest` that makes Foundation send the message unchanged.
    ///
    /// - Foundation handles known methods specially: it capitalizes `get`, rejects a GET with a body, and adds a form's
    ///   Content-Type to a POST that has no Content-Type. A NUL after the method's name prevents this. For libcurl, the
    ///   name ends at the NUL.
    /// - Every body is a stream. If a reused connection is lost before a response arrives, libcurl sends the body
    ///   again, and Foundation can provide it again only as a stream. For files, a stream is also twenty times as fast
    ///   as Foundation's file bodies.
    /// - With a blank Transfer-Encoding, a stream is sent with its known length instead of chunked: libcurl then omits
    ///   both this field and its default Transfer-Encoding.
    /// - A blank User-Agent and Accept-Language likewise prevent Foundation's defaults.
    ///
    /// - Parameter names: The names of the fields that the session adds to every request.
    /// - Returns: Foundation's request.
    /// - Throws: ``RequestErrorCode/bodyUnreadable``; ``RequestErrorCode/invalidURL`` for a `.` or `..` segment;
    ///   ``RequestErrorCode/connectionFailed`` for an IPv6 address; ``RequestErrorCode/bodyUnsupported`` for a
    ///   sequence, because waiting for its chunks would block all sessions.
    func sentRequest(onSessionWith names: Set<HeaderField.Name>) throws -> URLRequest {
        if case .chunks = request.body { throw TransportError.unsupportedSequence("URLSession on Linux") }
        if request.urlText.hasPrefix("http://[") || request.urlText.hasPrefix("https://[") {
            let message = "URLSession on Linux can't send to an IPv6 address in a URL: use a host name"
            throw TransportError(code: .connectionFailed, message: message)
        }
        try request.checkPathForURLSession()
        var sent = request
        sent.body = .none
        sent.removeStandardUserAgent(because: names)
        for name in [HeaderField.Name.userAgent, .acceptLanguage]
        where !names.contains(name) && !sent.header.contains(name) {
            sent.header.append(HeaderField(name, " "))
        }
        var urlRequest = try sent.foundationRequest()
        // Foundation rounds to whole seconds, and traps for large values. The exchange handles the timeout, so set one
        // that never expires.
        urlRequest.timeoutInterval = 2_147_483
        let method = request.method.rawValue
        if !request.body.isNone || method.utf8.contains(where: { $0 >= UInt8(ascii: "a") }) {
            urlRequest.httpMethod = method + "\0"
        }
        guard let stream = try sentStream() else { return urlRequest }
        urlRequest.httpBodyStream = stream
        if let length = request.body.length {
            var fields = urlRequest.allHTTPHeaderFields ?? [:]
            fields["Content-Length"] = String(length)
            fields["Transfer-Encoding"] = " "
            urlRequest.allHTTPHeaderFields = fields
        } else if case .file = request.body {
            throw TransportError.unreadableFile
        }
        return urlRequest
    }

    /// Returns the body from its start, so that libcurl can send it again over another connection.
    ///
    /// The exchange ends instead if the request may not be sent twice: see ``Idempotency``.
    func sentStreamAgain() -> InputStream? {
        guard !request.body.isNone else { return nil }
        if !request.isIdempotent {
            let message =
                "the connection ended before a response arrived; "
                + "\(request.method) requests aren't sent again automatically"
            fail(TransportError(code: .connectionLost, message: message))
        } else {
            do { return try sentStream() } catch { fail(error) }
        }
        // For `nil`, Foundation would send an empty body.
        return SourceStream(BlockingReader(.none, length: 1))
    }

    /// Returns the body as a stream that ends the exchange if it can't be read, so the sent part doesn't look complete.
    private func sentStream() throws -> InputStream? {
        let body = request.body
        if body.isNone { return nil }
        let reader = BlockingReader(body, length: body.length)
        try reader.prepare()
        return SourceStream(reader) { [weak self] error in self?.fail(error) }
    }
}
#endif
