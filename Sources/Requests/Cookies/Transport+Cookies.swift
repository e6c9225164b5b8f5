extension Transport {
    /// Keeps the cookies of all responses in a jar, and adds the cookies of the jar to all requests.
    ///
    /// ```swift
    /// let session = URLSession.shared.keepingCookies(in: CookieJar())
    /// ```
    ///
    /// It sees each hop: a cookie that comes with a redirect is kept, and goes with the next message if it belongs there. The
    /// rules are those of ``CookieJar``.
    ///
    /// A request can have its own cookies. They are sent on each hop within their origin, before those of the jar, and replace
    /// cookies of the jar with the same name. The jar does not keep them.
    ///
    /// A message with ``AuthenticationRequirement/none`` gets no cookies from the jar, because they may be credentials. The
    /// cookies of its response are kept. For ``AuthenticationRequirement/required``, a cookie of the jar is enough.
    ///
    /// On Linux, a URLSession with a delegate has its own cookies, too: use a session without one, or ``URLSessionTransport``. A
    /// custom transport has to send with ``OutgoingRequest/send(by:)``.
    ///
    /// - Parameter jar: The jar, which several transports can share.
    /// - Returns: A transport that keeps cookies.
    public func keepingCookies(in jar: CookieJar) -> some Transport {
        adaptingEachHop(.seesEvery) { request, next in
            guard let origin = CookieOrigin(request.url) else { return try await next(request) }
            var message = request
            if request.options.authentication != .none { message.add(jar.cookies(for: origin)) }
            let response = try await next(message)
            // The cookies of a stored response were kept when it came, and may have changed since.
            if response.head.notes.cacheMark >= ResponseNotes.firstMarkFromCache { return response }
            if response.head.value(of: .setCookie) != nil { jar.keep(response.head.cookies, from: origin) }
            return response
        }
    }
}

extension OutgoingRequest {
    /// Adds cookies to the Cookie field, except for those whose names it has already (RFC 6265bis, section 5.8.3).
    fileprivate mutating func add(_ cookies: [StoredCookie]) {
        if cookies.isEmpty { return }
        let lines = header[values: .cookie]
        let names = WebCookie.list(in: lines).map(\.name)
        let pairs = cookies.filter { cookie in !names.contains { $0.utf8.elementsEqual(cookie.name.utf8) } }
            .map { "\($0.name)=\($0.value)" }
        if pairs.isEmpty { return }
        header.set(HeaderField(.cookie, (lines + pairs).joined(separator: "; ")))
    }
}
