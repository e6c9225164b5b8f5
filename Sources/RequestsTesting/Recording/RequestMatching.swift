public import Requests

/// The parts of a request that must be equal to those of a recorded request.
///
/// By default, the method, the URL, the Range field and the body must be equal. Query items with different names may be
/// reordered. JSON and forms are compared as values, not as bytes. A placeholder in a recording matches any text.
///
/// ```swift
/// let transport = try Replaying(file, matching: RequestMatching(ignoring: ["timestamp", "nonce"]))
/// ```
public struct RequestMatching: Sendable {
    /// The names of the fields that are compared.
    let fields: [HeaderField.Name]
    /// The names that are ignored, in lower case.
    let ignoredNames: Set<String>
    let ignoresOrigin: Bool
    let ignoresBody: Bool

    /// Makes the rules for comparing requests.
    ///
    /// - Parameters:
    ///   - fields: The names of the fields that must be equal; by default, only Range, because it selects the content.
    ///   - names: The names of query items, form items and JSON members that may differ. The case of names is ignored.
    ///     To ignore a member in only one object, pass its path, such as `order.id`.
    ///   - ignoresOrigin: Whether scheme, host and port may differ, for example for a test server.
    ///   - ignoresBody: Whether the body may differ.
    public init(
        fields: [HeaderField.Name] = ["Range"], ignoring names: Set<String> = [], ignoresOrigin: Bool = false,
        ignoresBody: Bool = false
    ) {
        self.fields = fields
        ignoredNames = Set(names.map { $0.lowercased() })
        self.ignoresOrigin = ignoresOrigin
        self.ignoresBody = ignoresBody
    }

    func ignores(_ name: String) -> Bool { !ignoredNames.isEmpty && ignoredNames.contains(name.lowercased()) }
}
