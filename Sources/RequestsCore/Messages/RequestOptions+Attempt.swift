extension RequestOptions {
    /// The number of the current attempt, which is 1 for the first.
    ///
    /// ``Transport/retrying(_:budget:clock:using:date:)`` sets this number.
    public package(set) var attempt: Int {
        get { self[AttemptOption.self] }
        set { self[AttemptOption.self] = newValue }
    }

    private enum AttemptOption: RequestOption {
        static var defaultValue: Int { 1 }
    }
}
