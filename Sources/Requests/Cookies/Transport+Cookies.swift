extension Transport {
    /// Stores the cookies of all responses in a jar, and adds the cookies of the jar to requests.
    ///
    /// ```swift
    /// let session = URLSession.shared.keepingCookies(in: CookieJar())
    /// ```
    ///
    /// This includes redirects: their cookies are stored, and sent with the next message if they match its URL. ``CookieJar``
    /// lists the rules.
    ///
    /// Cookies that the request sets are sent on each hop to the same origin, before the jar's cookies. They replace
    /// the jar's cookies of the same name, but are not stored in the jar.
    ///
    /// A message with ``AuthenticationRequirement/none`` is sent without the jar's cookies, because they may be
    /// credentials. The cookies of its response are stored. A cookie from the jar satisfies
    /// ``AuthenticationRequirement/required``.
    ///
    /// On Linux, a URLSession with a delegate also sends its own cookies, so use a session without a delegate, or
    /// ``URLSessionTransport``. A custom transport must send with ``OutgoingRequest/send(by:)``.
    ///
    /// - Parameter jar: The jar, which several transports can share.
    /// - Returns: A transport that stores and sends cookies.
    public func keepingCookies(in jar: CookieJar) -> some Transport {
        adaptingEachHop(.seesEvery) { request, next in
            guard let origin = CookieOrigin(request.urlText) else { return try await next(request) }
            var message = request
            if request.options.authentication != .none { message.add(jar.cookies(for: origin)) }
            let response = try await next(message)
            // The cookies of a cached response were stored when it was received, and may have changed since.
            if response.head.notes.cacheMark >= ResponseNotes.firstMarkFromCache { return response }
            if response.head.value(of: .setCookie) != nil { jar.keep(response.head.cookies, from: origin) }
            return response
        }
    }
}

extension OutgoingRequest {
    /// Adds cookies to the Cookie field, except those whose names the field already contains (RFC 6265bis, section 5.8.3).
    fileprivate mutating func add(_ cookies: [StoredCookie]) {
        if cookies.isEmpty { return }
        let lines = header[values: .cookie]
        let names = WebCookie.list(in: lines).map(\.name)
        let pairs = cookies.filter { cookie in !names.contains { $0.utf8.elementsEqual(cookie.name.utf8) } }
            .map { WebCookie.text(of: $0.name, $0.value) }
        if pairs.isEmpty { return }
        header.set(HeaderField(.cookie, (lines + pairs).joined(separator: "; ")))
    }
}
