extension Exchange {
    /// Checks that a body with the declared length 0 is empty; otherwise ends the exchange.
    func checkIsEmpty(_ body: RequestBody) async {
        do {
            let reader = try BodyReader(body)
            began { reader.cancel() }
            _ = try await reader.next()
        } catch {
            fail(error)
        }
    }
}
