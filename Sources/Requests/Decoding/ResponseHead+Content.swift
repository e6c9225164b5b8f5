extension ResponseHead {
    /// Whether the content is compressed on its way, so that what is read has another length.
    var hasContentCoding: Bool {
        header[.contentEncoding].map { !$0.isEmpty && !$0.equalsIgnoringASCIICase("identity") } ?? false
    }
}
