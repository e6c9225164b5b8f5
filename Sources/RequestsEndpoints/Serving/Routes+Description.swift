public import Requests

extension Routes: RedactedDescription {
    /// The methods and templates that are served.
    ///
    /// The API itself is left out, because it may have secrets.
    public var description: String {
        "Routes<\(API.self)>: \(endpoints.isEmpty ? "none" : endpoints.joined(separator: ", "))"
    }
}
