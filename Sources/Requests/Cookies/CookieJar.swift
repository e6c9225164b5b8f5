public import Foundation

/// A jar that keeps the cookies of responses, and adds them to requests, for ``Transport/keepingCookies(in:)`` (RFC 6265bis).
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
/// Several transports can share a jar. Domain, path, lifetime, `Secure`, and the prefixes `__Host-` and `__Secure-` decide which
/// cookies a request gets, as in a browser, with these particulars:
/// - `Secure` cookies go over https, and over http to this machine: `localhost`, `127.0.0.1` and `[::1]`.
/// - `SameSite` and `HttpOnly` are kept, and have no effect: a program that isn't a browser sends all requests from its own site,
///   and runs no scripts.
/// - A cookie lives for at most 400 days. A name and a value have at most 4096 bytes together.
/// - There are at most 180 cookies of one host, and 3000 in all. The ones that were not used for the longest time are removed
///   first; on one host, those that are not secure go before the others.
/// - A cookie without a name is ignored, as in RFC 6265.
///
/// Values are secrets: no description, log or error shows them.
///
/// ## Public suffixes
///
/// A cookie can be for a domain and all hosts below it, but must not be for all of `co.uk`. Pass the list of publicsuffix.org to
/// follow it exactly. Without a list, no cookie is for a domain of one label, such as `com`. If a domain looks like `co.uk`,
/// because it is a country code below at most three letters, then its cookies go back only to the host that sent them. This rule
/// does not know domains such as `github.io`, below which customers have their hosts. Pass the list if you call several of them.
public final class CookieJar: Sendable {
    private let store: Guarded<CookieStore>
    private let suffixes: PublicSuffixes
    private let date: @Sendable () -> Date
    private let file: CookieFile?

    /// Makes an empty jar that keeps its cookies in memory.
    ///
    /// - Parameters:
    ///   - publicSuffixes: The lines of the list of publicsuffix.org, with its comments; without a list, a simple rule holds.
    ///   - date: Returns the current date, which decides whether a cookie has expired.
    public init(publicSuffixes: [String] = [], date: @escaping @Sendable () -> Date = { Date() }) {
        store = Guarded(CookieStore())
        suffixes = PublicSuffixes(publicSuffixes)
        self.date = date
        file = nil
    }

    /// Opens a jar that keeps its cookies in a file, which no other user can read.
    ///
    /// Each change is written at once: a new file replaces the old one in one step, with the permissions 0600.
    /// Cookies without an expiry are also kept, until ``endSession()``. If a change can't be written, the jar still has it, and
    /// the next change writes both; ``save()`` tells you why.
    ///
    /// Use one jar for a file: if two programs write it, the last one wins.
    ///
    /// - Parameters:
    ///   - file: The file. If there is none, it is made; its directory has to exist.
    ///   - publicSuffixes: The lines of the list of publicsuffix.org, with its comments; without a list, a simple rule holds.
    ///   - date: Returns the current date, which decides whether a cookie has expired.
    /// - Throws: ``RequestErrorCode/fileReadFailed`` if the file is not a jar, is damaged, or can't be read; it stays unchanged.
    ///   ``RequestErrorCode/fileWriteFailed`` if it can't be written.
    public init(
        file: URL, publicSuffixes: [String] = [], date: @escaping @Sendable () -> Date = { Date() }
    ) throws(TransportError) {
        let disk = CookieFile(file)
        store = Guarded(CookieStore(try disk.read(), date: date()))
        suffixes = PublicSuffixes(publicSuffixes)
        self.date = date
        self.file = disk
        // An older file may have other permissions. And it is better to know at once that nothing can be kept.
        try save()
    }

    /// Returns the cookies that a request to a URL gets, in the order in which they are sent.
    ///
    /// The path and the date of expiry of each cookie are those that the jar found out. ``Request/adding(cookies:)``
    /// sends them.
    ///
    /// - Parameter url: A URL of http or https. Any other URL has no cookies.
    /// - Returns: The cookies.
    public func cookies(for url: URL) -> [WebCookie] {
        guard let origin = CookieOrigin(url) else { return [] }
        return cookies(for: origin).map(\.cookie)
    }

    /// Keeps a cookie as if a response from a URL had set it.
    ///
    /// It replaces the cookie with the same name, domain and path. A cookie that has expired only removes that one.
    ///
    /// - Parameters:
    ///   - cookie: The cookie.
    ///   - url: The URL of the response: its host and path count if the cookie has none.
    /// - Throws: ``RequestErrorCode/invalidHeaderValue`` if the URL can't set this cookie, with the reason.
    public func set(_ cookie: WebCookie, from url: URL) throws(TransportError) {
        guard let origin = CookieOrigin(url) else {
            throw TransportError(
                code: .invalidURL, message: "the URL of a cookie is not an absolute URL of http or https")
        }
        do {
            try keep(cookie, from: origin)
        } catch {
            throw TransportError(
                code: .invalidHeaderValue,
                message: "the cookie \(cookie.name.escapedForDisplay) can't be kept: \(error.rawValue)")
        }
        try? save()
    }

    /// Removes the cookies with a name that a request to a URL would get.
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

    /// Removes the cookies without an expiry, as a browser does when it is closed.
    public func endSession() {
        store.withLock { $0.removeAll { $0.expires == nil } }
        try? save()
    }

    /// Writes the changes to the file that could not be written before; does nothing for a jar in memory.
    ///
    /// - Throws: ``RequestErrorCode/fileWriteFailed``.
    public func save() throws(TransportError) {
        try file?.write { store.withLock { (changes: $0.changes, cookies: $0.all(date())) } }
    }
}

extension CookieJar {
    func cookies(for origin: CookieOrigin) -> [StoredCookie] {
        let date = date()
        return store.withLock { $0.cookies(for: origin, date) }
    }

    /// Keeps the cookies of a response, except for those that its URL can't set.
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
