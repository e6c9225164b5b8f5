extension Hostile {
    struct Error: Codable, Hashable, Sendable {
        var message: String
        var failure: FailureValue?
    }

    struct FailureValue: Codable, Hashable, Sendable {
        var cause: Indirect<Error>?
    }
}
