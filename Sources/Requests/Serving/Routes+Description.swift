extension Routes: SafelyDescribed {
    /// The methods and templates that are served, and nothing of the API, which may have secrets.
    public var description: String {
        "Routes<\(API.self)>: \(endpoints.isEmpty ? "none" : endpoints.joined(separator: ", "))"
    }
}
