#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking

extension Exchange {
    /// The message as Foundation's request, in the form that goes over the wire as it should.
    ///
    /// - A name that Foundation knows is none that it treats in a way of its own: it writes `get` in capitals, refuses a GET
    ///   with a body, and gives a POST without a Content-Type that of a form. A NUL at the end makes it another name for
    ///   Foundation, and ends the name for libcurl.
    /// - Every body is a stream: libcurl sends a body again where a kept connection breaks before an answer came, and
    ///   Foundation has a new one for it only then. From a file, it is also twenty times as fast as Foundation's own.
    /// - A known length goes with a stream, instead of chunks, where there is a Transfer-Encoding that is blank: libcurl
    ///   leaves that out, and its own too.
    /// - The same is done to the User-Agent and the Accept-Language that Foundation adds of its own accord.
    ///
    /// - Parameter names: The names of the fields that the session has for all of its requests.
    /// - Returns: Foundation's request.
    /// - Throws: ``RequestErrorCode/bodyUnreadable``, and ``RequestErrorCode/connectionFailed`` for an IPv6 address.
    func sentRequest(onSessionWith names: Set<HeaderField.Name>) throws -> URLRequest {
        if request.url.hasPrefix("http://[") || request.url.hasPrefix("https://[") {
            let message = "URLSession on Linux does not send to an IPv6 address in a URL; use a name"
            throw TransportError(code: .connectionFailed, message: message)
        }
        var sent = request
        sent.body = .none
        sent.removeStandardUserAgent(because: names)
        for name in [HeaderField.Name.userAgent, .acceptLanguage]
        where !names.contains(name) && !sent.header.contains(name) {
            sent.header.append(HeaderField(name, " "))
        }
        var urlRequest = try sent.foundationRequest()
        // Whole seconds here, and a trap for what is too large: the exchange keeps the time, Foundation is out of its way.
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

    /// The body from its beginning, for libcurl to send it once more over another connection.
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
        // Foundation would send nothing for `nil`, and call it all.
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
