#if Digest
import Foundation
import Requests

/// The state after a challenge: the nonces, and the key that they share (RFC 7616, section 3.6).
final class DigestSession: Sendable {
    let challenge: DigestChallenge
    /// The URLs to which messages include credentials preemptively.
    let space: ProtectionSpace

    /// The client's nonce for the session key.
    let clientNonce: String
    private let user: DigestUser
    /// The hash of user, realm and password, which all messages share.
    private let key: String
    /// The nonce for the next message, which the server may change with each response.
    private let current: Guarded<String>

    init(_ challenge: DigestChallenge, for user: DigestUser, in space: ProtectionSpace, clientNonce: String) {
        self.challenge = challenge
        self.user = user
        self.space = space
        self.clientNonce = clientNonce
        current = Guarded(challenge.nonce)
        let function = challenge.algorithm.function
        let secret = DigestHash.text(of: "\(user.name):\(challenge.realm):\(user.password)", by: function)
        key =
            challenge.algorithm.isSession
            ? DigestHash.text(of: "\(secret):\(challenge.nonce):\(clientNonce)", by: function) : secret
    }

    var nonce: String { current.withLock { $0 } }

    /// Sets the nonce for the next messages, as announced by a response.
    func go(on nonce: String) { current.withLock { $0 = nonce } }

    /// Returns the proof of knowing the password (RFC 7616, section 3.4.1).
    ///
    /// - Parameters:
    ///   - message: The method and the URL, such as `GET:/inbox`; without the method for a response.
    ///   - nonce: The server's nonce.
    ///   - use: The message's nonce count and client nonce; `nil` if the server doesn't support them.
    /// - Returns: The proof, in hexadecimal digits.
    func proof(of message: String, nonce: String, _ use: NonceUse?) -> String {
        let function = challenge.algorithm.function
        let hash = DigestHash.text(of: message, by: function)
        let middle = use.map { "\(nonce):\($0.count):\($0.clientNonce):\($0.protection.rawValue)" } ?? nonce
        return DigestHash.text(of: "\(key):\(middle):\(hash)", by: function)
    }
}

/// The user and the password, in Unicode normalization form C (RFC 7616, section 4).
struct DigestUser: Sendable {
    let name: String
    let password: String

    init(_ name: String, password: String) {
        self.name = name.precomposedStringWithCanonicalMapping
        self.password = password.precomposedStringWithCanonicalMapping
    }

    /// Indicates whether a field can carry the name.
    var isValid: Bool { !name.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value } }
}

/// The values with which one message uses a nonce.
struct NonceUse: Sendable {
    /// The count in eight hexadecimal digits.
    let count: String
    let clientNonce: String
    let protection: DigestChallenge.Protection

    init(_ count: UInt32, _ clientNonce: String, _ protection: DigestChallenge.Protection) {
        let digits = String(count, radix: 16)
        self.count = String(repeating: "0", count: 8 - digits.count) + digits
        self.clientNonce = clientNonce
        self.protection = protection
    }
}
#endif
