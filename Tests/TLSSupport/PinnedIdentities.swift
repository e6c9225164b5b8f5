package import Foundation

/// A server's certificate with its private key.
package struct ServerIdentity: Sendable {
    package let certificate: String
    package let key: String
    /// The hash of its public key, which openssl computed.
    package let pin: String
}

/// Identities for 127.0.0.1, localhost, books.test, and names below it, from one authority.
package enum PinnedIdentities {
    /// The identity before the key is replaced.
    package static let current = ServerIdentity(
        certificate: """
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
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglLHUJeDze3prT3qI
            Dw8bzmoTfIBUNbHVPLgPHaG+1KihRANCAAQ49gQ2x46t8XfQBvtb8piNeBAt4IuZ
            nHF7kt7tCYHbEqGM0NvPXurV1DWb20/lKkGs35YxvOR09Vsab2X8rTFo
            -----END PRIVATE KEY-----
            """,
        pin: "sha256/zFHfmXC/Q0MpYfKGHZKtURD2YiwSl1L+Xy1sUhuQq/I=")

    /// A new certificate with the same key.
    package static let renewed = ServerIdentity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIICAzCCAaqgAwIBAgIUEiF1Yra0r0+tdhMp3G+UGeA2YwEwCgYIKoZIzj0EAwIw
            ITEfMB0GA1UEAwwWUmVxdWVzdHMgUGluIEF1dGhvcml0eTAgFw0yMDAxMDEwMDAw
            MDBaGA8yMTIwMDEwMTAwMDAwMFowFTETMBEGA1UEAwwKYm9va3MudGVzdDBZMBMG
            ByqGSM49AgEGCCqGSM49AwEHA0IABDj2BDbHjq3xd9AG+1vymI14EC3gi5mccXuS
            3u0JgdsSoYzQ289e6tXUNZvbT+UqQazfljG85HT1WxpvZfytMWijgckwgcYwDAYD
            VR0TAQH/BAIwADBXBgNVHREEUDBOhwR/AAABhxAAAAAAAAAAAAAAAAAAAAABggls
            b2NhbGhvc3SCCmJvb2tzLnRlc3SCDCouYm9va3MudGVzdIIPKi5ldS5ib29rcy50
            ZXN0MB0GA1UdJQQWMBQGCCsGAQUFBwMBBggrBgEFBQcDAjAdBgNVHQ4EFgQUwAOJ
            XxfgzZGvFeCr8Dt1QRYFBUcwHwYDVR0jBBgwFoAUISwiSQ3Sy0ddhlFj5qg5KjzX
            pdYwCgYIKoZIzj0EAwIDRwAwRAIgIk5NVaAAsPVgDVU360WLyjONlfdc3sSU2lvu
            MvppCoMCIF19LaGc24eeigFqRnGM96K4FWvs8+sjPyZOlOtsGy2w
            -----END CERTIFICATE-----
            """,
        key: current.key, pin: current.pin)

    /// The identity with another key.
    package static let rotated = ServerIdentity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIICBDCCAaqgAwIBAgIUK6+Ae7xgfI9i48joCdVvGdfmnLYwCgYIKoZIzj0EAwIw
            ITEfMB0GA1UEAwwWUmVxdWVzdHMgUGluIEF1dGhvcml0eTAgFw0yMDAxMDEwMDAw
            MDBaGA8yMTIwMDEwMTAwMDAwMFowFTETMBEGA1UEAwwKYm9va3MudGVzdDBZMBMG
            ByqGSM49AgEGCCqGSM49AwEHA0IABLN4xQ6KD+tl815DgUPefoHGGpEgX2kNpIY1
            QjgTIlYN6ENnZV/AF16PePv6AxR8yB8zluN/iXEOrJIm2Jsq4WOjgckwgcYwDAYD
            VR0TAQH/BAIwADBXBgNVHREEUDBOhwR/AAABhxAAAAAAAAAAAAAAAAAAAAABggls
            b2NhbGhvc3SCCmJvb2tzLnRlc3SCDCouYm9va3MudGVzdIIPKi5ldS5ib29rcy50
            ZXN0MB0GA1UdJQQWMBQGCCsGAQUFBwMBBggrBgEFBQcDAjAdBgNVHQ4EFgQUr19u
            droav1Tp8CJuGFnjZYXxUl8wHwYDVR0jBBgwFoAUISwiSQ3Sy0ddhlFj5qg5KjzX
            pdYwCgYIKoZIzj0EAwIDSAAwRQIhANts83hNefnyPUw1pLnkKxkL6WZYDUp/lSJC
            Go7OnWGQAiA53Z77teNuwgoawAFq5KizeVJlPoMFEL1Gj1EdKGwCVg==
            -----END CERTIFICATE-----
            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeaK1RuLkJiSnKLB+
            k5ipiMCK/po1MgO59CaBaq0aAA+hRANCAASzeMUOig/rZfNeQ4FD3n6BxhqRIF9p
            DaSGNUI4EyJWDehDZ2VfwBdej3j7+gMUfMgfM5bjf4lxDqySJtibKuFj
            -----END PRIVATE KEY-----
            """,
        pin: "sha256/M54ELgOWVFm17c1KQ53/ZqYxei21e7J7ZG03Y27Jz2g=")

    /// An identity with an RSA key.
    package static let rsa = ServerIdentity(
        certificate: """
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
        key: """
            -----BEGIN PRIVATE KEY-----
            MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDPJLOz/RsL4Csi
            hu3B27EvZ7mNPlWM7kFDa1xjh3nYy0lby1YMk6+qb7rhTuF/QcJGSRab3Vo5zCwY
            qIFTVNaDkeeywkQfLpK2APnGszFwch9wGdQvb3+gaYmfltjLzr9S7NJxHlZWbbYg
            wayoiAvW8s+mJFWdcF7fZnLC0ZrTE+TO0f6Gdw/xc9pP6F8NzPI7spKEcNatZ+cU
            iTvvtF858egFbJJuEjKz9x1Kvb9WrTm5e9aqSXoyDzXkmr/79mIJcT9F578grB3X
            1cNkkSdJHgJV/BCGiSaWUCSAI07cIY0Xparb3G2VC4JT6XIPhvZzmD/4GOMq9rxh
            oGzT1/apAgMBAAECggEAB4D4HI36RULHNT6SOCqon25rEkLe5QElg+x3TJNgtoSI
            trFQlO84Vsd/i4ATcEwgyPHcBo9CdeO0+OYJHKHEYpWYwTOYivuhghkvcy3/HWhu
            RfM9lJlTVCuL5NLZWCq4E2gzqGLgXvb6+R1NpKOcWtqcFelCNmGWzOd1wqPGr3I7
            52TCSwkYrsg0MZ/3MMJg7jJdB1+izHj39+pFJ9EBtIWhea8KemUHo5AOkrrz6M3j
            tMlXQhvqV3lgYcnBFDKYsaIH0qFP6OU79FAW72qiU/OgOqW7nfrHfMxN/9c2ZifS
            5py4WpfOwOJlmFNxtOigddf25a8RZzRVJExohE1p4QKBgQD2p63zK9s4JP85x0wu
            bp46J5/WAAG39iLEMUyx6Z+b+X9+yZjCv956KFFo+4ecEs7jY1cUz4+7LggkbBuy
            xmo3Bc7ovO6huXrIblfsGJHfvnCtxnPpU4tnYRiEWzk22gfJOVx1I4qe9iF3GbSY
            jDK5fCggDwHOWIquZ3bncK+neQKBgQDW/cwGanZ97PFj5/Xl+nskUJIYttz/z4Mg
            p1i2Hgm+XopeKkIWR+V8XaLeO9XEQZSv/z6fdjC3U6MpCDGJDvFsk+Wchu2AMJ+m
            7WQmhB/xotF4Xfg3C6BFFv46M4Cwo63yJxhI/zphH+HJu12rUHNjdNqJdg5dVgEo
            GmX2WoeMsQKBgQCwvB9RIXiXtzLFxL8aehqYEvJdVW3l0dDBgY2x4XODQHgRcgQq
            b27LWv5SWgCmXXeuyOyJtdwIRAiDiI8kPzW2LUw/ybi3Wv7WhPIs8sH7byqv6YX+
            huVZcuItXGwXmIyBq79LE+ds1XHPNDUKJVLnQ0ZBCl/B6gGcy/gQB9dlCQKBgQCe
            32JcA2SY3fXsLEgMsTM6vMeZt9hMud5ezQvDWSM+KML7nyLDMFInu1JWA8WOiCAG
            hwqR8FdDwmy6L7HbZM2HvStapmLv7f6s7pSp2c15VSaSWm7IzrCbHci03cZlwi8S
            2U0a9HEBwPurhehMZuE+R+YO2sz2sE2egxOCH5g3oQKBgGZ+ZfKAljtoZHd8Hcyi
            i6DO7wcHWVJixPPuq8MiIe6MUAX7OIcZyym4ndEzoqsQ59c8RNGBqTEK3DGTMsom
            QtF5lnbvnWvoeLpjsRr0AB2PBA8l6vqm4yUyoKHbgCGOfV79CLVjwWeEL9v43OAn
            n7CZoU/Mht9U87wsqu0+BhEr
            -----END PRIVATE KEY-----
            """,
        pin: "sha256/1bq34IXvkhLCbsOnk6O9/DqBAsv2Febjzyr2i4GSJBE=")

    /// The pin of the authority's key.
    package static let authorityPin = "sha256/VJJ7Hbv4buWqZs/vAZQuqJEPGSpl75dAU+UsGgtZQ0k="

    /// A file with the authority's certificate.
    package static let authorityFile = {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "authority-\(UUID().uuidString).pem")
        try? Data(authority.utf8).write(to: file)
        return file
    }()

    private static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBdzCCAR6gAwIBAgIUMecNBDda/hsvLlhNAvglV5ppMyUwCgYIKoZIzj0EAwIw
        ITEfMB0GA1UEAwwWUmVxdWVzdHMgUGluIEF1dGhvcml0eTAgFw0yMDAxMDEwMDAw
        MDBaGA8yMTIwMDEwMTAwMDAwMFowITEfMB0GA1UEAwwWUmVxdWVzdHMgUGluIEF1
        dGhvcml0eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLDTlp3xwH13+Iuu6GKD
        Uhr0nrj77O9w9f++XnGVyPQh7qATSwExFoGq4FhT6ZiL9YTrztVV1L+8fCsfZYqo
        IcKjMjAwMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFCEsIkkN0stHXYZRY+ao
        OSo816XWMAoGCCqGSM49BAMCA0cAMEQCIC4lKh3Qk5ZiJ1GAiXcleaAmQKsGhpZK
        I5+/98ZcVEP1AiAQ0Lnm3NmfHVihbJi2AtIUx00uq7j+gLGkAQW1XHF1eg==
        -----END CERTIFICATE-----
        """
}
