#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension OutgoingRequest {
    /// Returns the message as a `URLRequest`, for a client that accepts nothing else.
    ///
    /// Fields with the same name are joined by a comma (RFC 9110, section 5.3), Cookie fields by a semicolon. A file or stream
    /// becomes `httpBodyStream`. A timeout of `.infinity`, which would end the process on Linux, becomes 24 days.
    ///
    /// - Throws: ``RequestErrorCode/invalidURL`` if Foundation does not accept the URL, or can't connect to its Unix socket;
    ///   ``RequestErrorCode/invalidMethod`` if Foundation changes the method, such as `get` to `GET`;
    ///   ``RequestErrorCode/bodyUnreadable`` if the body's stream can't be made; ``RequestErrorCode/bodyUnsupported`` for a
    ///   body from an asynchronous sequence.
    public func toURLRequest() throws(TransportError) -> URLRequest {
        let request = try foundationRequest()
        if method != .get, let sent = request.httpMethod, sent != method.rawValue {
            throw RequestError(
                code: .invalidMethod,
                message: "a URLRequest can't have the method \(method), because Foundation would send \(sent)")
        }
        return request
    }

    /// Returns the message as a `URLRequest`, even if Foundation changes the method.
    func foundationRequest() throws(TransportError) -> URLRequest {
        if let unixSocket { throw TransportError.unreachable(unixSocket) }
        // The URL is already percent-encoded; the other initializer would search it for illegal characters again.
        guard let url = URL(string: urlText, encodingInvalidCharacters: false) else {
            throw RequestError(code: .invalidURL, message: "Foundation rejects the URL")
        }
        var request = URLRequest(url: url)
        // Each of these setters takes as long as making the URL, so don't set a value that a new request already has.
        if method != .get { request.httpMethod = method.rawValue }
        if timeoutInterval != 60 { request.timeoutInterval = min(timeoutInterval, Self.longestTimeout) }
        if cachePolicy != .useProtocolCachePolicy { request.cachePolicy = cachePolicy }
        request.allHTTPHeaderFields = joinedHeader
        switch body {
        case .none: break
        case .data(let data): request.httpBody = data
        case .file, .stream, .chunks: request.httpBodyStream = try body.makeStream()
        }
        return request
    }

    /// The longest timeout that libcurl supports, in seconds: libcurl stores timeouts as milliseconds in 31 bits.
    private static var longestTimeout: TimeInterval { 2_147_483 }

    /// The fields as Foundation stores them, with one value per name.
    private var joinedHeader: [String: String] {
        Dictionary(header.joined.lazy.map { ($0.name.rawValue, $0.value) }) { $1 }
    }
}

extension HeaderField {
    /// The separator between this value and the value of the next field with the same name.
    var separator: String { name == .cookie ? "; " : ", " }
}
