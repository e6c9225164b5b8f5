#if AsyncHTTPClient
public import AsyncHTTPClient
import NIOSSL
public import RequestsCore

extension HTTPClient.Configuration {
    /// Returns a copy of the configuration with certificates and pins.
    ///
    /// ```swift
    /// let security = TransportSecurity(pins: ["api.books.example": ["sha256/…", "sha256/…"]])
    /// let configuration = try HTTPClient.Configuration.requests.secured(by: security)
    /// let client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    /// ```
    ///
    /// Change `tlsConfiguration`, `http1_1ConnectionDebugInitializer` and `http2StreamChannelDebugInitializer` before you call
    /// this method. If you replace an initializer afterwards, the client doesn't check the pins of the initializer's
    /// connections. If you replace `tlsConfiguration`, or set it in a single request, you also replace the authorities
    /// and the client certificate, but not the pins.
    ///
    /// The authorities replace the `trustRoots` of a `tlsConfiguration`. The `additionalTrustRoots` stay trusted.
    ///
    /// The client compares the public key of each connection with the pins of a request's Host field, before it sends the
    /// request. Requests of this library can't set this field, but requests that you send with AsyncHTTPClient's
    /// functions can.
    ///
    /// SwiftNIO's sockets are required for pins and a client certificate, so make the client with
    /// `MultiThreadedEventLoopGroup.singleton`. On Apple platforms, `.singleton` uses Network.framework: then requests to pinned
    /// hosts throw ``/Requests/RequestErrorCode/pinMismatch``, and a client certificate ends the process (AsyncHTTPClient 1.37).
    ///
    /// - Parameter security: The certificates and pins.
    /// - Returns: The configuration with certificates and pins.
    /// - Throws: ``/Requests/RequestErrorCode/certificateRejected`` if a pin or a file isn't valid.
    public func secured(by security: TransportSecurity) throws(TransportError) -> HTTPClient.Configuration {
        var copy = self
        let pins = try security.publicKeyPins()
        let roots = try security.rootFile()
        let client = try security.clientFile()
        if roots != nil || client != nil {
            copy.tlsConfiguration = tlsConfiguration ?? .makeClientConfiguration()
        }
        if let roots {
            do {
                copy.tlsConfiguration?.trustRoots = .certificates(
                    try roots.certificates.map { try NIOSSLCertificate(bytes: $0, format: .der) })
            } catch {
                throw .unusable("the file \(roots.path) for rootsFile contains a certificate that can't be read")
            }
        }
        if let client {
            do {
                copy.tlsConfiguration?.certificateChain = try client.certificates.map {
                    .certificate(try NIOSSLCertificate(bytes: $0, format: .der))
                }
                copy.tlsConfiguration?.privateKey = .privateKey(
                    try NIOSSLPrivateKey(bytes: Array(client.text.utf8), format: .pem))
            } catch {
                throw .unusable(
                    "the file \(client.path) for clientCertificateFile contains a certificate or key that can't be read"
                )
            }
        }
        guard !pins.isEmpty else { return copy }
        copy.http1_1ConnectionDebugInitializer = Self.initializer(
            { PinGuard.add(toConnection: $0, pins) }, then: http1_1ConnectionDebugInitializer)
        copy.http2StreamChannelDebugInitializer = Self.initializer(
            { PinGuard.add(toStream: $0, pins) }, then: http2StreamChannelDebugInitializer)
        return copy
    }
}
#endif
