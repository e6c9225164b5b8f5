package import RequestsConformance

extension TestCertificates {
    /// The private key of all certificates except the authority's.
    package static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDZgYQcX/DfXLi/eh
        ORLAXr1xXeE17TnhbuaUNMHqypahRANCAATTZv2HChr13sIHoPbMeqrMO3wIXY7o
        RjR4gbM6o9hTqmJFvw4OY/HMX3sTW0xrdKbytVfw/PxJJf3CE1PF5hJB
        -----END PRIVATE KEY-----
        """

    /// The hash of the public key that belongs to it, which openssl computed.
    package static let pin = "sha256/CyPKyf6Eaksow6DGOzNsm6b3uPKNhXf4KG3RuX2FRsU="
}
