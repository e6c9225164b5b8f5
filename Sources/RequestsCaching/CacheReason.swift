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
            case .forbidden: "the response has no-store"
            case .forbiddenByRequest: "the request has no-store"
            case .varying: "the response has Vary: *"
            case .partial: "a response with this status is never stored"
            case .unusual: "a response with this status is stored only if it has a lifetime"
            case .useless: "not stored: the response has no lifetime, validator or known length"
            case .credentials: "a decorator between the cache and the server added credentials"
            case .outdated: "the resource was changed in the meantime"
            case .decoded: "the transport doesn't detect that compressed content is cut off"
            case .refused: "the response is too large for the storage, or contains secrets"
            case .bypassed: "the download was written to a file, without the cache"
            case .incomplete: "the length of the content differs from the declared length"
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
            case .miss: return "detail=\"nothing is stored, and the request is only-if-cached\""
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
