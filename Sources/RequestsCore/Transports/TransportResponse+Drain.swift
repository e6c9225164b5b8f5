extension TransportResponse {
    /// Reads the rest of a short response, so that its connection can be reused.
    ///
    /// A body that is too long or too slow is dropped, because a new connection would be faster.
    package func drain() async {
        guard head.contentLength ?? 0 <= Self.longestDrain else { return }
        if body.byteCount != nil { return }
        let wait = Wait(until: .now + .seconds(1)) { CancellationError() }
        let reading = Task { [body] in
            _ = try? await body.collect(upTo: Self.longestDrain)
            wait.end()
        }
        try? await wait.ended()
        reading.cancel()
    }

    /// The maximum number of bytes in a short response.
    private static var longestDrain: Int { 65_536 }
}
