import Foundation
import Requests

extension TransportConformance {
    /// A certificate that isn't signed by an authority of the system ends the handshake (RFC 9110, section 4.3.4).
    static let certificates: [ConformanceCase] = [
        ("an expired certificate", TestCertificates.expired),
        ("a self-signed certificate", TestCertificates.selfSigned),
        ("a certificate for another host", TestCertificates.otherHost),
        ("a certificate of an unknown authority", TestCertificates.right),
    ].map { name, certificate in
        ConformanceCase(.connections, name) { stage in
            let flight = try TLSFlight(stage.unwrap(certificate.der, "a certificate"))
            let server = try stage.serve { connection in try flight.play(connection) }
            let url = try stage.unwrap(URL(string: "https://127.0.0.1:\(server.port)"), "a URL")
            let request = Request<AnonymousProvider, Void>(
                api: AnonymousProvider(baseURL: url), endpoint: "/", method: .get)
            try await stage.expect(
                request.receiving(.data).accepting(.any), .failure(.certificateRejected))
        }
        .overHTTP1(because: "no connection is made that could speak HTTP/2")
    }
}

extension String {
    /// The bytes of a PEM certificate (RFC 7468).
    fileprivate var der: Data? {
        Data(base64Encoded: split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined())
    }
}

/// The first messages of a server in a TLS 1.2 handshake (RFC 5246, section 7.4).
///
/// A client checks the certificate before the server must prove that it owns the key, so the server needs no
/// cryptography.
private struct TLSFlight {
    private let bytes: [UInt8]

    init(_ certificate: Data) {
        // TLS 1.2, no session, ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, no compression.
        let hello = [3, 3] + [UInt8](repeating: 0x5A, count: 32) + [0, 0xC0, 0x2B, 0]
        // Secure renegotiation (RFC 5746), uncompressed points (RFC 8422).
        let extensions: [UInt8] = [0xFF, 1, 0, 1, 0, 0, 11, 0, 2, 1, 0]
        let list = Self.counted(Array(certificate), by: 3)
        bytes =
            Self.record(2, hello + Self.counted(extensions, by: 2))
            + Self.record(11, Self.counted(list, by: 3))
    }

    /// Sends the messages to a client that has sent its hello, and waits until the client disconnects.
    func play(_ connection: RawConnection) throws {
        let header = try connection.read(upTo: 5)
        guard header.count == 5, header[0] == 22 else { return }
        _ = try connection.read(upTo: Int(header[3]) << 8 | Int(header[4]))
        try connection.send(bytes)
        connection.finishSending()
        connection.waitUntilPeerCloses()
    }

    /// Makes a record with one handshake message.
    private static func record(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [22, 3, 3] + counted([type] + counted(body, by: 3), by: 2)
    }

    /// Returns bytes, with their count before them.
    private static func counted(_ bytes: [UInt8], by width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
    }
}
