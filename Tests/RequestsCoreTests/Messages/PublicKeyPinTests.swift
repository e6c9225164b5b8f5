import Foundation
import Requests
import RequestsConformance
import Testing

@testable import RequestsCore

@Suite("Pins") struct PublicKeyPinTests {
    private static let right = "sha256/zFHfmXC/Q0MpYfKGHZKtURD2YiwSl1L+Xy1sUhuQq/I="
    private static let backup = "sha256/M54ELgOWVFm17c1KQ53/ZqYxei21e7J7ZG03Y27Jz2g="

    @Test(arguments: certificates) func `the pin of a certificate is the one that openssl computes`(
        _ pem: String, _ pin: String
    ) throws {
        let certificates = try #require(CertificateBytes.certificates(inPEM: "text\n\(pem)\n"))
        #expect(certificates.count == 1)
        let key = try #require(CertificateBytes.publicKey(in: certificates[0]))
        #expect(PublicKeyPin(of: key).description == pin)
        for count in certificates[0].indices {
            #expect(CertificateBytes.publicKey(in: Array(certificates[0].prefix(count))) == nil)
        }
    }

    @Test func `texts in PEM can contain several certificates and keys`() throws {
        let text = TestCertificates.right + "\r\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
        #expect(CertificateBytes.certificates(inPEM: text + TestCertificates.authority)?.count == 2)
        #expect(CertificateBytes.certificates(inPEM: "")?.count == 0)
        for invalid in ["AAAA", "MIIB", "?", ""] {
            let text = "-----BEGIN CERTIFICATE-----\n\(invalid)\n-----END CERTIFICATE-----"
            #expect(CertificateBytes.certificates(inPEM: text) == nil)
        }
        #expect(CertificateBytes.certificates(inPEM: "-----BEGIN CERTIFICATE-----") == nil)
    }

    @Test func `invalid certificates have no key`() {
        for bytes in [
            [], [0x30], [0x30, 0x80], [0x30, 0x84, 0, 0, 0, 0], [0x30, 0x82, 1], [0x30, 2, 0x30, 0],
            [0x30, 16, 0x30, 14, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 4, 0, 2, 0],
        ] as [[UInt8]] {
            #expect(CertificateBytes.publicKey(in: bytes) == nil)
        }
    }

    @Test func `a pin is written as in OkHttp or as in curl`() {
        #expect(PublicKeyPin(Self.right)?.description == Self.right)
        #expect(PublicKeyPin(Self.right)?.curlText == "sha256//" + Self.right.dropFirst(7))
        #expect(PublicKeyPin("sha256//" + Self.right.dropFirst(7)) == PublicKeyPin(Self.right))
        // The first character of the hash can be a slash.
        let slash = "sha256//" + String(repeating: "A", count: 42) + "="
        #expect(PublicKeyPin(slash)?.description == slash)
    }

    @Test(arguments: [
        "", "sha256/", "sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=", String(right.dropFirst(7)), String(right.dropLast()),
        right + "=", right + " ", "SHA256/" + right.dropFirst(7), "sha256:" + right.dropFirst(7),
        "sha256/" + String(repeating: "ab", count: 32), "sha256/" + String(repeating: "-", count: 43) + "=",
        "sha256///" + right.dropFirst(7),
    ]) func `any other text is an error`(_ text: String) {
        #expect(PublicKeyPin(text) == nil)
        let error = #expect(throws: TransportError.self) { try PublicKeyPins(["books.test": [Self.right, text]]) }
        #expect(error?.code == .certificateRejected)
        #expect(error?.message.contains(" for books.test: expected sha256/ and a SHA-256 hash") == true)
    }

    @Test(arguments: ["https://books.test", "books.test:443", "", "bücher.test"]) func `an invalid host is an error`(
        _ host: String
    ) {
        let error = #expect(throws: TransportError.self) { try PublicKeyPins([host: [Self.right]]) }
        #expect(error?.message.hasPrefix("\(host.escapedForDisplay) isn't a host that can be pinned") == true)
    }

    @Test func `a host without pins is an error`() {
        let error = #expect(throws: TransportError.self) { try PublicKeyPins(["books.test": []]) }
        #expect(error?.message == "the host books.test has no pins: add a pin, or remove the host")
    }

