import Foundation

extension OutgoingRequest {
    /// Checks that the message can be sent unchanged.
    ///
    /// - Throws: ``RequestErrorCode/invalidMethod``, ``RequestErrorCode/invalidURL``,
    ///   ``RequestErrorCode/invalidHeaderName``, ``RequestErrorCode/invalidHeaderValue``,
    ///   ``RequestErrorCode/reservedHeaderField``, ``RequestErrorCode/unexpectedBody``,
    ///   ``RequestErrorCode/bodyEncodingFailed`` or ``RequestErrorCode/invalidTimeout``.
    public func validate() throws(TransportError) {
        try validate(allowingBodyBy: Self.modifierForBodies)
    }

    /// Checks the message; `remedy` tells developers how to allow a body.
    func validate(allowingBodyBy remedy: String) throws(TransportError) {
        if context.checked == .nothing { try validateURL() }
        try validateAllButURL(allowingBodyBy: remedy)
    }

    /// The remedy for a chained request whose method defines no content.
    static let modifierForBodies = "call allowingBody()"

    /// The remedy for a request that is declared as a type.
    package static let optionForBodies = "set allowsBody in the options of the request's type"

    /// Checks a message whose URL was joined from checked parts.
    func validateAllButURL(allowingBodyBy remedy: String) throws(TransportError) {
        let issue = method == .get ? nil : method.syntaxIssue
        if let issue = issue ?? header.syntaxIssue { throw RequestError(issue) }
        guard timeoutInterval > 0 else {
            throw RequestError(
                code: .invalidTimeout,
                message: "the timeout is \(timeoutInterval) seconds, but must be greater than 0"
            )
        }
        if !options.isEmpty { try validateOptions() }
        if !body.isNone, !method.definesContent, !options.allowsBody {
            throw RequestError(
                code: .unexpectedBody,
                message: "a \(method) request has a body, which has no defined meaning (RFC 9110, section 9.3): "
                    + "\(remedy) if the server expects a body"
            )
        }
        try body.checkLength()
    }

    private func validateOptions() throws(TransportError) {
        if let field = options.ownUserAgent, let issue = HeaderFields([field]).syntaxIssue { throw RequestError(issue) }
        if let limit = options.policy.totalTimeout, limit <= .zero {
            throw RequestError(
                code: .invalidTimeout,
                message: "the total timeout is \(limit), but must be greater than 0"
            )
        }
    }

    private func validateURL() throws(TransportError) {
        let bytes = Array(urlText.utf8)
        let text: URLText
        switch URLText.parse(bytes, allowingDotSegments: options.allowsDotSegments) {
        case .success(let parts): text = parts
        case .failure(let issue): throw RequestError(code: .invalidURL, message: "the URL \(issue.rawValue)")
        }
        if text.hasFragment || !Self.isLegal(bytes[text.path.lowerBound...]) {
            throw RequestError(
                code: .invalidURL,
                message:
                    "the URL contains a fragment, an incomplete escape, or a byte that isn't allowed in a URL (RFC 3986)"
            )
        }
    }

    /// Returns whether path and query contain only legal bytes and complete escapes.
    ///
    /// Clients repair illegal bytes in different ways, so such a URL is not sent.
    private static func isLegal(_ bytes: ArraySlice<UInt8>) -> Bool {
        let allowed = ByteSet.query
        var rest = bytes
        while let byte = rest.popFirst() {
            if allowed.contains(byte) { continue }
            guard byte == UInt8(ascii: "%"), rest.popFirst()?.isHexDigit == true, rest.popFirst()?.isHexDigit == true
            else { return false }
        }
        return true
    }
}
