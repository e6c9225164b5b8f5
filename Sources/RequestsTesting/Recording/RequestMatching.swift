public import Requests

/// The parts of a request that have to be equal to those of a recorded request.
///
/// Method, URL and body have to be equal by default. Query items may be in another order, if those of one name are in the same order.
/// JSON and forms are compared by their values. A placeholder of a recording matches any text.
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
    ///   - fields: The names of the fields that have to be equal. By default only Range, without which a response is another one.
    ///   - names: The names of query items, items of forms and members of JSON that may differ. For a member of one object, write its
    ///     path, such as `order.id`. The case of letters does not matter.
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
