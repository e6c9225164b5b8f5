public import Foundation

/// A jar that stores cookies from responses and adds them to requests, for ``Transport/keepingCookies(in:)`` (RFC 6265bis).
///
/// ```swift
/// let jar = CookieJar()                                    // in memory; CookieJar(file: url) keeps them in a file
/// let session = URLSession.shared.keepingCookies(in: jar)
/// try await session.perform(login)                         // also takes the cookies of redirects
/// let me = try await session.perform(api.get(.json(User.self), from: "/me"))
/// jar.cookies(for: api.baseURL).contains { $0.name == "session" }
/// jar.removeAll()                                          // signed out
/// ```
///
/// Several transports can share a jar. As in a browser, domain, path, lifetime, `Secure`, and the prefixes `__Host-` and
/// `__Secure-` determine the cookies of a request, with these details:
/// - `Secure` cookies are sent over https, and over http to this machine: `localhost`, `127.0.0.1` and `[::1]`.
/// - `SameSite` and `HttpOnly` are stored but have no effect, because a program other than a browser sends no cross-site requests
///   and runs no scripts.
/// - Cookies expire after at most 400 days. A cookie is rejected if its name and value exceed 4096 bytes together.
/// - A jar contains at most 180 cookies of one host, and 3000 in all. The least recently used ones are removed first; on one
///   host, cookies without `Secure` are removed before the others.
/// - A cookie without a name, such as `Set-Cookie: abc`, is stored with an empty name, and sent back as its value.
///
/// Values are secrets: no description, log or error shows them.
///
/// ## Public suffixes
///
/// A host can set a cookie for a domain and all its subdomains, but not for a public suffix such as `co.uk`. To recognize all
/// public suffixes, pass the list of publicsuffix.org. Without a list, cookies for a domain of one label, such as `com`, are
/// rejected. Cookies for a domain that looks like `co.uk`, with at most three letters before a country code, are sent back only
/// to the host that set them. Without a list, domains such as `github.io`, whose subdomains belong to different customers, are
/// not recognized. Pass the list if you call several subdomains of such a domain.
public final class CookieJar: Sendable {
    private let store: Guarded<CookieStore>
    private let suffixes: PublicSuffixes
    private let date: @Sendable () -> Date
    private let file: CookieFile?

    /// Makes an empty jar that stores its cookies in memory.
    ///
    /// - Parameters:
    ///   - publicSuffixes: The lines of the list from publicsuffix.org, including comments; for the default, see
    ///     ``CookieJar``.
    ///   - date: Returns the current date, which decides whether a cookie has expired.
    public init(publicSuffixes: [String] = [], date: @escaping @Sendable () -> Date = { Date() }) {
        store = Guarded(CookieStore())
        suffixes = PublicSuffixes(publicSuffixes)
        self.date = date
        file = nil
    }

    /// Opens a jar that stores its cookies in a file, which no other user can read.
    ///
    /// Each change is written immediately: a new file with the permissions 0600 replaces the old one atomically. Cookies without
    /// an expiry are also stored, until ``endSession()``. If a change can't be written, it is kept in memory and written with the
    /// next change; ``save()`` throws the reason.
    ///
    /// Use only one jar for a file: if two programs write it, the last one wins.
    ///
    /// - Parameters:
    ///   - file: The file, which is created if it doesn't exist; its directory must exist.
    ///   - publicSuffixes: The lines of the list from publicsuffix.org, including comments; for the default, see
    ///     ``CookieJar``.
    ///   - date: Returns the current date, which decides whether a cookie has expired.
    /// - Throws: ``RequestErrorCode/fileReadFailed`` if the file isn't a jar, is damaged, or can't be read; the file is
    ///   then left unchanged. ``RequestErrorCode/fileWriteFailed`` if the file can't be written.
    public init(
        file: URL, publicSuffixes: [String] = [], date: @escaping @Sendable () -> Date = { Date() }
    ) throws(TransportError) {
        let disk = CookieFile(file)
        store = Guarded(CookieStore(try disk.read(), date: date()))
        suffixes = PublicSuffixes(publicSuffixes)
        self.date = date
        self.file = disk
        // Save immediately, because an existing file may have different permissions, and because the caller should know
        // at once if nothing can be stored.
        try save()
    }

