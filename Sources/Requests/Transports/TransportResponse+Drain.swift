extension TransportResponse {
    /// Reads the rest of a short response, so that its connection can be used again.
    ///
    /// It takes no longer than a new connection would. A body that is longer, or comes too slowly, is dropped.
    package func drain() async {
        guard head.contentLength ?? 0 <= Self.longestDrain else { return }
        if body.byteCount != nil { return }
        let wait = Wait<Void>(until: .now + .seconds(1)) { CancellationError() }
        let reading = Task { [body] in
            _ = try? await body.collect(upTo: Self.longestDrain)
            wait.end(.success(()))
        }
        try? await wait.value()
        reading.cancel()
    }

    /// The number of bytes up to which a response is short.
    private static var longestDrain: Int { 65_536 }
}
