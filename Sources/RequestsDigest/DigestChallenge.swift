#if Digest
import Requests

/// A Digest challenge that the client can respond to (RFC 7616, section 3.3).
struct DigestChallenge: Sendable {
    /// The parts of the message that the credentials protect (`qop`).
    enum Protection: String, Sendable {
        /// The method and the URL.
        case auth
        /// The method, the URL and the body.
        case authInt = "auth-int"
    }

    let realm: String
    let nonce: String
    let opaque: String?
    let domain: String?
    let algorithm: DigestAlgorithm
    /// The algorithm's name as the server wrote it; `nil` for MD5 without a name.
    let algorithmName: String?
    /// The protections that the server accepts; `nil` for a server without support for them (RFC 2069).
    let protections: [Protection]?
    /// Indicates whether the message was rejected only because its nonce was stale.
    let isStale: Bool
    /// Indicates whether the user name is sent as a hash.
    let hashesUser: Bool
    /// Indicates whether the server understands UTF-8.
    let isUTF8: Bool

    /// Reads a challenge.
    ///
    /// - Returns: `nil` for a different scheme, for a missing realm or nonce, for an unknown algorithm or only unknown
    ///   protections, or for a value that is not UTF-8, which can't be sent back.
    init?(_ challenge: Challenge) {
        guard challenge.scheme == "digest", let realm = challenge.parameter("realm"),
            let nonce = challenge.parameter("nonce"), !nonce.isEmpty,
            let algorithm = DigestAlgorithm(challenge.parameter("algorithm") ?? "MD5"),
            !challenge.parameters.contains(where: \.value.hasLostBytes)
        else { return nil }
        self.realm = realm
        self.nonce = nonce
        self.algorithm = algorithm
        algorithmName = challenge.parameter("algorithm")
        opaque = challenge.parameter("opaque")
        domain = challenge.parameter("domain")
        let words = (challenge.parameter("qop") ?? "").lowercased().split { ", \t".contains($0) }
        protections = words.isEmpty ? nil : words.compactMap { Protection(rawValue: String($0)) }
        // Without a protection, the client doesn't send a nonce, but a session key needs the client's nonce.
        if protections?.isEmpty == true || protections == nil && algorithm.isSession { return nil }
        isStale = challenge.parameter("stale")?.lowercased() == "true"
        hashesUser = challenge.parameter("userhash")?.lowercased() == "true"
        isUTF8 = challenge.parameter("charset")?.lowercased() == "utf-8"
    }

    /// Returns the first challenge with the strongest algorithm; `nil` if there is none to respond to.
    static func strongest(of challenges: [Challenge]) -> DigestChallenge? {
        let usable = challenges.compactMap(DigestChallenge.init)
        let strength = usable.map(\.algorithm.strength).max()
        return usable.first { $0.algorithm.strength == strength }
    }

    /// The identity of the challenge: the nonce and the realm, because two realms may have the same nonce.
    var key: String { "\(nonce) \(realm)" }
}
#endif
