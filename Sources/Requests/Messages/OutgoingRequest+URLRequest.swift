import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension OutgoingRequest {
    /// Returns the message as Foundation's request, for a client that accepts nothing else.
    ///
    /// Fields of one name are joined by a comma (RFC 9110, section 5.3), Cookie by a semicolon. A file or stream becomes
    /// `httpBodyStream`. A timeout of `.infinity`, which ends the process on Linux, becomes 24 days.
    ///
    /// - Throws: ``RequestErrorCode/invalidURL`` if Foundation does not accept the URL, or can't connect to its Unix socket;
    ///   ``RequestErrorCode/invalidMethod`` if it
    ///   changes the method, as it turns `get` into `GET`; ``RequestErrorCode/bodyUnreadable`` if the stream of a body can't be
    ///   made; ``RequestErrorCode/bodyUnsupported`` for a body from an asynchronous sequence.
    public func toURLRequest() throws(TransportError) -> URLRequest {
        let request = try foundationRequest()
        if method != .get, let sent = request.httpMethod, sent != method.rawValue {
            throw RequestError(
                code: .invalidMethod, message: "Foundation would send the method \(method) as \(sent)")
        }
        return request
    }

    /// Returns the message as Foundation's request, even if Foundation changes the method.
    func foundationRequest() throws(TransportError) -> URLRequest {
        if let unixSocket { throw TransportError.unreachable(unixSocket) }
        // The text is percent-encoded: the other initialiser would search for illegal characters again.
        guard let url = URL(string: url, encodingInvalidCharacters: false) else {
            throw RequestError(code: .invalidURL, message: "Foundation does not take the URL")
        }
        var request = URLRequest(url: url)
        // Each of these setters costs as much as the URL, and a new request already has these values.
        if method != .get { request.httpMethod = method.rawValue }
        if timeoutInterval != 60 { request.timeoutInterval = min(timeoutInterval, Self.longestTimeout) }
        if cachePolicy != .useProtocolCachePolicy { request.cachePolicy = cachePolicy }
        request.allHTTPHeaderFields = joinedHeader
        switch body {
        case .none: break
        case .data(let data): request.httpBody = data
        case .file, .stream, .chunks: request.httpBodyStream = try makeBodyStream()
        }
        return request
    }

    /// The number of seconds that fit into 31 bits as milliseconds: the limit of libcurl's timeouts.
    private static var longestTimeout: TimeInterval { 2_147_483 }

    /// The fields in Foundation's form, one of each name.
    private var joinedHeader: [String: String] {
        var fields = [String: String](minimumCapacity: header.count)
        if header.hasRepeatedNames {
            for field in header.joined { fields[field.name.rawValue] = field.value }
        } else {
            header.withFields { header in
                for index in 0..<header.count { fields[header[index].name.rawValue] = header[index].value }
            }
        }
        return fields
    }

    /// Makes the stream of a file or of a stream.
    func makeBodyStream() throws(TransportError) -> InputStream? {
        switch body {
        case .none, .data:
            return nil
        case .file(let url):
            guard let stream = InputStream(url: url) else {
                throw RequestError(code: .bodyUnreadable, message: "the file of the body can't be read")
            }
            return stream
        case .stream(_, let make):
            do {
                return try make()
            } catch {
                throw RequestError(
                    code: .bodyUnreadable,
                    message: "the stream of the body could not be made: \(ErrorText.developerText(of: error))",
                    underlyingError: error
                )
            }
        case .chunks:
            throw .unsupportedSequence("URLRequest")
        }
    }
}

extension HeaderField {
    /// The separator between the value and that of the next field of the same name.
    var separator: String { name == .cookie ? "; " : ", " }
}
