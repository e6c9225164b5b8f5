import Foundation

/// The bytes of X.509 certificates.
package enum CertificateBytes {
    /// Converts the certificates in a PEM text to DER (RFC 7468); returns `nil` if a certificate can't be read.
    package static func certificates(inPEM text: String) -> [[UInt8]]? {
        var certificates: [[UInt8]] = []
        var lines: [Substring]?
        for line in text.split(whereSeparator: \.isNewline).map(\.trimmingBlanks) {
            switch line {
            case "-----BEGIN CERTIFICATE-----": lines = []
            case "-----END CERTIFICATE-----":
                guard let data = lines.flatMap({ Data(base64Encoded: $0.joined()) }), publicKey(in: Array(data)) != nil
                else { return nil }
                certificates.append(Array(data))
                lines = nil
            default: lines?.append(line)
            }
        }
        return lines == nil ? certificates : nil
    }

    /// Returns the public key and its algorithm from a certificate in DER; `nil` if the certificate can't be read.
    ///
    /// Both are in the field SubjectPublicKeyInfo (RFC 5280, section 4.1).
    package static func publicKey(in certificate: [UInt8]) -> ArraySlice<UInt8>? {
        var bytes = certificate[...]
        guard var content = next(in: &bytes)?.content, var fields = next(in: &content)?.content else { return nil }
        let version: UInt8 = 0xA0
        if fields.first == version { _ = next(in: &fields) }
        // Skip the serial number, the signature's algorithm, the issuer, the validity and the subject.
        for _ in 0..<5 where next(in: &fields) == nil { return nil }
        let sequence: UInt8 = 0x30
        guard fields.first == sequence else { return nil }
        return next(in: &fields)?.whole
    }

    /// Removes the first value from bytes in DER (X.690), and returns the whole value, and its content without tag and
    /// length.
    private static func next(
        in bytes: inout ArraySlice<UInt8>
    ) -> (whole: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
        let start = bytes.startIndex
        guard bytes.count >= 2 else { return nil }
        var length = Int(bytes[start + 1])
        var contentStart = start + 2
        if length >= 0x80 {
            let count = length & 0x7F
            guard 1...3 ~= count, bytes.count >= 2 + count else { return nil }
            contentStart += count
            length = bytes[(start + 2)..<contentStart].reduce(0) { $0 << 8 | Int($1) }
        }
        guard bytes.endIndex - contentStart >= length else { return nil }
        let end = contentStart + length
        defer { bytes = bytes[end...] }
        return (bytes[start..<end], bytes[contentStart..<end])
    }
}
