extension OutgoingRequest {
    /// Checks that URLSession won't change the path.
    ///
    /// On Linux, libcurl removes the segments `.` and `..`. Foundation's behavior on other systems isn't documented.
    ///
    /// - Throws: ``RequestErrorCode/invalidURL``.
    func checkPathForURLSession() throws(TransportError) {
        guard options.allowsDotSegments, URLText.hasDotSegment(urlText) else { return }
        throw TransportError(
            code: .invalidURL,
            message:
                "the URL has a `.` or `..` segment, which URLSession would remove: use a transport that keeps such "
                + "segments, for example AsyncHTTPClient"
        )
    }
}
