/// Credentials that came from one another by refreshes: those of one session of one user, the newest last.
struct CredentialLine<Credential: Sendable & Equatable>: Sendable {
    private var credentials: [Credential] = []

    /// How many are remembered: a call that is out for longer than these is refused as that of a stranger.
    private static var limit: Int { 16 }

    /// Adds what a refresh led to.
    mutating func add(_ new: Credential, after old: Credential) {
        if credentials.last != old { credentials = [old] }
        credentials.append(new)
        if credentials.count > Self.limit { credentials.removeFirst() }
    }

    /// Whether nothing but refreshes led from some credentials to others.
    func leads(from old: Credential, to new: Credential) -> Bool {
        guard let start = credentials.firstIndex(of: old), let end = credentials.lastIndex(of: new) else {
            return false
        }
        return start < end
    }
}
