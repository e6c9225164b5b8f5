/// The next message after a redirect (RFC 9110, section 15.4).
enum Redirect {
    /// Returns whether a response is a redirect that can be followed.
    ///
    /// A 300 offers a choice to a person; 304 and 305 are not redirects. Without a Location, there is no target.
    static func isFound(in head: ResponseHead) -> Bool {
        statuses.contains(head.status.code) && head.header.contains(.location)
    }

    private static let statuses: Set<Int> = [301, 302, 303, 307, 308]

    /// Returns the message that follows a redirect.
    ///
    /// - Parameters:
    ///   - head: The head of the redirect.
    ///   - message: The message that was redirected, before decorators' functions changed it for this hop.
    ///   - sentURL: The URL that the message was sent to if it differs from the message's URL.
    /// - Returns: The next message.
    /// - Throws: ``RequestErrorCode/redirectRefused``.
    static func message(
        after head: ResponseHead, to message: OutgoingRequest, sentTo sentURL: String? = nil
    ) throws(TransportError) -> OutgoingRequest {
        let base = sentURL ?? message.urlText
        let url = try target(of: head, from: base)
        var next = message
        next.urlText = url
        if losesContent(head.status, message.method) {
            if message.method != .head { next.method = .get }
            next.body = .none
            for name in contentFields { next.header.remove(name) }
        }
        let destination = Array(url.utf8)
        let isSameServer = URLText.haveSameOrigin(Array(base.utf8), destination)
        // Otherwise, a remote server could send requests to the sockets of this machine.
        if !isSameServer, UnixSocketURL.isFound(in: url) || UnixSocketURL.isFound(in: base) {
            throw refusal(
                of: head, "redirects to \(Self.origin(of: url)), but redirects from or to a Unix socket aren't allowed")
        }
        // The credentials belong to the message's URL. If the sent URL differs, keep the credentials only for the
        // message's origin.
        if isSameServer,
            sentURL == nil || URLText.haveSameOrigin(Array(message.urlText.utf8), destination)
        {
            return next
        }
        if message.options.policy.redirects == .sameOrigin {
            throw refusal(
                of: head,
                "redirects to a different origin, \(Self.origin(of: url)), which the policy doesn't allow: "
                    + "use setting(\\.policy.redirects, .follow) to follow such redirects"
            )
        }
        if base.utf8.prefix(8).elementsEqual("https://".utf8, by: { $0.asciiLowercased == $1 }),
            !url.utf8.prefix(8).elementsEqual("https://".utf8, by: { $0.asciiLowercased == $1 })
        {
            throw refusal(of: head, "redirects from https to http, which isn't allowed")
        }
        next.header = HeaderFields(next.header.filter { !$0.isSensitive && $0.name != .origin })
        return next
    }

    /// Returns scheme, host and port, without the rest of the URL, because it may contain a secret.
    private static func origin(of url: String) -> String {
        String(url[..<(URLText.authority(of: url)?.endIndex ?? url.startIndex)]).escapedForDisplay
    }

    /// Returns whether the message after a redirect has no content: the method becomes GET, or stays HEAD.
    private static func losesContent(_ status: HTTPStatus, _ method: HTTPMethod) -> Bool {
        status == .seeOther || method == .post && (status == .movedPermanently || status == .found)
    }

    /// The fields that describe content (RFC 9110, section 8.3 and later).
    private static let contentFields: [HeaderField.Name] = [
        .contentType, .contentEncoding, .contentLanguage, "Content-Location", "Content-Digest", "Digest", "Repr-Digest",
        .expect,
    ]

    private static func target(of head: ResponseHead, from url: String) throws(TransportError) -> String {
        let locations = head.header[values: .location].flatMap(separated)
        guard let location = locations.first, locations.allSatisfy({ $0 == location }),
            let reference = URLReference(location)
        else { throw refusal(of: head, "doesn't have a valid Location") }
        guard !location.hasLostBytes else {
            throw refusal(of: head, "has a Location that isn't valid UTF-8")
        }
        let target = reference.resolved(against: url)
        switch URLText.parse(Array(target.utf8)) {
        case .success: return target
        case .failure(let issue): throw refusal(of: head, "redirects to a URL that \(issue.rawValue)")
        }
    }

    /// Splits a Location that a client or a proxy joined from equal values.
    ///
    /// A URL contains no space, so a single value isn't split.
    private static func separated(_ location: String) -> [String] {
        let parts = location.split(separator: ", ", omittingEmptySubsequences: false)
        return parts.allSatisfy { $0 == parts.first } ? parts.map(String.init) : [location]
    }

    private static func refusal(of head: ResponseHead, _ reason: String) -> TransportError {
        TransportError(code: .redirectRefused, message: "the response \(head.status) \(reason)", head: head)
    }
}

extension TransportError {
    static func tooManyRedirects(_ head: ResponseHead, limit: Int) -> TransportError {
        TransportError(
            code: .tooManyRedirects,
            message:
                "the request was redirected more than \(limit) times: "
                + "raise the limit with setting(\\.policy.redirectLimit, …)",
            head: head
        )
    }
}
