#if Digest
import Foundation
import Requests

/// The credentials that were sent, which the response may confirm (RFC 7616, section 3.5).
struct SentDigest: Sendable {
    let session: DigestSession
    let nonce: String
    /// The message's nonce count and client nonce; `nil` if the server doesn't support them.
    let use: NonceUse?
    let target: String
    let method: HTTPMethod

    /// Returns the response if the server proves that it knows the password, or if the server provides no proof.
    ///
    /// A proof that covers the body is checked at the end of the body, but not if the body was compressed: the transport has
    /// already decompressed it.
    ///
    /// - Throws: ``RequestErrorCode/authenticationFailed`` for a wrong proof.
    func checked(_ response: TransportResponse, by info: Challenge) throws -> TransportResponse {
        // Without a nonce from the client, the proof could be replayed.
        guard let use, let proof = info.parameter("rspauth") else { return response }
        let protection = info.parameter("qop").map { DigestChallenge.Protection(rawValue: $0.lowercased()) }
        guard let protection = protection ?? use.protection,
            info.parameter("cnonce").map({ $0 == use.clientNonce }) ?? true,
            info.parameter("nc").map({ $0.lowercased() == use.count }) ?? true
        else { throw Self.unproven }
        let count = NonceUse(use, protection)
        guard protection == .authInt else {
            guard isProof(proof, of: ":\(target)", count) else { throw Self.unproven }
            return response
        }
        if method == .head || response.head.hasContentCoding { return response }
        let body = HashedBody(response.body, session.challenge.algorithm.function) { hash in
            guard isProof(proof, of: ":\(target):\(hash)", count) else { throw Self.unproven }
        }
        return TransportResponse(head: response.head, body: MessageBody(body))
    }

    private func isProof(_ proof: String, of message: String, _ use: NonceUse) -> Bool {
        proof.lowercased() == session.proof(of: message, nonce: nonce, use)
    }

    private static var unproven: TransportError {
        TransportError(
            code: .authenticationFailed,
            message: "the Authentication-Info field of the response does not prove that the server knows the password")
    }
}

extension NonceUse {
    /// Makes the same count and nonce for the protection of a response.
    fileprivate init(_ use: NonceUse, _ protection: DigestChallenge.Protection) {
        count = use.count
        clientNonce = use.clientNonce
        self.protection = protection
    }
}

/// The chunks of a body, whose hash is checked at the end.
private struct HashedBody: AsyncSequence, Sendable {
    private let body: MessageBody
    private let function: DigestAlgorithm.Function
    private let check: @Sendable (String) throws -> Void

    init(
        _ body: MessageBody, _ function: DigestAlgorithm.Function, check: @escaping @Sendable (String) throws -> Void
    ) {
        self.body = body
        self.function = function
        self.check = check
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: body.makeAsyncIterator(), hash: DigestHash(function), check: check)
    }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: MessageBody.AsyncIterator
        var hash: DigestHash
        let check: @Sendable (String) throws -> Void

        @concurrent mutating func next() async throws -> Data? {
            guard let chunk = try await chunks.next() else {
                try check(hash.text)
                return nil
            }
            hash.update(chunk)
            return chunk
        }
    }
}
#endif
