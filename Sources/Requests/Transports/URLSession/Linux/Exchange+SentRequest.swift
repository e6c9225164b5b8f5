#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension Exchange {
    /// Returns the message as Foundation's request, in a form that makes Foundation send it unchanged.
    ///
    /// - Foundation special-cases the method names it knows: it writes `get` in capitals, refuses a GET with a body, and adds the
    ///   Content-Type of a form to a POST without one. A trailing NUL hides the name from Foundation, and ends the name for
    ///   libcurl.
    /// - Every body is a stream. If a kept connection breaks before a response arrives, libcurl sends the body again, and only
    ///   then does Foundation have a new one for it. From a file, a stream is also twenty times as fast as Foundation's file
    ///   bodies.
    /// - A stream is sent with its known length instead of chunks if there is a blank Transfer-Encoding: libcurl leaves that
    ///   field out, and its default one, too.
    /// - The same is done for the User-Agent and the Accept-Language that Foundation would add.
    ///
    /// - Parameter names: The names of the fields that the session adds to all of its requests.
    /// - Returns: Foundation's request.
    /// - Throws: ``RequestErrorCode/bodyUnreadable``; ``RequestErrorCode/invalidURL`` for a segment `..`;
    ///   ``RequestErrorCode/connectionFailed`` for an IPv6 address; ``RequestErrorCode/bodyUnsupported`` for a sequence, because
    ///   waiting for its chunks would hold up all sessions.
    func sentRequest(onSessionWith names: Set<HeaderField.Name>) throws -> URLRequest {
        if case .chunks = request.body { throw TransportError.unsupportedSequence("URLSession on Linux") }
        if request.url.hasPrefix("http://[") || request.url.hasPrefix("https://[") {
            let message = "URLSession on Linux does not send to an IPv6 address in a URL; use a name"
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
        // Foundation uses whole seconds here, and traps for large values. The exchange handles the timeout, so this one is out of
        // the way.
        urlRequest.timeoutInterval = 2_147_483
        let method = request.method.rawValue
        if !request.body.isNone || method.utf8.contains(where: { $0 >= UInt8(ascii: "a") }) {
            urlRequest.httpMethod = method + "\0"
        }
        guard !request.body.isNone else { return urlRequest }
        urlRequest.httpBodyStream = try sentStream()
        if let length = request.body.length {
            var fields = urlRequest.allHTTPHeaderFields ?? [:]
            fields["Content-Length"] = String(length)
            fields["Transfer-Encoding"] = " "
            urlRequest.allHTTPHeaderFields = fields
        } else if case .file = request.body {
            throw TransportError(code: .bodyUnreadable, message: "the file of the body can't be read")
        }
        return urlRequest
    }

    /// Returns the body from its beginning, so that libcurl can send it again over another connection.
    ///
    /// A request that may not be sent twice ends instead: see ``Idempotency``.
    func sentStreamAgain() -> InputStream? {
        guard !request.body.isNone else { return nil }
        if !request.isIdempotent {
            let message = "the connection ended before a response came; a \(request.method) is not sent twice by itself"
            fail(TransportError(code: .connectionLost, message: message))
        } else {
            do {
                return try sentStream()
            } catch {
                fail(error)
            }
        }
        // For `nil`, Foundation would send nothing, and treat that as the whole body.
        return SentStream(InputStream(data: Data()), length: 1) { _ in }
    }

    private func sentStream() throws -> InputStream? {
        let stream =
            if case .data(let data) = request.body { InputStream(data: data) } else { try request.makeBodyStream() }
        return stream.map { stream in
            SentStream(stream, length: request.body.length) { [weak self] error in self?.fail(error) }
        }
    }
}
#endif
