import Requests

/// The directives of a Cache-Control header, of a request or of a response (RFC 9111, section 5.2; RFC 5861; RFC 8246).
///
/// If a directive occurs twice, the first one counts. Durations are in seconds. A duration that is not a number is the one that
/// restricts most (RFC 9111, section 4.2.1). Directives of shared caches, and unknown ones, are ignored.
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

    /// Makes the directives of a message without the field.
    init() {}

    /// Reads the field of a message.
    init(_ header: HeaderFields) {
        // Only known names are remembered: a list may have any number of others.
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

    /// Takes a `no-cache`, which counts for the whole response if it names no fields.
    private mutating func forbid(_ fields: [String]) {
        noCacheFields += fields
        if fields.isEmpty { noCache = true }
    }

    /// Takes a directive; returns whether it is known.
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
