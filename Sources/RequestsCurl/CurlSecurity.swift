#if Curl
import CCurlEngine
import RequestsCore

/// The certificates and pins of a session, in the form that libcurl requires.
struct CurlSecurity: Sendable {
    /// The file with the trusted authorities; `nil` for the system's.
    let roots: String?
    /// The file with the client's certificate and private key; `nil` if there is none.
    let clientCertificate: String?
    let pins: PublicKeyPins

    /// Checks the settings of a session.
    ///
    /// - Throws: ``/Requests/RequestErrorCode/certificateRejected`` if a file or a pin is invalid, or if libcurl can't
    ///   check pins.
    init(_ security: TransportSecurity, for configuration: CurlSession.Configuration) throws(TransportError) {
        pins = try security.publicKeyPins()
        roots = try security.rootFile()?.path
        clientCertificate = try security.clientFile()?.path
        guard !pins.isEmpty else { return }
        if !curl_engine_checks_public_keys() {
            throw .unusable(
                "the TLS library of this libcurl can't check pins: use a libcurl with a different TLS library, or "
                    + "AsyncHTTPClient")
        }
        // libcurl checks no pins for QUIC connections (7.88), or checks them only with some TLS libraries.
        if configuration.assumesHTTP3Capable {
            throw .unusable("libcurl doesn't check pins over HTTP/3: set assumesHTTP3Capable to false")
        }
    }

    /// Returns the pins of a message's host for libcurl; `nil` if the host isn't pinned.
    ///
    /// - Throws: ``/Requests/RequestErrorCode/pinMismatch`` if the message can't be sent with the pins.
    func pinText(for message: OutgoingRequest) throws(TransportError) -> String? {
        let pins = try pins.pins(of: message)
        return pins.isEmpty ? nil : pins.map(\.curlText).joined(separator: ";")
    }
}
#endif
