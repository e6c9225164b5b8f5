/// A scheme that calls a function, and stores no state.
struct CustomScheme: ChallengeScheme {
    let respond: @Sendable (OutgoingRequest, [Challenge]) async throws -> String?

    func credentials(for request: OutgoingRequest) async throws -> ChallengeCredentials? {
        try await credentials(for: request, [])
    }

    func response(
        to challenges: [Challenge], for request: OutgoingRequest, refused: ChallengeCredentials?, attempt: Int?
    ) -> Maker? {
        guard attempt == 0, !challenges.isEmpty else { return nil }
        return { try await credentials(for: request, challenges) }
    }

    private func credentials(
        for request: OutgoingRequest, _ challenges: [Challenge]
    ) async throws -> ChallengeCredentials? {
        do {
            return try await respond(request, challenges).map { ChallengeCredentials($0) }
        } catch {
            throw TransportError.authenticationFailed("the challenge responder", error)
        }
    }
}
