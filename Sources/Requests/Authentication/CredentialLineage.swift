/// The credentials of one user's session, in the order in which refreshes produced them.
struct CredentialLineage<Credential: Sendable & Equatable>: Sendable {
    private var credentials: [Credential] = []

    /// The maximum number of remembered credentials, so that a server that refuses everything can't fill the memory.
    ///
    /// A call that outlasts this many refreshes fails as if the user had changed: with a new token each minute, after 16
    /// hours.
    private static var limit: Int { 1_000 }

    /// Adds the credentials that a refresh produced.
    mutating func add(_ new: Credential, after old: Credential) {
        if credentials.last != old { credentials = [old] }
        credentials.append(new)
        if credentials.count > Self.limit { credentials.removeFirst() }
    }

    /// Returns whether refreshes alone led from old credentials to new ones.
    func leads(from old: Credential, to new: Credential) -> Bool {
        guard let start = credentials.firstIndex(of: old), let end = credentials.lastIndex(of: new) else {
            return false
        }
        return start < end
    }
}
