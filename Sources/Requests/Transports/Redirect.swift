/// What follows from an answer that redirects (RFC 9110, section 15.4).
enum Redirect {
    /// Whether an answer of this status and header is one that is followed.
    ///
    /// 300 is a choice for a person, 304 and 305 are none. Without a Location there is no place to go to.
    static func isFound(in head: ResponseHead) -> Bool {
        statuses.contains(head.status.code) && head.header.contains(.location)
    }

    private static let statuses: Set<Int> = [301, 302, 303, 307, 308]

    /// The message that follows a redirect.
    ///
    /// - Parameters:
    ///   - head: The head of an answer that redirects.
    ///   - message: The message that was answered.
    /// - Returns: The next message.
    /// - Throws: ``RequestErrorCode/redirectRefused``.
    static func message(after head: ResponseHead, to message: OutgoingRequest) throws(TransportError) -> OutgoingRequest
    {
        let url = try target(of: head, from: message.url)
        var next = message
        next.url = url
        if losesContent(head.status, message.method) {
            if message.method != .head { next.method = .get }
            next.body = .none
            for name in contentFields { next.header.remove(name) }
        }
        let origin = Array(message.url.utf8), destination = Array(url.utf8)
        guard !URLText.haveSameOrigin(origin, destination) else { return next }
        if message.options.policy.redirects == .sameOrigin {
            throw refusal(
                of: head,
                "redirects to another origin, \(Self.origin(of: url)), which the policy forbids; "
                    + "allow it with setting(\\.policy.redirects, .follow)"
            )
        }
        if message.url.utf8.prefix(8).elementsEqual("https://".utf8, by: { $0.asciiLowercased == $1 }),
            !url.utf8.prefix(8).elementsEqual("https://".utf8, by: { $0.asciiLowercased == $1 })
        {
            throw refusal(of: head, "redirects from https to http")
        }
        next.header = HeaderFields(next.header.filter { !$0.isSensitive && $0.name != .origin })
        return next
    }

    /// Scheme, host and port: what is behind may hold a secret.
    private static func origin(of url: String) -> String {
        String(decoding: url.utf8.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self).split(separator: "/").prefix(2)
            .joined(separator: "//").escapedForDisplay
    }

    /// Whether what follows is without content, and a GET unless it is a HEAD.
    private static func losesContent(_ status: HTTPStatus, _ method: HTTPMethod) -> Bool {
        status == .seeOther || method == .post && (status == .movedPermanently || status == .found)
    }

    /// The fields that describe a content (RFC 9110, section 8.3 on).
    private static let contentFields: [HeaderField.Name] = [
        .contentType, .contentEncoding, .contentLanguage, "Content-Location", "Content-Digest", "Digest", "Repr-Digest",
        .expect,
    ]

    private static func target(of head: ResponseHead, from url: String) throws(TransportError) -> String {
        let locations = head.header[values: .location]
        guard let location = locations.first, locations.allSatisfy({ $0 == location }),
            let reference = URLReference(location)
        else { throw refusal(of: head, "has a Location that is no URL") }
        // Its bytes are lost: a transport that reads fields as UTF-8 has this character in the place of others.
        guard !location.unicodeScalars.contains("\u{FFFD}") else {
            throw refusal(of: head, "has a Location that is not UTF-8")
        }
        let target = reference.resolved(against: url)
        switch URLText.parse(Array(target.utf8)) {
        case .success: return target
        case .failure(let issue): throw refusal(of: head, "redirects to a URL that \(issue.rawValue)")
        }
    }

    private static func refusal(of head: ResponseHead, _ reason: String) -> TransportError {
        TransportError(code: .redirectRefused, message: "the response \(head.status) \(reason)", head: head)
    }
}

extension RequestError<Never> {
    static func tooManyRedirects(_ head: ResponseHead, limit: Int) -> TransportError {
        TransportError(
            code: .tooManyRedirects,
            message: "the response was redirected more than \(limit) times; see setting(\\.policy.redirectLimit, …)",
            head: head
        )
    }
}
