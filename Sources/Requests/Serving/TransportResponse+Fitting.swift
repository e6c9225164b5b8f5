/// A response that no server can send as it is.
package struct UnsendableResponse: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}

extension TransportResponse {
    /// Checks that the head can go over the wire: a status of a final response, and fields without line breaks and the like.
    func checked() throws -> TransportResponse {
        guard 200..<1_000 ~= head.status.code else {
            throw UnsendableResponse(description: "\(head.status) is not the status of a final response")
        }
        if let issue = head.header.responseSyntaxIssue { throw TransportError(issue) }
        return self
    }

    /// The response as any framework may send it, with what its status and the method of its request allow.
    ///
    /// If the status has no content, there is none, and nothing that describes it: a client takes what follows the head for the next
    /// response (RFC 9112, section 6.3). A response to HEAD has none either, and says how long it would be. The length of
    /// a body that is all there is for the framework to say.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - isMeasured: Whether the body is that of a GET, so that its length is what a response to HEAD says.
    /// - Returns: The response, with the body or without it.
    func fitting(_ method: HTTPMethod, isMeasured: Bool = true) -> TransportResponse {
        let length = body.byteCount
        var header = head.header
        header.remove(.transferEncoding)
        if head.status.forbidsContent {
            header.remove(.contentLength)
            if length != 0 {
                header.remove(.contentType)
                header.remove(.contentEncoding)
            }
            return TransportResponse(head: head.with(header))
        }
        // The length of the content, if there is any, and no other.
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

    /// Returns the response of a server in the same process to a message, with its length if that is known.
    package func fitting(_ request: OutgoingRequest) -> TransportResponse {
        var header = head.header
        let hasContent = request.method != .head && !head.status.forbidsContent
        if hasContent, let length = body.byteCount, !header.contains(.contentLength) {
            header.append(HeaderField(.contentLength, String(length)))
        }
        let head = ResponseHead(status: head.status, header: header, url: request.url)
        return hasContent ? TransportResponse(head: head, body: body) : TransportResponse(head: head)
    }
}

extension ResponseHead {
    fileprivate func with(_ header: HeaderFields) -> ResponseHead {
        ResponseHead(status: status, header: header, url: url)
    }
}
