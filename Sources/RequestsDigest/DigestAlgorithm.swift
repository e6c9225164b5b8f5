#if Digest
/// A hash function of Digest, with or without a session key (RFC 7616, section 3.3, `algorithm`).
struct DigestAlgorithm: Sendable, Hashable {
    /// The hash functions.
    enum Function: Sendable, Hashable {
        case md5, sha256, sha512Half
    }

    let function: Function

    /// Indicates whether the password's hash is combined with the first nonces of both sides: `-sess`.
    let isSession: Bool

    /// Reads a case-insensitive name; `nil` if it is unknown.
    init?(_ name: String) {
        var name = name.lowercased()
        isSession = name.hasSuffix("-sess")
        if isSession { name.removeLast("-sess".count) }
        switch name {
        case "md5": function = .md5
        case "sha-256": function = .sha256
        case "sha-512-256": function = .sha512Half
        default: return nil
        }
    }

    /// The number of bits that protect the credentials; challenges with more bits are preferred.
    var strength: Int { function == .md5 ? 128 : 256 }
}
#endif
