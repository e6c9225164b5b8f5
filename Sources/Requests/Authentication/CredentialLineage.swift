/// Credentials that were refreshed one from another: those of one session of one user, the newest last.
struct CredentialLineage<Credential: Sendable & Equatable>: Sendable {
    private var credentials: [Credential] = []

    /// The number of credentials that are remembered: a call that lasts longer than these is refused as a stranger's.
    private static var limit: Int { 16 }

    /// Adds the credentials that a refresh led to.
    mutating func add(_ new: Credential, after old: Credential) {
        if credentials.last != old { credentials = [old] }
        credentials.append(new)
        if credentials.count > Self.limit { credentials.removeFirst() }
    }

    /// Indicates whether nothing but refreshes led from some credentials to others.
    func leads(from old: Credential, to new: Credential) -> Bool {
        guard let start = credentials.firstIndex(of: old), let end = credentials.lastIndex(of: new) else {
            return false
        }
        return start < end
    }
}
