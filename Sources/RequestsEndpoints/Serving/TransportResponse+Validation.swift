import Requests

/// The reason why a response can't be sent.
struct UnsendableResponse: Error, CustomStringConvertible {
    let description: String
}

extension TransportResponse {
    /// Checks that the head can be sent: the status is final, and no field contains line breaks or similar characters.
    func checked() throws -> TransportResponse {
        guard 200..<1_000 ~= head.status.code else {
            throw UnsendableResponse(description: "the status must be from 200 to 999, but is \(head.status)")
        }
        if let issue = head.header.responseSyntaxIssue { throw TransportError(issue) }
        return self
    }

    /// Returns the response with only the content that its status and the request's method allow.
    ///
    /// If the status forbids content, the body and the fields that describe it are removed: a client would mistake
    /// bytes after the head for the next response (RFC 9112, section 6.3). A response to HEAD doesn't have a body
    /// either, but declares the length of the body. If a body is sent from memory, the framework sets its length.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - isMeasured: Indicates whether a response to HEAD declares the length of this body; `false` if a different
    ///     route responds to GET.
    /// - Returns: The response, with the body or without it.
    func fitting(_ method: HTTPMethod, isMeasured: Bool = true) -> TransportResponse {
        let isFit = method != .head && !head.status.forbidsContent && !head.header.hasField(where: \.isSetByFrameworks)
        if isFit { return self }
        let length = body.byteCount
        var header = head.header
        header.remove(.connection)
        header.remove(.transferEncoding)
        if head.status.forbidsContent {
            header.remove(.contentLength)
            if length != 0 {
                header.remove(.contentType)
                header.remove(.contentEncoding)
            }
            return TransportResponse(head: head.with(header))
        }
        // Keep a valid Content-Length, unless the body is in memory and not empty.
        if length ?? 0 > 0 || head.contentLength == nil { header.remove(.contentLength) }
        if method == .head {
            if isMeasured, !header.contains(.contentLength), let length {
                header.append(HeaderField(.contentLength, "\(length)"))
            }
            return TransportResponse(head: head.with(header))
        }
        if length != nil { header.remove(.contentLength) }
        return TransportResponse(head: head.with(header), body: body)
    }

    /// Returns the in-process response to a message, with the length of its body if it is known.
    package func fitting(_ request: OutgoingRequest) -> TransportResponse {
        var header = head.header
        let hasContent = request.method != .head && !head.status.forbidsContent
        if hasContent, let length = body.byteCount, !header.contains(.contentLength) {
            header.append(HeaderField(.contentLength, String(length)))
        }
        let head = ResponseHead(status: head.status, header: header, urlText: request.urlText)
        return hasContent ? TransportResponse(head: head, body: body) : TransportResponse(head: head)
    }
}

extension ResponseHead {
    fileprivate func with(_ header: HeaderFields) -> ResponseHead {
        ResponseHead(status: status, header: header, urlText: urlText)
    }
}

extension HeaderField {
    /// Indicates whether the field depends on the connection or the body's length: frameworks set such fields.
    fileprivate var isSetByFrameworks: Bool {
        name == .connection || name == .transferEncoding || name == .contentLength
    }
}
