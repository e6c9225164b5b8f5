extension Routes: CustomStringConvertible, CustomReflectable {
    /// The methods and templates that are served, and nothing of the API, which may have secrets.
    public var description: String {
        "Routes<\(API.self)>: \(endpoints.isEmpty ? "none" : endpoints.joined(separator: ", "))"
    }

    /// What `dump` shows: the same.
    public var customMirror: Mirror {
        Mirror(self, children: ["endpoints": endpoints], displayStyle: .struct)
    }
}
