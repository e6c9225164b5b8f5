extension HeaderField {
    /// Makes `Accept: application/json`, or several media types in order of preference (RFC 9110, section 12.5.1).
    public static func accept(_ mediaType: MediaType, _ others: MediaType...) -> HeaderField {
        HeaderField(.accept, others.reduce(mediaType.rawValue) { $0 + ", " + $1.rawValue })
    }

    static func accept(inOrder mediaTypes: [MediaType]) -> HeaderField {
        HeaderField(.accept, mediaTypes.map(\.rawValue).joined(separator: ", "))
    }

    /// Makes `Content-Type: application/json` (RFC 9110, section 8.3).
    ///
    /// This field overrides the content type of the body.
    public static func contentType(_ mediaType: MediaType) -> HeaderField {
        HeaderField(.contentType, mediaType.rawValue)
    }

    /// Makes `Range: bytes=0-499`, with bounds in bytes (RFC 9110, section 14.2).
    public static func range(_ bytes: ClosedRange<Int>) -> HeaderField {
        HeaderField(range: "bytes=\(bytes.lowerBound)-\(bytes.upperBound)", from: bytes.lowerBound)
    }

    /// Makes `Range: bytes=500-`, from an offset in bytes to the end (RFC 9110, section 14.2).
    public static func range(_ bytes: PartialRangeFrom<Int>) -> HeaderField {
        HeaderField(range: "bytes=\(bytes.lowerBound)-", from: bytes.lowerBound)
    }

    /// Makes `Range: bytes=-500`, for the last bytes of the content (RFC 9110, section 14.1.2).
    ///
    /// Resolving a request with a number below 1 fails with ``RequestErrorCode/invalidHeaderValue``.
    public static func range(suffix byteCount: Int) -> HeaderField {
        var field = HeaderField(.range, "bytes=-\(byteCount)")
        if byteCount < 1 { field.issue = .emptySuffix }
        return field
    }

    private init(range: String, from lowerBound: Int) {
        self.init(.range, range)
        // A negative bound would be sent as a suffix range: the last bytes.
        if lowerBound < 0 { issue = .negativeRange }
    }
}
