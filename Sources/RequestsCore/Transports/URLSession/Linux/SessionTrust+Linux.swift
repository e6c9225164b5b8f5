#if canImport(FoundationNetworking)
import Foundation

/// The checks of server certificates by a session's delegate, which Foundation doesn't support here.
enum SessionTrust: Sendable {
    /// Returns `nil` if a session needs no checks.
    ///
    /// - Throws: ``RequestErrorCode/certificateRejected`` otherwise.
    init?(_ security: TransportSecurity) throws(TransportError) {
        guard !security.isEmpty else { return nil }
        // An invalid pin is the first thing to correct.
        _ = try security.publicKeyPins()
        throw .unusable(
            "URLSession on Linux doesn't support pins, private authorities or client certificates: use CurlSession, or "
                + "HTTPClient with HTTPClient.Configuration.requests.secured(by:)")
    }

    /// Returns no pins, because there is no value.
    func pins(of message: OutgoingRequest) throws(TransportError) -> Set<PublicKeyPin> { [] }
}
#endif