    /// Returns the cookies for a request to a URL, in the order in which they are sent.
    ///
    /// Their paths and expiry dates are those that the jar determined when it stored the cookies. To send the cookies,
    /// use ``Request/adding(cookies:)``.
    ///
    /// - Parameter url: An http or https URL. Any other URL has no cookies.
    /// - Returns: The cookies.
    public func cookies(for url: URL) -> [WebCookie] {
        guard let origin = CookieOrigin(url) else { return [] }
        return cookies(for: origin).map(\.cookie)
    }

    /// Stores a cookie as if a response from a URL had set it.
    ///
    /// The cookie replaces a stored cookie with the same name, domain and path. If the new cookie has expired, it only
    /// removes the stored one.
    ///
    /// - Parameters:
    ///   - cookie: The cookie.
    ///   - url: The URL of the response. If the cookie has no domain, or no path, it gets one from the URL.
    /// - Throws: ``RequestErrorCode/invalidHeaderValue`` with the reason if the URL can't set this cookie;
    ///   ``RequestErrorCode/invalidURL`` if the URL is not an http or https URL.
    public func set(_ cookie: WebCookie, from url: URL) throws(TransportError) {
        guard let origin = CookieOrigin(url) else {
            throw TransportError(
                code: .invalidURL, message: "the URL for the cookie is not an absolute http or https URL")
        }
        do {
            try keep(cookie, from: origin)
        } catch {
            throw TransportError(
                code: .invalidHeaderValue,
                message: "the cookie \(cookie.name.escapedForDisplay) can't be stored: \(error.rawValue)")
        }
        try? save()
    }

    /// Removes the cookies that have this name and would be sent to this URL.
    public func remove(_ name: String, for url: URL) {
        guard let origin = CookieOrigin(url) else { return }
        store.withLock { $0.remove(name, for: origin) }
        try? save()
    }

    /// Removes all cookies.
    public func removeAll() {
        store.withLock { $0.removeAll { _ in true } }
        try? save()
    }

    /// Removes the cookies without an expiry, as a browser does when it closes.
    public func endSession() {
        store.withLock { $0.removeAll { $0.expires == nil } }
        try? save()
    }

    /// Writes to the file any changes that could not be written before; does nothing for a jar in memory.
    ///
    /// - Throws: ``RequestErrorCode/fileWriteFailed`` if the file can't be written.
    public func save() throws(TransportError) {
        try file?.write {
            store.withLock { store in
                let cookies = store.all(date())
                return (changes: store.changes, cookies: cookies)
            }
        }
    }
}

extension CookieJar {
    func cookies(for origin: CookieOrigin) -> [StoredCookie] {
        let date = date()
        return store.withLock { $0.cookies(for: origin, date) }
    }

    /// Stores the cookies of a response, except those that the response's URL can't set.
    func keep(_ cookies: [WebCookie], from origin: CookieOrigin) {
        if cookies.isEmpty { return }
        for cookie in cookies { try? keep(cookie, from: origin) }
        try? save()
    }

    private func keep(_ cookie: WebCookie, from origin: CookieOrigin) throws(CookieIssue) {
        let date = date()
        let cookie = try StoredCookie(cookie, from: origin, suffixes: suffixes, date: date)
        try store.withLock { store throws(CookieIssue) in try store.set(cookie, from: origin, date) }
    }

    /// All cookies that have not expired, the oldest first.
    var all: [StoredCookie] {
        let date = date()
        return store.withLock { $0.all(date) }
    }
}

extension CookieJar: RedactedDescription {
    /// The number of cookies, without names and values: `a jar with 3 cookies`.
    public var description: String {
        let count = store.withLock { $0.count }
        return "a jar with \(count == 1 ? "1 cookie" : "\(count) cookies")"
    }
}
