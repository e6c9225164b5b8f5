#if !canImport(FoundationNetworking)
import Foundation
import Security

/// The checks of server certificates by a session's delegate.
final class SessionTrust: Sendable {
    /// The certificates of the trusted authorities in DER; `nil` for the system's.
    private let roots: [[UInt8]]?
    private let pins: PublicKeyPins
    /// The errors of hosts and ports whose last connection was refused.
    ///
    /// Foundation asks only once for each connection. Several tasks may wait for the connection; if it is refused,
    /// Foundation cancels all of them.
    private let refusals = Guarded<[String: TransportError]>([:])

    /// Makes the checks; `nil` if a session needs none.
    ///
    /// - Throws: ``RequestErrorCode/certificateRejected`` if a pin or a file isn't valid, or for a client certificate.
    init?(_ security: TransportSecurity) throws(TransportError) {
        pins = try security.publicKeyPins()
        roots = try security.rootFile()?.certificates
        guard try security.clientFile() == nil else {
            throw .unusable(
                "URLSession can't use a client certificate from a PEM file: import the certificate into the keychain, "
                    + "and respond to the challenge in a URLSession delegate")
        }
        if security.isEmpty { return nil }
    }

    /// Returns the pins of a message's host.
    ///
    /// - Throws: ``RequestErrorCode/pinMismatch`` if the message can't be sent with the pins.
    func pins(of message: OutgoingRequest) throws(TransportError) -> Set<PublicKeyPin> {
        Set(try pins.pins(of: message))
    }

    /// Returns the error of a task that Foundation cancelled because of its server's certificate; `nil` for any other
    /// error.
    func refusal(of message: OutgoingRequest, after error: any Error) -> TransportError? {
        guard (error as? URLError)?.code == .cancelled else { return nil }
        let server = Self.server(Redaction.host(of: message.urlText), URL(string: message.urlText)?.port ?? 443)
        return refusals.withLock { $0[server] }
    }

    /// Returns a text that is equal for all spellings of a host and a port.
    private static func server(_ host: String, _ port: Int) -> String {
        "\(HostPattern.canonical(host) ?? host.lowercased()) \(port)"
    }

    /// Decides about the certificate of a connection's server.
    func decide(
        about challenge: URLAuthenticationChallenge
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let space = challenge.protectionSpace
        guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, !space.isProxy(),
            roots != nil || mayBePinned(space.host)
        else { return (.performDefaultHandling, nil) }
        let trust = space.serverTrust
        let refusal =
            trust.map { self.refusal(of: $0, from: space.host) } ?? PublicKeyPins.mismatch(of: space.host, nil)
        refusals.withLock { $0[Self.server(space.host, space.port)] = refusal }
        guard refusal == nil, let trust else { return (.cancelAuthenticationChallenge, nil) }
        return (.useCredential, URLCredential(trust: trust))
    }

    /// Returns whether a host is pinned, or can't be compared with the pins.
    private func mayBePinned(_ host: String) -> Bool { (try? pins.pins(of: host))?.isEmpty != true }

    private func refusal(of trust: SecTrust, from host: String) -> TransportError? {
        if let roots {
            let anchors = roots.compactMap { SecCertificateCreateWithData(nil, NSData(data: Data($0)) as CFData) }
            SecTrustSetAnchorCertificates(trust, NSArray(array: anchors) as CFArray)
        }
        guard SecTrustEvaluateWithError(trust, nil) else {
            return TransportError(
                code: .certificateRejected, message: ErrorText.certificateRejected)
        }
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
        let certificate = chain?.first.map { Array(Data(referencing: SecCertificateCopyData($0) as NSData)) }
        do throws(TransportError) {
            try pins.check(certificate, of: host)
            return nil
        } catch {
            return error
        }
    }
}
#endif
