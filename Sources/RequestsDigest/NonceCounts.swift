#if Digest
/// How often each nonce of a server was used (RFC 7616, section 3.4, `nc`).
///
/// A server may refuse a count that it has seen. So a nonce keeps its count, even if the server sends it again.
struct NonceCounts {
    /// The number of nonces that are remembered.
    private static let limit = 1_024

    private var counts: [String: UInt32] = [:]
    /// The nonces, those that were used last at the end.
    private var order: [String] = []

    /// Adds a nonce that the server has just sent.
    mutating func add(_ nonce: String) {
        guard counts[nonce] == nil else { return }
        counts[nonce] = 0
        order.append(nonce)
        if order.count > Self.limit { counts[order.removeFirst()] = nil }
    }

    /// Returns the next count of a nonce; `nil` for one that is forgotten or used up.
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