    @Test func `the pins of all patterns that match a host count`() throws {
        let pins = try PublicKeyPins([
            "*.books.test": [Self.right], "API.books.test.": [Self.backup], "other.test": [Self.right],
        ])
        #expect(Set(try pins.pins(of: "api.books.test").map(\.description)) == [Self.right, Self.backup])
        #expect(try pins.pins(of: "www.books.test").map(\.description) == [Self.right])
        #expect(try pins.pins(of: "books.test").isEmpty)
        #expect(try PublicKeyPins([:]).isEmpty && !pins.isEmpty)
    }

    @Test func `only a certificate with a pinned key is accepted for a pinned host`() throws {
        let certificate = try #require(CertificateBytes.certificates(inPEM: Self.certificates[0].0)?.first)
        let pins = try PublicKeyPins(["books.test": [Self.certificates[0].1], "other.test": [Self.backup]])
        try pins.check(certificate, of: "books.test")
        try pins.check(nil, of: "unpinned.test")
        for (bytes, host) in [(certificate, "other.test"), (nil, "books.test"), ([1, 2, 3], "books.test")] {
            let error = #expect(throws: TransportError.self) { try pins.check(bytes, of: host) }
            #expect(error?.code == .pinMismatch)
            #expect(error?.message.contains(host) == true)
        }
    }

    @Test(arguments: [
        "a~b.books.test", "a!b.books.test", "a$b.books.test", ".books.test", "books.test..", "a..books.test", "..", "",
        "*.books.test", "b%6Foks.test", "bücher.test", "127.1", "127.0.1", "0x7f000001", "2130706433", "127.0.0.01",
        "0177.0.0.1", "127.0.0.0x1", "127.0.0.256", "[::127.1]",
    ]) func `a host that no pattern can match is refused`(_ host: String) throws {
        let certificate = try #require(CertificateBytes.certificates(inPEM: Self.certificates[0].0)?.first)
        let pins = try PublicKeyPins(["other.test": [Self.certificates[0].1]])
        for attempt in [
            { _ = try pins.pins(of: host) }, { try pins.check(certificate, of: host) },
            { _ = try pins.pins(of: OutgoingRequest(method: .get, urlText: "https://\(host)/")) },
            { _ = try pins.pins(of: OutgoingRequest(method: .get, urlText: "http://\(host):80/")) },
        ] as [() throws -> Void] {
            let error = #expect(throws: TransportError.self) { try attempt() }
            #expect(error?.code == .pinMismatch)
            #expect(error?.message.contains("can't be compared with the pins") == true)
        }
        #expect(try PublicKeyPins([:]).pins(of: host).isEmpty)
    }

    @Test(arguments: [
        ("https://books.test/", true), ("HTTPS://books.test/", true), ("http://books.test/", false),
        ("http://BOOKS.test:8080/a", false), ("http://unpinned.test/", true), ("http+unix://%2Fa/", true),
        ("https+unix://%2Fa/", true), ("http://localhost/", false), ("https://127.1/", false),
    ]) func `a pinned host needs https, but not a Unix socket`(_ url: String, isAccepted: Bool) throws {
        let pins = try PublicKeyPins(["books.test": [Self.right], "localhost": [Self.right]])
        let message = OutgoingRequest(method: .get, urlText: url)
        if isAccepted {
            #expect(try pins.pins(of: message).count == (url.hasPrefix("https:") || url.hasPrefix("HTTPS:") ? 1 : 0))
        } else {
            let error = #expect(throws: TransportError.self) { try pins.pins(of: message) }
            #expect(error?.code == .pinMismatch)
        }
    }

    @Test func `a certificate comes only from a file, and isn't downloaded`() async throws {
        try await withRawServer(responding: { _ in RawServer.ok(Self.certificates[0].0) }) { server in
            let security = TransportSecurity(rootsFile: server.baseURL, clientCertificateFile: server.baseURL)
            for (read, name) in [
                ({ try security.rootFile() }, "rootsFile"), ({ try security.clientFile() }, "clientCertificateFile"),
            ] as [(() throws -> TransportSecurity.File?, String)] {
                let error = #expect(throws: TransportError.self) { try read() }
                #expect(error?.message == "\(name) isn't a file URL: create the URL with URL(filePath:)")
            }
            #expect(server.connectionCount == 0)
        }
    }

