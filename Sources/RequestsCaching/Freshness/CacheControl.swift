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
        var found: [Name] = []
        for line in header[values: .cacheControl] {
            for directive in CacheDirective.all(in: line) {
                guard let name = Name(rawValue: directive.name), !found.contains(name) else { continue }
                if name != .noCache { found.append(name) }
                take(directive, name)
            }
        }
    }

    /// The names of the directives that count.
    private enum Name: String {
        case maxAge = "max-age"
        case maxStale = "max-stale"
        case minFresh = "min-fresh"
        case staleWhileRevalidate = "stale-while-revalidate"
        case staleIfError = "stale-if-error"
        case noCache = "no-cache"
        case noStore = "no-store"
        case mustRevalidate = "must-revalidate"
        case mustUnderstand = "must-understand"
        case onlyIfCached = "only-if-cached"
        case isPublic = "public"
        case isPrivate = "private"
        case isImmutable = "immutable"
    }

    /// Takes a `no-cache`, which counts for the whole response if it names no fields.
    private mutating func forbid(_ fields: [String]) {
        noCacheFields += fields
        if fields.isEmpty { noCache = true }
    }

    private mutating func take(_ directive: CacheDirective, _ name: Name) {
        switch name {
        case .maxAge: maxAge = directive.seconds ?? 0
        case .maxStale: maxStale = directive.value == nil ? .infinity : directive.seconds
        case .minFresh: minFresh = directive.seconds ?? .infinity
        case .staleWhileRevalidate: staleWhileRevalidate = directive.seconds ?? 0
        case .staleIfError: staleIfError = directive.seconds ?? 0
        case .noCache: forbid(directive.fields)
        case .noStore: noStore = true
        case .mustRevalidate: mustRevalidate = true
        case .mustUnderstand: mustUnderstand = true
        case .onlyIfCached: onlyIfCached = true
        case .isPublic: isPublic = true
        case .isPrivate: isPrivate = true
        case .isImmutable: isImmutable = true
        }
    }
}
