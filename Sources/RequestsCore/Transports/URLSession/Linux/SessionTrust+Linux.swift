#if canImport(FoundationNetworking)
import Foundation

/// The checks of server certificates by a session's delegate; Foundation on Linux doesn't support such checks.
enum SessionTrust: Sendable {
    /// Returns `nil` if a session needs no checks.
    ///
    /// - Throws: ``RequestErrorCode/certificateRejected`` if the session needs checks.
    init?(_ security: TransportSecurity) throws(TransportError) {
        guard !security.isEmpty else { return nil }
        // If a pin is invalid, report that first.
        _ = try security.publicKeyPins()
        throw .unusable(
            "URLSession on Linux doesn't support pins, private authorities or client certificates: use CurlSession, or "
                + "HTTPClient with HTTPClient.Configuration.requests.secured(by:)")
    }

    /// Returns no pins; this type has no values.
    func pins(of message: OutgoingRequest) throws(TransportError) -> Set<PublicKeyPin> { [] }
}
#endif
