/// The certificates of a local server.
///
/// They are for tests only, because their key is public.
///
/// All except ``expired`` are valid from 2020 to 2120.
package enum TestCertificates {
    /// The authority that issued the other certificates; only the tests trust it.
    package static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBaDCCAQ2gAwIBAgIBBDAKBggqhkjOPQQDAjAiMSAwHgYDVQQDDBdSZXF1ZXN0
        cyBUZXN0IEF1dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAw
        MFowIjEgMB4GA1UEAwwXUmVxdWVzdHMgVGVzdCBBdXRob3JpdHkwWTATBgcqhkjO
        PQIBBggqhkjOPQMBBwNCAATfejwm1LlYpWBCOi0bdojvg8weiB2t0CLvxw+3gGL6
        o9WI4psmfPrIwwb/Sa6+eX3zbzl4j/6mXSCULY3Wlh6fozIwMDAPBgNVHRMBAf8E
        BTADAQH/MB0GA1UdDgQWBBSWUA9ezVZWzgM6JhbwPlRM7Cg9ADAKBggqhkjOPQQD
        AgNJADBGAiEAtN9ttRvkm9+yYoOrhpI5zZn8SOP/MmKu/f62FZ6PwXgCIQCN5oHU
        O68U5kjefqOi/pQqDvDPrH64bFOgz7OuZIWY6w==
        -----END CERTIFICATE-----
        """

    /// A certificate for `localhost` and 127.0.0.1.
    package static let right = """
        -----BEGIN CERTIFICATE-----
        MIIBhjCCASugAwIBAgIBBjAKBggqhkjOPQQDAjAiMSAwHgYDVQQDDBdSZXF1ZXN0
        cyBUZXN0IEF1dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAw
        MFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
        QgAE02b9hwoa9d7CB6D2zHqqzDt8CF2O6EY0eIGzOqPYU6piRb8ODmPxzF97E1tM
        a3Sm8rVX8Pz8SSX9whNTxeYSQaNeMFwwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/
        AAABMB0GA1UdDgQWBBRPazpvT5aB+Mnltk7Kn8QfpR52ujAfBgNVHSMEGDAWgBSW
        UA9ezVZWzgM6JhbwPlRM7Cg9ADAKBggqhkjOPQQDAgNJADBGAiEAmT7gOD9c7u3Z
        28Rng8UeG1eZdfbKHGwzi/GHRV7teIACIQCnfxqCFUz/Mu3mXIWoXh184XUJTm1o
        4xzpQ+xWNtCzcg==
        -----END CERTIFICATE-----
        """

    /// A certificate for `localhost` and 127.0.0.1 that expired in 2021.
    package static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIBgjCCASmgAwIBAgIBBzAKBggqhkjOPQQDAjAiMSAwHgYDVQQDDBdSZXF1ZXN0
        cyBUZXN0IEF1dGhvcml0eTAeFw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBa
        MBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
        BNNm/YcKGvXewgeg9sx6qsw7fAhdjuhGNHiBszqj2FOqYkW/Dg5j8cxfexNbTGt0
        pvK1V/D8/Ekl/cITU8XmEkGjXjBcMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAA
        ATAdBgNVHQ4EFgQUT2s6b0+WgfjJ5bZOyp/EH6UedrowHwYDVR0jBBgwFoAUllAP
        Xs1WVs4DOiYW8D5UTOwoPQAwCgYIKoZIzj0EAwIDRwAwRAIgbVUDdzZjZ0apmN9A
        2PyAC/kqL/TckfMU2LwR9ICMOIkCIHlbV0tXyzlNxCISZwq50JUa0wKCNbUck6SE
        VdqHO6Q7
        -----END CERTIFICATE-----
        """

    /// A certificate for `other.example`.
    package static let otherHost = """
        -----BEGIN CERTIFICATE-----
        MIIBhjCCAS2gAwIBAgIBCDAKBggqhkjOPQQDAjAiMSAwHgYDVQQDDBdSZXF1ZXN0
        cyBUZXN0IEF1dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAw
        MFowGDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49
        AwEHA0IABNNm/YcKGvXewgeg9sx6qsw7fAhdjuhGNHiBszqj2FOqYkW/Dg5j8cxf
        exNbTGt0pvK1V/D8/Ekl/cITU8XmEkGjXDBaMBgGA1UdEQQRMA+CDW90aGVyLmV4
        YW1wbGUwHQYDVR0OBBYEFE9rOm9PloH4yeW2TsqfxB+lHna6MB8GA1UdIwQYMBaA
        FJZQD17NVlbOAzomFvA+VEzsKD0AMAoGCCqGSM49BAMCA0cAMEQCICeCJJhLE7Xy
        nLifOHDPkcPmdu0WORHJj4Mz7+wzehnpAiBYYcaxCOgehUzFeNTNQCAD9DZ1wskm
        ygIQoefjen3L2A==
        -----END CERTIFICATE-----
        """

    /// A self-signed certificate for `localhost` and 127.0.0.1.
    package static let selfSigned = """
        -----BEGIN CERTIFICATE-----
        MIIBVDCB/KADAgECAgEFMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
        dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
        bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE02b9hwoa9d7CB6D2
        zHqqzDt8CF2O6EY0eIGzOqPYU6piRb8ODmPxzF97E1tMa3Sm8rVX8Pz8SSX9whNT
        xeYSQaM9MDswGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBRP
        azpvT5aB+Mnltk7Kn8QfpR52ujAKBggqhkjOPQQDAgNHADBEAiASMmC/a4eQ+yRE
        3DHe0DSsoxdoFf38vZR+RgGReAQWHAIgFrgW/XS7bVpyp6DieVtnba8hyA7JIla3
        FbBrzMc3c74=
        -----END CERTIFICATE-----
        """
}
