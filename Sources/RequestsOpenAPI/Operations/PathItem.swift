import Requests

/// The operations of a path (OpenAPI 3.1.1, section 4.8.9).
struct PathItem {
    let path: String
    private(set) var content = JSONValue.Object()

    init(path: String) {
        self.path = path
    }

    /// Adds an operation.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - method: The method.
    ///   - version: The version of the document; since 3.2.0, a path can have operations with any method.
    /// - Returns: The problem that prevents adding the operation; `nil` if there is none.
    mutating func add(_ operation: JSONValue.Object, _ method: HTTPMethod, version: OpenAPI.Version) -> String? {
        let name = method.rawValue.lowercased()
        // Methods are case-sensitive, but the names of the members are in lower case.
        let isMember = method.rawValue == name.uppercased() && Self.methods(in: version).contains(name)
        var others = content[Self.others]?.object ?? [:]
        let isTaken = isMember ? content[name] != nil : others[method.rawValue] != nil
        if isTaken { return "has the same method and path as another endpoint: change one of the two" }
        if isMember {
            content[name] = .object(operation)
        } else if version != .v3_2 {
            return "has the method \(method), which requires OpenAPI 3.2: pass `version: .v3_2`"
        } else {
            others[method.rawValue] = .object(operation)
            content[Self.others] = .object(others)
        }
        return nil
    }

    private static var others: String { "additionalOperations" }

    private static func methods(in version: OpenAPI.Version) -> Set<String> {
        let methods: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
        return version == .v3_2 ? methods.union(["query"]) : methods
    }
}