    private static let certificates = [
        (
            """
            -----BEGIN CERTIFICATE-----
            MIICAzCCAaqgAwIBAgIUEvybDC90aDXTYn7swKc08A0cl+UwCgYIKoZIzj0EAwIw
            ITEfMB0GA1UEAwwWUmVxdWVzdHMgUGluIEF1dGhvcml0eTAgFw0yMDAxMDEwMDAw
            MDBaGA8yMTIwMDEwMTAwMDAwMFowFTETMBEGA1UEAwwKYm9va3MudGVzdDBZMBMG
            ByqGSM49AgEGCCqGSM49AwEHA0IABDj2BDbHjq3xd9AG+1vymI14EC3gi5mccXuS
            3u0JgdsSoYzQ289e6tXUNZvbT+UqQazfljG85HT1WxpvZfytMWijgckwgcYwDAYD
            VR0TAQH/BAIwADBXBgNVHREEUDBOhwR/AAABhxAAAAAAAAAAAAAAAAAAAAABggls
            b2NhbGhvc3SCCmJvb2tzLnRlc3SCDCouYm9va3MudGVzdIIPKi5ldS5ib29rcy50
            ZXN0MB0GA1UdJQQWMBQGCCsGAQUFBwMBBggrBgEFBQcDAjAdBgNVHQ4EFgQUwAOJ
            XxfgzZGvFeCr8Dt1QRYFBUcwHwYDVR0jBBgwFoAUISwiSQ3Sy0ddhlFj5qg5KjzX
            pdYwCgYIKoZIzj0EAwIDRwAwRAIgIPymHFezY4xbVOMpuFoQIQzBRrXtNe8RcwS5
            euh4xYgCICNyz11Y5E+ZUf6GLnGrolceA8OXHoXpEHMEqGd0nhgK
            -----END CERTIFICATE-----
            """,
            "sha256/zFHfmXC/Q0MpYfKGHZKtURD2YiwSl1L+Xy1sUhuQq/I="
        ),
        (
            """
            -----BEGIN CERTIFICATE-----
            MIICIjCCAcegAwIBAgIUYvNcPlH1YzJes77MbPw4I+TgCqswCgYIKoZIzj0EAwIw
            ITEfMB0GA1UEAwwWUmVxdWVzdHMgUGluIEF1dGhvcml0eTAgFw0yMDAxMDEwMDAw
            MDBaGA8yMTIwMDEwMTAwMDAwMFowFTETMBEGA1UEAwwKYm9va3MudGVzdDB2MBAG
            ByqGSM49AgEGBSuBBAAiA2IABMk0p2FGfiUK41vS2KmNcV5COKt1sKkfhaGUHS4I
            ooyRu93mWwJUVM76IGJwvPNiQhYcQkn8yHaW7W9DKiKlMrMMLW11pJPHXwbiPM50
            wlGV3JvTd7SBAOVPyDrPa0hut6OByTCBxjAMBgNVHRMBAf8EAjAAMFcGA1UdEQRQ
            ME6HBH8AAAGHEAAAAAAAAAAAAAAAAAAAAAGCCWxvY2FsaG9zdIIKYm9va3MudGVz
            dIIMKi5ib29rcy50ZXN0gg8qLmV1LmJvb2tzLnRlc3QwHQYDVR0lBBYwFAYIKwYB
            BQUHAwEGCCsGAQUFBwMCMB0GA1UdDgQWBBSv4ndphAPGWqGbBIkTNaYJcEqh4zAf
            BgNVHSMEGDAWgBQhLCJJDdLLR12GUWPmqDkqPNel1jAKBggqhkjOPQQDAgNJADBG
            AiEAhH7kNNqExXlH9Hn+cQt6QSvZT3evxM0c6uazF7HAZkMCIQCDFf97WV21QOWa
            WqOrO7fhvFU1TYasx6cisTnjgr8LLQ==
            -----END CERTIFICATE-----
            """,
            "sha256/XPUM2bjaHZUqD/tIHwvcsmd4Nb9hBWL5QzZ/GApTzCI="
        ),
        (
            """
            -----BEGIN CERTIFICATE-----
            MIICzzCCAnWgAwIBAgIURKhXTWE4EBfLoVRcjQwJcYjeOdUwCgYIKoZIzj0EAwIw
            ITEfMB0GA1UEAwwWUmVxdWVzdHMgUGluIEF1dGhvcml0eTAgFw0yMDAxMDEwMDAw
            MDBaGA8yMTIwMDEwMTAwMDAwMFowFTETMBEGA1UEAwwKYm9va3MudGVzdDCCASIw
            DQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAM8ks7P9GwvgKyKG7cHbsS9nuY0+
            VYzuQUNrXGOHedjLSVvLVgyTr6pvuuFO4X9BwkZJFpvdWjnMLBiogVNU1oOR57LC
            RB8ukrYA+cazMXByH3AZ1C9vf6BpiZ+W2MvOv1Ls0nEeVlZttiDBrKiIC9byz6Yk
            VZ1wXt9mcsLRmtMT5M7R/oZ3D/Fz2k/oXw3M8juykoRw1q1n5xSJO++0Xznx6AVs
            km4SMrP3HUq9v1atObl71qpJejIPNeSav/v2YglxP0XnvyCsHdfVw2SRJ0keAlX8
            EIaJJpZQJIAjTtwhjRelqtvcbZULglPpcg+G9nOYP/gY4yr2vGGgbNPX9qkCAwEA
            AaOByTCBxjAMBgNVHRMBAf8EAjAAMFcGA1UdEQRQME6HBH8AAAGHEAAAAAAAAAAA
            AAAAAAAAAAGCCWxvY2FsaG9zdIIKYm9va3MudGVzdIIMKi5ib29rcy50ZXN0gg8q
            LmV1LmJvb2tzLnRlc3QwHQYDVR0lBBYwFAYIKwYBBQUHAwEGCCsGAQUFBwMCMB0G
            A1UdDgQWBBSFx9iZ2eSc5QZUBTLPFHsFNON+2jAfBgNVHSMEGDAWgBQhLCJJDdLL
            R12GUWPmqDkqPNel1jAKBggqhkjOPQQDAgNIADBFAiAeAwt1iH6HU2z7S2TBOjIn
            pHL8fvZuuv6ttxskffndmwIhAK15vOepPrOOlpDGytiQeCfwx7jJVjQmCDBxEe0Z
            A2hf
            -----END CERTIFICATE-----
            """,
            "sha256/1bq34IXvkhLCbsOnk6O9/DqBAsv2Febjzyr2i4GSJBE="
        ),
        (
            """
            -----BEGIN CERTIFICATE-----
            MIIB1DCCAXugAwIBAgIUEG5faVsjMdQtzdkHQ2yGWk1q+QQwCgYIKoZIzj0EAwIw
            ITEfMB0GA1UEAwwWUmVxdWVzdHMgUGluIEF1dGhvcml0eTAgFw0yMDAxMDEwMDAw
            MDBaGA8yMTIwMDEwMTAwMDAwMFowFTETMBEGA1UEAwwKYm9va3MudGVzdDAqMAUG
            AytlcAMhAM9GM+4Qummt2vLBIxoRiylm9XuY81CO7nXR0ooU2kGMo4HJMIHGMAwG
            A1UdEwEB/wQCMAAwVwYDVR0RBFAwTocEfwAAAYcQAAAAAAAAAAAAAAAAAAAAAYIJ
            bG9jYWxob3N0ggpib29rcy50ZXN0ggwqLmJvb2tzLnRlc3SCDyouZXUuYm9va3Mu
            dGVzdDAdBgNVHSUEFjAUBggrBgEFBQcDAQYIKwYBBQUHAwIwHQYDVR0OBBYEFOdc
            gmI3t9ASCxl/6gq523K3eV+uMB8GA1UdIwQYMBaAFCEsIkkN0stHXYZRY+aoOSo8
            16XWMAoGCCqGSM49BAMCA0cAMEQCIDdCZSRngS+cqaraGXUfSa7vw8lqOPcUgn3h
            WJFrP5trAiAYlJqWg1cepO9D/fwT7Idy0pkyN9BRBPTJ1+7s0NXR0Q==
            -----END CERTIFICATE-----
            """,
            "sha256/zfLLwRYhfX1QJCoyUviBJcGsFcnvTAV45rUvxcu8Dhg="
        ),
    ]
}
