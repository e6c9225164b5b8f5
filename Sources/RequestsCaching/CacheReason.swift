import Requests

/// The reasons why a cache sends a message, and why it doesn't store the response.
struct CacheReason: Sendable, Hashable {
    /// The reason for sending a message: `fwd` in RFC 9211, section 2.2.
    enum Forward: UInt8, Sendable {
        case none, bypass, method, uriMiss, varyMiss, request, stale

        var text: String {
            switch self {
            case .none, .bypass: "bypass"
            case .method: "method"
            case .uriMiss: "uri-miss"
            case .varyMiss: "vary-miss"
            case .request: "request"
            case .stale: "stale"
            }
        }
    }

    /// The decision whether to store a response.
    enum Keeping: UInt8, Sendable {
        /// The response is stored once it has been read to the end.
        case stored = 1
        // The other cases are reasons why the response is not stored.
        case forbidden, forbiddenByRequest, varying, partial, unusual, useless, credentials, outdated, decoded, refused
        case bypassed, incomplete

        var text: String? {
            switch self {
            case .stored: nil
            case .forbidden: "not stored: the response has no-store"
            case .forbiddenByRequest: "not stored: the request has no-store"
            case .varying: "not stored: the response has Vary: *"
            case .partial: "not stored: the cache never stores a response with this status"
            case .unusual: "not stored: a response with this status isn't cacheable by default"
            case .useless: "not stored: the response has no freshness lifetime, validator or known length"
            case .credentials: "not stored: a decorator between the cache and the server added credentials"
            case .outdated: "not stored: another request changed the resource in the meantime"
            case .decoded: "not stored: the transport can't detect whether the compressed content is complete"
            case .refused: "not stored: the response is too large for the storage, or contains secrets"
            case .bypassed: "not stored: the download was written directly to a file"
            case .incomplete: "not stored: the length of the content differs from the Content-Length"
            }
        }
    }

    var forward = Forward.none
    var keeping: Keeping?
}

extension CacheReason {
    /// The reason as a number, as stored in a head.
    var mark: UInt8 { forward.rawValue | (keeping?.rawValue ?? 0) << 3 }

    init(mark: UInt8) {
        forward = Forward(rawValue: mark & 7) ?? .none
        keeping = Keeping(rawValue: mark >> 3)
    }

    init(_ forward: Forward, _ keeping: Keeping? = nil) {
        self.forward = forward
        self.keeping = keeping
    }

    /// Returns the parameters of RFC 9211 for a cache status.
    func text(for status: CacheStatus) -> String {
        if forward == .none {
            switch status {
            case .miss: return "detail=\"no response is stored, and the request has only-if-cached\""
            case .stale: return "hit; detail=\"stale\""
            case .hit, .revalidated: return "hit"
            }
        }
        var text = "fwd=\(forward.text)"
        if status == .revalidated { text += "; fwd-status=304" }
        if status == .stale { return text + "; detail=\"the request failed\"" }
        if keeping == .stored { return text + "; stored" }
        return text + (keeping?.text.map { "; detail=\"\($0)\"" } ?? "")
    }
}
