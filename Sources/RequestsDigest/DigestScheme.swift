#if Digest
import Foundation
import Requests

/// Digest credentials, which prove the password without sending it (RFC 7616).
final class DigestScheme: ChallengeScheme {
    private let user: DigestUser
    private let makeClientNonce: @Sendable () -> String
    private let state = Guarded(State())

    private struct State {
        /// The sessions with the server, the newest one first.
        var sessions: [DigestSession] = []
        var counts = NonceCounts()
    }

    /// The maximum number of remembered sessions, one per realm and list of URLs.
    private static let limit = 16

    init(_ user: DigestUser, clientNonce: @escaping @Sendable () -> String) {
        self.user = user
        makeClientNonce = clientNonce
    }

    func credentials(for request: OutgoingRequest) async throws -> ChallengeCredentials? {
        guard user.isValid else {
            throw TransportError(
                code: .invalidCredentials,
                message: "the user name contains a control character, which Digest authentication doesn't allow")
        }
        let session = state.withLock { state in
            let spaces = state.sessions.compactMap { session in session.space.depth(of: request).map { (session, $0) } }
            let depth = spaces.map(\.1).max()
            return spaces.first { $0.1 == depth }?.0
        }
        guard let session else { return nil }
        return try await credentials(for: request, in: session)
    }

    func response(
        to challenges: [Challenge], for request: OutgoingRequest, refused: ChallengeCredentials?, attempt: Int?
    ) -> Maker? {
        let challenge = DigestChallenge.strongest(of: challenges)
        guard let challenge, mayRespond(to: challenge, after: refused, attempt) else {
            // Later calls don't repeat rejected credentials.
            let keys = [challenge?.key, refused?.key]
            state.withLock { $0.sessions.removeAll { keys.contains($0.challenge.key) || keys.contains($0.key) } }
            return nil
        }
        let session = DigestSession(
            challenge, for: user, in: ProtectionSpace(domain: challenge.domain, of: request),
            clientNonce: makeClientNonce())
        state.withLock { $0.counts.add(challenge.nonce) }
        guard attempt != nil else {
            keep(session)
            return nil
        }
        return { try await self.credentials(for: request, in: session, isNew: true) }
    }

    /// Makes a session available to other messages.
    ///
    /// Until the server has accepted a new session, only the call that made the session uses it, because some servers
    /// accept each nonce only once.
    private func keep(_ session: DigestSession) {
        state.withLock { state in
            state.sessions.removeAll { $0.challenge.realm == session.challenge.realm && $0.space == session.space }
            state.sessions.insert(session, at: 0)
            state.sessions = Array(state.sessions.prefix(Self.limit))
        }
    }

    /// Returns whether different credentials may be accepted.
    ///
    /// Credentials for an earlier nonce may be stale, even if the server doesn't say so. Credentials for the nonce of
    /// this call are rejected because of the password, unless the server declares the nonce stale.
    private func mayRespond(
        to challenge: DigestChallenge, after refused: ChallengeCredentials?, _ attempt: Int?
    ) -> Bool {
        guard let refused, let attempt else { return true }
        return refused.key != challenge.key && (attempt == 0 || attempt == 1 && challenge.isStale)
    }

    private func credentials(
        for request: OutgoingRequest, in session: DigestSession, isNew: Bool = false
    ) async throws -> ChallengeCredentials? {
        let challenge = session.challenge
        let protection = try challenge.protection(for: request.body)
        var message = "\(request.method.rawValue):\(request.target)"
        if protection == .authInt { message += ":\(try await request.body.hash(by: challenge.algorithm.function))" }
        // The count is determined last, so that there is no wait between counting and sending.
        let clientNonce = challenge.algorithm.isSession ? session.clientNonce : makeClientNonce()
        let nonce = session.nonce
        guard let count = state.withLock({ $0.counts.next(of: nonce) }) else { return nil }
        let use = protection.map { NonceUse(count, clientNonce, $0) }
        let proof = session.proof(of: message, nonce: nonce, use)

        var field = DigestField()
        field.add(user, for: challenge)
        field.add("realm", quoted: challenge.realm)
        field.add("uri", quoted: request.target)
        field.add("algorithm", token: challenge.algorithmName)
        field.add("nonce", quoted: nonce)
        field.add("nc", token: use?.count)
        field.add("cnonce", quoted: use?.clientNonce)
        field.add("qop", token: use?.protection.rawValue)
        field.add("response", quoted: proof)
        field.add("opaque", quoted: challenge.opaque)
        field.add("userhash", token: challenge.hashesUser ? "true" : nil)
        let secrets = [user.password, proof, use?.clientNonce].compactMap(\.self).filter { !$0.isEmpty }
        let sent = SentDigest(session: session, nonce: nonce, use: use, target: request.target, method: request.method)
        return ChallengeCredentials(field.text, secrets: secrets, key: "\(nonce) \(challenge.realm)") { response in
            let info = response.head.authenticationInfo
            let checked = try sent.checked(response, by: info)
            if let next = info.parameter("nextnonce"), !next.isEmpty, !next.hasLostBytes {
                self.state.withLock { $0.counts.add(next) }
                session.go(on: next)
            }
            if isNew { self.keep(session) }
            return checked
        }
    }
}

extension DigestSession {
    /// The identity of the challenge, with the current nonce.
    fileprivate var key: String { "\(nonce) \(challenge.realm)" }
}
#endif
