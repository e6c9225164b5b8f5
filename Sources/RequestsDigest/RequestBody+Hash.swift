#if Digest
import Foundation
import Requests

extension DigestChallenge {
    /// Returns the protection for a message with a body; `nil` for a server that doesn't support protections.
    ///
    /// The body is protected if the server accepts that, and the body can be read twice.
    ///
    /// - Throws: ``RequestErrorCode/authenticationFailed`` if the server requires the hash of a body that can only be read once.
    func protection(for body: RequestBody) throws(TransportError) -> Protection? {
        guard let protections else { return nil }
        if protections.contains(.authInt), body.isRepeatable { return .authInt }
        if protections.contains(.auth) { return .auth }
        throw TransportError(
            code: .authenticationFailed,
            message: "the server requires a hash of the body (qop=auth-int), but the body can be read only once: "
                + "send a repeatable body")
    }
}

extension RequestBody {
    fileprivate var isRepeatable: Bool {
        if case .chunks(_, let isRepeatable, _) = self { isRepeatable } else { true }
    }

    /// Returns the hexadecimal hash of the body.
    ///
    /// - Throws: ``RequestErrorCode/bodyUnreadable``, and `CancellationError`.
    func hash(by function: DigestAlgorithm.Function) async throws -> String {
        var hash = DigestHash(function)
        let reader = try BodyReader(self)
        while let chunk = try await reader.next() { hash.update(chunk) }
        return hash.text
    }
}
#endif
