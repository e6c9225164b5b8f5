#if Compression
/// A coding that compresses the content of a message (RFC 9110, section 8.4.1).
public enum ContentCoding: String, Sendable, Hashable, CaseIterable {
    /// The gzip format (RFC 1952).
    case gzip

    /// The zlib format (RFC 1950).
    ///
    /// Some servers expect raw deflate data (RFC 1951) under this name, so prefer ``gzip``.
    case deflate
}
#endif
