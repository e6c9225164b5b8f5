public import Foundation

/// The certificates and public keys that a session trusts, and the certificate that it sends.
///
/// ```swift
/// let security = TransportSecurity(pins: [
///     "api.books.example": [
///         "sha256/zFHfmXC/Q0MpYfKGHZKtURD2YiwSl1L+Xy1sUhuQq/I=",  // the server's key
///         "sha256/M54ELgOWVFm17c1KQ53/ZqYxei21e7J7ZG03Y27Jz2g=",  // the backup
///     ]
/// ])
/// let session = try CurlSession(security: security)
/// ```
///
/// Pass the value to `CurlSession(security:)`, ``URLSessionTransport/init(configuration:security:)``, or
/// AsyncHTTPClient's `HTTPClient.Configuration.requests.secured(by:)`. Each of these throws an error if the value isn't
/// valid, or if the transport doesn't support a part of it. URLSession on Linux supports no part.
///
/// Pins are checked in addition to the certificate's chain, dates and host. If no pin matches, nothing of the request is sent to
/// that server, and the request throws ``RequestErrorCode/pinMismatch``. See <doc:TLS>.
public struct TransportSecurity: Sendable {
    private let rootsFile: URL?
    private let clientCertificateFile: URL?
    private let pins: [String: [String]]

    /// Makes the value, which is checked when a session is made with it.
    ///
    /// - Parameters:
    ///   - rootsFile: A file with the certificates of the only authorities to trust, in PEM; `nil` for the system's.
    ///   - clientCertificateFile: A file with the client's certificate and its private key, in PEM; `nil` for none. The session
    ///     sends the certificate to each server that requests one, before it checks pins.
    ///   - pins: For each host, the SHA-256 of the public keys (SubjectPublicKeyInfo) that the host's certificate may
    ///     contain, in base64, such as `sha256/…`. The keys of authorities don't count. A host is a name or an IP
    ///     address. `*.example.com` matches names with exactly one more label, and `**.example.com` matches
    ///     `example.com` and all names below it. If several entries match a host, any of their pins is sufficient.
    public init(rootsFile: URL? = nil, clientCertificateFile: URL? = nil, pins: [String: [String]] = [:]) {
        self.rootsFile = rootsFile
        self.clientCertificateFile = clientCertificateFile
        self.pins = pins
    }
}

extension TransportSecurity {
    /// Indicates whether the value changes nothing.
    var isEmpty: Bool { rootsFile == nil && clientCertificateFile == nil && pins.isEmpty }

    /// Reads the pins.
    package func publicKeyPins() throws(TransportError) -> PublicKeyPins { try PublicKeyPins(pins) }

    /// The files of a client's certificate and of the trusted authorities.
    package struct File: Sendable {
        package let path: String
        package let text: String
        /// The certificates in DER.
        package let certificates: [[UInt8]]
    }

    /// Reads the certificates of the trusted authorities; returns `nil` for the system's.
    package func rootFile() throws(TransportError) -> File? {
        guard let rootsFile else { return nil }
        return try file(rootsFile, "rootsFile")
    }

    /// Reads the client's certificate and its private key; returns `nil` if there is none.
    package func clientFile() throws(TransportError) -> File? {
        guard let clientCertificateFile else { return nil }
        let file = try file(clientCertificateFile, "clientCertificateFile")
        guard file.text.contains("PRIVATE KEY-----") else {
            throw .unusable(
                "the file \(file.path) for clientCertificateFile doesn't contain a private key in PEM format")
        }
        return file
    }

    private func file(_ url: URL, _ purpose: String) throws(TransportError) -> File {
        // For any other URL, Foundation would download the content.
        guard url.isFileURL else {
            throw .unusable("\(purpose) isn't a file URL: create the URL with URL(filePath:)")
        }
        let path = url.path
        guard let text = try? String(contentsOf: url, encoding: .utf8) else {
            throw .unusable("the file \(path) for \(purpose) can't be read")
        }
        guard let certificates = CertificateBytes.certificates(inPEM: text), !certificates.isEmpty else {
            throw .unusable("the file \(path) for \(purpose) must contain valid certificates in PEM format")
        }
        return File(path: path, text: text, certificates: certificates)
    }
}
