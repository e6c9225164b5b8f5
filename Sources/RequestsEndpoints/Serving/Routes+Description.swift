public import Requests

extension Routes: RedactedDescription {
    /// The served methods and templates.
    ///
    /// The API itself is omitted, because it may contain secrets.
    public var description: String {
        "Routes<\(API.self)>: \(endpoints.isEmpty ? "none" : endpoints.joined(separator: ", "))"
    }
}
