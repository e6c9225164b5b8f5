extension TransportResponse {
    /// Reads the rest of a short response, so that its connection can be used again.
    func drain() async {
        guard let length = head.contentLength, length <= 65_536 else { return }
        _ = try? await body.collect(upTo: length)
    }
}
