import Foundation

/// The SHA-256 of a public key with its algorithm (SubjectPublicKeyInfo), as in `sha256/…`.
package struct PublicKeyPin: Hashable, Sendable, CustomStringConvertible {
    private let hash: Data

    /// Hashes a public key in DER.
    init(of key: ArraySlice<UInt8>) { hash = Data(SHA256Hash.bytes(of: Array(key))) }

    /// Reads a pin, such as `sha256/…` or, as libcurl writes it, `sha256//…`; `nil` if it isn't valid.
    package init?(_ text: String) {
        guard text.hasPrefix("sha256/") else { return nil }
        var digits = text.dropFirst("sha256/".count)
        // The base64 text may also begin with a slash, so check the number of characters.
        if digits.utf8.count == 45, digits.first == "/" { digits = digits.dropFirst() }
        guard digits.utf8.count == 44, let hash = Data(base64Encoded: String(digits)), hash.count == 32 else {
            return nil
        }
        self.hash = hash
    }

    /// The pin in the form of libcurl.
    package var curlText: String { "sha256//" + hash.base64EncodedString() }

    package var description: String { "sha256/" + hash.base64EncodedString() }
}

/// The pins of hosts: for each pinned host, the public keys that its server may have.
package struct PublicKeyPins: Sendable {
    private var entries: [(pattern: HostPattern, pins: [PublicKeyPin])] = []

    /// Reads the pins of hosts.
    ///
    /// - Throws: ``RequestErrorCode/certificateRejected`` for an invalid host or pin, and for a host without pins.
    init(_ pins: [String: [String]]) throws(TransportError) {
        for (host, texts) in pins.sorted(by: { $0.key < $1.key }) {
            guard let pattern = HostPattern(host) else { throw .unusable(Self.problem(withHost: host)) }
            guard !texts.isEmpty else { throw .unusable("the host \(host) has no pins: add a pin, or remove the host") }
            var entry: [PublicKeyPin] = []
            for text in texts {
                guard let pin = PublicKeyPin(text) else { throw .unusable(Self.problem(withPin: text, of: host)) }
                entry.append(pin)
            }
            entries.append((pattern, entry))
        }
    }

    private static func problem(withHost host: String) -> String {
        "\(host.escapedForDisplay) isn't a host that can be pinned: use an IP address or a name such as example.com, "
            + "*.example.com or **.example.com, without a scheme, port or path, and with non-ASCII letters as xn--…"
    }

    private static func problem(withPin text: String, of host: String) -> String {
        "invalid pin \(text.escapedForDisplay) for \(host): expected sha256/ and a SHA-256 hash in base64 (44 characters)"
    }

    /// Indicates whether no host is pinned.
    package var isEmpty: Bool { entries.isEmpty }

    /// Returns the pins of all patterns that match a host; empty for a host that isn't pinned.
    ///
    /// - Throws: ``RequestErrorCode/pinMismatch`` if the host is written in a form that can't be compared with the
    ///   patterns. A server might have a certificate for such a host, so the host must not be treated as unpinned.
    package func pins(of host: String) throws(TransportError) -> [PublicKeyPin] {
        guard !entries.isEmpty else { return [] }
        guard let name = HostPattern.canonical(host) else {
            throw .unpinned(
                "the host \(host.escapedForDisplay) can't be compared with the pins: use an IP address in its usual form, "
                    + "or a host name of letters, digits, dots, - and _")
        }
        return entries.filter { $0.pattern.matches(name) }.flatMap(\.pins)
    }

    /// Returns the pins of a message's host; empty for a Unix socket, which isn't pinned.
    ///
    /// - Throws: ``RequestErrorCode/pinMismatch`` if the host can't be compared with the pins, or if it is pinned and the message
    ///   isn't sent over TLS.
    package func pins(of message: OutgoingRequest) throws(TransportError) -> [PublicKeyPin] {
        guard !isEmpty, message.unixSocket == nil else { return [] }
        let host = Redaction.host(of: message.urlText)
        let pins = try pins(of: host)
        guard pins.isEmpty || message.urlText.prefix(6).equalsIgnoringASCIICase("https:") else {
            throw .unpinned("\(host) is pinned, but http connections have no public key: use https")
        }
        return pins
    }

    /// Checks the certificate of a host.
    ///
    /// - Parameters:
    ///   - certificate: The server's certificate in DER; `nil` if there is none, or if it is unknown.
    ///   - host: The host.
    /// - Throws: ``RequestErrorCode/pinMismatch`` if the host is pinned, but its public key matches no pin, or if the host can't
    ///   be compared with the pins.
    package func check(_ certificate: [UInt8]?, of host: String) throws(TransportError) {
        let pins = try pins(of: host)
        guard !pins.isEmpty else { return }
        let key = certificate.flatMap { CertificateBytes.publicKey(in: $0) }
        let seen = key.map { PublicKeyPin(of: $0) }
        if seen.map(pins.contains) != true { throw Self.mismatch(of: host, seen) }
    }

    /// Returns the error for a host whose public key matches no pin.
    package static func mismatch(of host: String, _ seen: PublicKeyPin?) -> TransportError {
        guard let seen else {
            return .unpinned("\(host) is pinned, but the server's public key can't be read on this connection")
        }
        return .unpinned(
            "the public key of \(host) is \(seen), which doesn't match any pin: add this key to the pins if the server "
                + "has a new key; otherwise, someone may be intercepting the connection")
    }

    /// Returns the error for a message whose server has a public key that matches no pin.
    package static func mismatch(of message: OutgoingRequest, _ seen: PublicKeyPin?) -> TransportError {
        mismatch(of: Redaction.host(of: message.urlText), seen)
    }
}

extension TransportError {
    /// Returns the error for certificates or pins that a session can't use.
    package static func unusable(_ message: String) -> TransportError {
        TransportError(code: .certificateRejected, message: message)
    }

    /// Returns the error for a request that isn't sent, because its host may be pinned.
    package static func unpinned(_ message: String) -> TransportError {
        TransportError(code: .pinMismatch, message: message)
    }
}
