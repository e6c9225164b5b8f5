public import Requests

extension OpenAPI {
    /// Lists the changes since an earlier document of the same API.
    ///
    /// ```swift
    /// for change in new.changes(since: old) where change.verdict == .breakingForClients { print(change) }
    /// ```
    ///
    /// A change that affects several operations, such as one in a component, is listed once, with all these operations. If the
    /// documents differ only in order or notation, the list is empty. Parts with mistakes (``notes``) are compared as written.
    ///
    /// - Parameter old: The document before the change.
    /// - Returns: The changes by verdict, beginning with those that break clients. Those with the same verdict are in the
    ///   document's order: first those of operations, then those of components.
    public func changes(since old: OpenAPI) -> [Change] {
        let (old, new) = (old.comparable, comparable)
        guard new != old else { return [] }
        var comparison = DocumentComparison(old: old, new: new, isLenient: false)
        let changes = comparison.changes()
        return Verdict.allCases.flatMap { verdict in changes.filter { $0.verdict == verdict } }
    }

    /// The content in the form of 3.1 or later, with the version of the file.
    private var comparable: JSONValue.Object {
        var comparable = upgraded.content
        comparable["openapi"] = written.text.map(JSONValue.string)
        return comparable
    }

    /// The effect of a change.
    public enum Verdict: String, Sendable, CaseIterable {
        /// A client for the old document may fail with a server for the new one.
        case breakingForClients = "breaking for clients"
        /// A client for the new document may fail with a server for the old one, even if the client uses nothing new.
        case breakingForServers = "breaking for servers"
        /// Clients and servers of both documents work together.
        case compatible
        /// Requests and responses stay the same.
        case documentationOnly = "documentation only"
    }

    /// A difference between two documents of an API.
    public struct Change: Hashable, Sendable {
        /// The name of the rule, such as `operation-removed`.
        public let rule: String
        /// The effect of the change.
        public let verdict: Verdict
        /// The affected operations, such as `GET /books/{id}`; empty for a change of the whole document.
        public internal(set) var operations: [String]
        /// The location in the operations or in a component, such as `query parameter page` or `schema Book, title`.
        public let location: String
        /// The value before the change; `nil` if there was no value, or if it has many parts.
        public let old: JSONValue?
        /// The value after the change; `nil` if there is no value, or if it has many parts.
        public let new: JSONValue?
        /// The reason for the verdict, in one sentence.
        public let reason: String
    }
}

extension OpenAPI.Change: CustomStringConvertible {
    /// The verdict, the operations, the location, the rule with both values, and the reason.
    public var description: String { "\(summary). \(reason)" }

    /// The verdict, the operations, the location and the rule with both values.
    var summary: String {
        let more = operations.count > 3 ? " and \(operations.count - 2) more" : ""
        let names = operations.prefix(operations.count > 3 ? 2 : 3).joined(separator: ", ") + more
        let place = [names, location].filter { !$0.isEmpty }.joined(separator: ": ")
        let values =
            switch (old, new) {
            case (let old?, let new?): " from \(Self.text(of: old)) to \(Self.text(of: new))"
            case (let old?, nil): " \(Self.text(of: old))"
            case (nil, let new?): " \(Self.text(of: new))"
            case (nil, nil): ""
            }
        return "\(verdict.rawValue): \(place): \(rule)\(values)".withoutControls
    }

    private static func text(of value: JSONValue) -> String {
        let text = value.description
        return text.count > 80 ? text.prefix(79) + "…" : text
    }
}
