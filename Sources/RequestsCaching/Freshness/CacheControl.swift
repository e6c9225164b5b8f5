import Requests

/// The directives of a request's or response's Cache-Control fields (RFC 9111, section 5.2; RFC 5861; RFC 8246).
///
/// If a directive occurs twice, the first occurrence counts. Durations are in seconds. An invalid duration counts as
/// the most restrictive duration (RFC 9111, section 4.2.1). Unknown directives, and those for shared caches, are
/// ignored.
struct CacheControl: Sendable, Hashable {
    var maxAge: Double?
    var maxStale: Double?
    var minFresh: Double?
    var staleWhileRevalidate = 0.0
    var staleIfError = 0.0
    var noCache = false
    /// The fields of `no-cache="…"`, in lower case.
    var noCacheFields: [String] = []
    var noStore = false
    var mustRevalidate = false
    var mustUnderstand = false
    var onlyIfCached = false
    var isPublic = false
    var isPrivate = false
    var isImmutable = false

    /// Makes the directives of a message without Cache-Control.
    init() {}

    /// Reads the Cache-Control fields of a message.
    init(_ header: HeaderFields) {
        // Only known names are remembered, because a list may contain any number of unknown names.
        var found: [String] = []
        for line in header[values: .cacheControl] {
            for directive in CacheDirective.all(in: line) {
                if directive.name == "no-cache" {
                    forbid(directive.fields)
                } else if !found.contains(directive.name), take(directive) {
                    found.append(directive.name)
                }
            }
        }
    }

    /// Applies a `no-cache` directive: to the listed fields, or to the whole response if no fields are listed.
    private mutating func forbid(_ fields: [String]) {
        noCacheFields += fields
        if fields.isEmpty { noCache = true }
    }

    /// Applies a directive; returns whether it is known.
    private mutating func take(_ directive: CacheDirective) -> Bool {
        switch directive.name {
        case "max-age": maxAge = directive.seconds ?? 0
        case "max-stale": maxStale = directive.value == nil ? .infinity : directive.seconds
        case "min-fresh": minFresh = directive.seconds ?? .infinity
        case "stale-while-revalidate": staleWhileRevalidate = directive.seconds ?? 0
        case "stale-if-error": staleIfError = directive.seconds ?? 0
        case "no-store": noStore = true
        case "must-revalidate": mustRevalidate = true
        case "must-understand": mustUnderstand = true
        case "only-if-cached": onlyIfCached = true
        case "public": isPublic = true
        case "private": isPrivate = true
        case "immutable": isImmutable = true
        default: return false
        }
        return true
    }
}
