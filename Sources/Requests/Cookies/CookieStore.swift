import Foundation

/// The cookies of a jar, grouped by host.
struct CookieStore {
    private var cookies: [String: [StoredCookie]] = [:]
    /// For each domain, the hosts below it that have cookies.
    private var hostsBelow: [String: Set<String>] = [:]
    /// The number of changes and requests so far, which determines the order of cookies.
    private var clock = 0
    /// The uses and hosts of all cookies at an earlier time, the most recent use first.
    ///
    /// ``removeOldest()`` takes the least recently used cookie from this list, and skips cookies that were used or
    /// removed since then.
    private var oldest: [(use: Int, creation: Int, host: String)] = []
    /// No cookie expires before this date.
    private var firstExpiry = Date.distantFuture
    /// The number of changes so far that a file must store.
    private(set) var changes = 0

    /// The maximum number of cookies of one host.
    static let hostLimit = 180
    /// The maximum number of cookies of all hosts.
    static let limit = 3_000

    init() {}

    /// Makes a store with the cookies of a file, in order.
    init(_ kept: [StoredCookie], date: Date) {
        for cookie in kept where !cookie.hasExpired(date) { insert(cookie, date) }
        changes = 0
    }

    /// The number of cookies.
    private(set) var count = 0

    /// Returns all cookies that have not expired, the oldest first.
    mutating func all(_ date: Date) -> [StoredCookie] {
        removeExpired(date)
        return cookies.values.joined().sorted { $0.creation < $1.creation }
    }

    /// Returns the cookies for a request, in the order in which they are sent: longer paths first, then older cookies.
    mutating func cookies(for origin: CookieOrigin, _ date: Date) -> [StoredCookie] {
        if cookies.isEmpty { return [] }
        removeExpired(date)
        clock += 1
        var found: [StoredCookie] = []
        for host in Self.domains(of: origin.host) {
            guard let indices = cookies[host]?.indices else { continue }
            for index in indices {
                guard let cookie = cookies[host]?[index], cookie.fits(origin) else { continue }
                cookies[host]?[index].use = clock
                found.append(cookie)
            }
        }
        return found.sorted { left, right in
            let (left, right) = ((left.path.utf8.count, left.creation), (right.path.utf8.count, right.creation))
            return left.0 != right.0 ? left.0 > right.0 : left.1 < right.1
        }
    }

    /// Returns the host and its parent domains.
    private static func domains(of host: String) -> [String] {
        if CookieOrigin.isAddress(host) { return [host] }
        let bytes = Array(host.utf8)
        let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
        return [host] + dots.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
    }

    /// Stores a cookie in place of an older one, or only removes the older one if the new one has expired.
    mutating func set(_ cookie: StoredCookie, from origin: CookieOrigin, _ date: Date) throws(CookieIssue) {
        if !cookie.isSecure, !origin.isSecure, hidesSecureCookie(cookie) { throw .shadow }
        insert(cookie, date)
    }

    /// Returns whether a cookie would replace or shadow a secure cookie.
    private func hidesSecureCookie(_ cookie: StoredCookie) -> Bool {
        (Self.domains(of: cookie.host) + (hostsBelow[cookie.host] ?? [])).contains { host in
            cookies[host]?.contains {
                $0.isSecure && $0.hasName(of: cookie) && CookieOrigin.isPath(cookie.path, below: $0.path)
            } == true
        }
    }

    private mutating func insert(_ cookie: StoredCookie, _ date: Date) {
        clock += 1
        var cookie = cookie
        (cookie.creation, cookie.use) = (clock, clock)
        if let index = cookies[cookie.host]?.firstIndex(where: { $0.replaces(cookie) }) {
            guard let old = cookies[cookie.host]?.remove(at: index) else { return }
            count -= 1
            cookie.creation = old.creation
            if cookie.hasExpired(date) || cookie.differs(from: old) { changes += 1 }
        } else if !cookie.hasExpired(date) {
            changes += 1
        }
        if !cookie.hasExpired(date) {
            if cookies[cookie.host] == nil {
                for domain in Self.domains(of: cookie.host).dropFirst() {
                    hostsBelow[domain, default: []].insert(cookie.host)
                }
            }
            cookies[cookie.host, default: []].append(cookie)
            count += 1
            if let expires = cookie.expires { firstExpiry = min(firstExpiry, expires) }
        }
        removeIfEmpty(cookie.host)
        evict(for: cookie.host, date)
    }

    /// Removes surplus cookies: first expired ones, then insecure ones of the host, then the least recently used ones.
    private mutating func evict(for host: String, _ date: Date) {
        if firstExpiry <= date, cookies[host]?.count ?? 0 > Self.hostLimit {
            removeAll(from: [host]) { $0.hasExpired(date) }
        }
        while let index = cookies[host].flatMap(Self.surplus) {
            cookies[host]?.remove(at: index)
            changes += 1
            count -= 1
        }
        if count > Self.limit { removeExpired(date) }
        while count > Self.limit { removeOldest() }
    }

    /// Removes expired cookies, which would be valid again if the clock were set back (RFC 6265, section 5.3).
    private mutating func removeExpired(_ date: Date) {
        guard firstExpiry <= date else { return }
        removeAll { $0.hasExpired(date) }
        firstExpiry = cookies.values.joined().lazy.compactMap(\.expires).min() ?? .distantFuture
    }

    /// Removes the least recently used cookie.
    ///
    /// Sorting all cookies once serves many removals: cookies that are added or used later are never the oldest.
    private mutating func removeOldest() {
        if oldest.isEmpty {
            oldest = cookies.values.joined().map { ($0.use, $0.creation, $0.host) }
                .sorted { ($0.0, $0.1) > ($1.0, $1.1) }
        }
        guard let (use, creation, host) = oldest.popLast() else { return }
        removeAll(from: [host]) { $0.use == use && $0.creation == creation }
    }

    /// Returns the index of the cookie to remove if a host has too many.
    private static func surplus(_ cookies: [StoredCookie]) -> Int? {
        guard cookies.count > hostLimit else { return nil }
        return cookies.indices.min { cookies[$0].rank < cookies[$1].rank }
    }

    /// Removes the cookies that a function selects, from all hosts or from some.
    mutating func removeAll(from hosts: [String]? = nil, where isChosen: (StoredCookie) -> Bool) {
        for host in hosts ?? Array(cookies.keys) {
            guard let old = cookies[host]?.count else { continue }
            cookies[host]?.removeAll(where: isChosen)
            let removed = old - (cookies[host]?.count ?? 0)
            if removed > 0 { changes += 1 }
            count -= removed
            removeIfEmpty(host)
        }
    }

    /// Removes a host that has no more cookies.
    private mutating func removeIfEmpty(_ host: String) {
        guard cookies[host]?.isEmpty == true else { return }
        cookies[host] = nil
        for domain in Self.domains(of: host).dropFirst() {
            hostsBelow[domain]?.remove(host)
            if hostsBelow[domain]?.isEmpty == true { hostsBelow[domain] = nil }
        }
    }

    /// Removes those cookies of this name that a request would contain.
    mutating func remove(_ name: String, for origin: CookieOrigin) {
        removeAll(from: Self.domains(of: origin.host)) {
            $0.name.utf8.elementsEqual(name.utf8) && $0.fits(origin)
        }
    }
}
