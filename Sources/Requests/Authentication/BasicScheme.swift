/// Basic credentials, which are sent only after a challenge (RFC 7617).
final class BasicScheme: ChallengeScheme {
    private let provider: AuthenticationProvider

    /// The folders for which the server has asked for the credentials.
    private let spaces = Guarded<[ProtectionSpace]>([])

    /// The maximum number of remembered folders.
    private static var limit: Int { 64 }

    init(user: String, password: String) {
        provider = .basic(user: user, password: password)
    }

    func credentials(for request: OutgoingRequest) throws -> ChallengeCredentials? {
        // Invalid credentials throw an error before anything is sent.
        let credentials = try credentials()
        return spaces.withLock { $0.contains { $0.depth(of: request) != nil } } ? credentials : nil
    }

    func response(
        to challenges: [Challenge], for request: OutgoingRequest, refused: ChallengeCredentials?, attempt: Int?
    ) -> Maker? {
        let isAsked = refused == nil && challenges.contains { $0.scheme == "basic" }
        spaces.withLock { spaces in
            // A refused password is not sent preemptively again.
            spaces.removeAll { $0.depth(of: request) != nil }
            if isAsked { spaces.append(ProtectionSpace(folderOf: request)) }
            if spaces.count > Self.limit { spaces.removeFirst() }
        }
        guard isAsked else { return nil }
        return { try self.credentials() }
    }

    private func credentials() throws -> ChallengeCredentials? {
        var message = OutgoingRequest(urlText: "")
        try provider.authenticate(&message)
        return message.header[.authorization].map { ChallengeCredentials($0) }
    }
}
