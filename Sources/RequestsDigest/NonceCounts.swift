#if Digest
/// The number of uses of each server nonce (RFC 7616, section 3.4, `nc`).
///
/// A server may reject a count that it has seen. So the count of a nonce continues, even if the server sends the nonce again.
struct NonceCounts {
    /// The maximum number of remembered nonces.
    private static let limit = 1_024

    private var counts: [String: UInt32] = [:]
    /// The nonces, with the most recently used nonce at the end.
    private var order: [String] = []

    /// Adds a nonce that the server just sent.
    mutating func add(_ nonce: String) {
        guard counts[nonce] == nil else { return }
        counts[nonce] = 0
        order.append(nonce)
        if order.count > Self.limit { counts[order.removeFirst()] = nil }
    }

    /// Returns the next count of a nonce; `nil` if the nonce is forgotten or used up.
    mutating func next(of nonce: String) -> UInt32? {
        guard let count = counts[nonce], count < .max else { return nil }
        counts[nonce] = count + 1
        if order.last != nonce, let index = order.lastIndex(of: nonce) {
            order.remove(at: index)
            order.append(nonce)
        }
        return count + 1
    }
}
#endif
