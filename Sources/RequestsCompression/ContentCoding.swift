#if Compression
/// A coding that compresses the content of a message (RFC 9110, section 8.4.1).
public enum ContentCoding: String, Sendable, Hashable, CaseIterable {
    /// The format of gzip (RFC 1952).
    case gzip

    /// The format of zlib (RFC 1950).
    ///
    /// Some servers expect raw deflate data (RFC 1951) by this name, so prefer ``gzip``.
    case deflate
}
#endif
