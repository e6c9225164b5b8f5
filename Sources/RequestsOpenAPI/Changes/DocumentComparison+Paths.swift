package import Requests

/// An operation, with the members that its path adds.
package struct FoundOperation {
    /// The method and the path, such as `GET /books/{id}`.
    let name: String
    let path: String
    package let content: JSONValue.Object
    /// The members of the path that apply to all its operations.
    let item: JSONValue.Object

    package static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    /// Returns the operations of a Path Item Object, by method.
    package static func all(in item: JSONValue.Object, path: String) -> [(method: String, operation: FoundOperation)] {
        var operations: [(String, FoundOperation)] = []
        func add(_ method: String, _ value: JSONValue?) {
            guard let content = value?.object else { return }
            let found = FoundOperation(name: "\(method) \(path)", path: path, content: content, item: item)
            operations.append((method, found))
        }
        for method in methods { add(method.uppercased(), item[method]) }
        for (method, value) in item["additionalOperations"]?.object ?? [:] { add(method, value) }
        return operations
    }
}

extension DocumentComparison {
    /// Compares operations by method and path, ignoring the names of placeholders.
    mutating func comparePaths(_ old: JSONValue.Object, _ new: JSONValue.Object) {
        let (before, after) = (old["paths"]?.object ?? [:], new["paths"]?.object ?? [:])
        var positions: [String: String] = [:]
        for (path, _) in after { positions[Self.pattern(of: path)] = path }
        var matched: Set<String> = []
        let securities = (old["security"], new["security"])
        for (path, item) in before {
            let first = self.old.resolved(item).object ?? [:]
            let other = after[path] == nil ? positions[Self.pattern(of: path)] : path
            guard let other, !matched.contains(other), let item = after[other] else {
                removeAll(first, path)
                continue
            }
            matched.insert(other)
            let second = self.new.resolved(item).object ?? [:]
            if path.hasPrefix("x-") {
                if first != second || before[path] != after[other] { note("extension-changed", "paths, \(path)") }
                continue
            }
            compareItems(first, second, path, other, securities)
        }
        for (path, item) in after where !matched.contains(path) {
            if path.hasPrefix("x-") { note("extension-changed", "paths, \(path)") }
            let operations = FoundOperation.all(in: self.new.resolved(item).object ?? [:], path: path)
            for (_, operation) in operations { within(operation.name) { $0.note("operation-added", "") } }
        }
    }

    /// Returns a path without the names of its placeholders.
    static func pattern(of path: String) -> String {
        let parts = path.split(separator: "{", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { pattern, part in
            pattern += "{" + (part.firstIndex(of: "}").map { part[$0...] } ?? part)
        }
    }

    /// Returns the names of a path's placeholders, in order.
    static func placeholders(of path: String) -> [String] {
        path.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.firstIndex(of: "}").map { String(part[..<$0]) }
        }
    }

    private mutating func removeAll(_ item: JSONValue.Object, _ path: String) {
        if path.hasPrefix("x-") { note("extension-changed", "paths, \(path)") }
        for (_, operation) in FoundOperation.all(in: item, path: path) {
            within(operation.name) { $0.note("operation-removed", "") }
        }
    }

    private mutating func compareItems(
        _ first: JSONValue.Object, _ second: JSONValue.Object, _ path: String, _ other: String,
        _ securities: (JSONValue?, JSONValue?)
    ) {
        compareWords(first, second, "path-words-changed", path)
        let known =
            FoundOperation.methods + ["summary", "description", "parameters", "servers", "additionalOperations"]
        compareOthers(first, second, known: Set(known + ["$ref"]), path)
        var after = Dictionary(
            FoundOperation.all(in: second, path: other).map { ($0.method, $0.operation) },
            uniquingKeysWith: { first, _ in first })
        for (method, operation) in FoundOperation.all(in: first, path: path) {
            let counterpart = after.removeValue(forKey: method)
            within((counterpart ?? operation).name) { comparison in
                guard let counterpart else { return comparison.note("operation-removed", "") }
                if path != other {
                    comparison.note("path-placeholder-renamed", "", old: .string(path), new: .string(other))
                }
                comparison.compare(operation, counterpart)
                comparison.compareSecurity(
                    operation.content["security"] ?? securities.0, counterpart.content["security"] ?? securities.1)
            }
        }
        for (method, operation) in FoundOperation.all(in: second, path: other) where after[method] != nil {
            within(operation.name) { $0.note("operation-added", "") }
        }
    }

    /// Compares two operations with the same method and path, except for their credentials.
    mutating func compare(_ first: FoundOperation, _ second: FoundOperation) {
        let (old, new) = (first.content, second.content)
        if old["operationId"] != new["operationId"] {
            note("operation-id-changed", "operationId", old: old["operationId"], new: new["operationId"])
        }
        compareWords(old, new, "operation-words-changed", "")
        if old["tags"] != new["tags"] { note("operation-tags-changed", "tags", old: old["tags"], new: new["tags"]) }
        compareDeprecation(old, new, "", deprecated: "operation-deprecated", restored: "operation-restored")
        compareParameters(first, second)
        compareBodies(of: first, second)
        compareResponses(old["responses"]?.object ?? [:], new["responses"]?.object ?? [:])
        compareCallbacks(old["callbacks"], new["callbacks"])
        let servers = (old["servers"] ?? first.item["servers"], new["servers"] ?? second.item["servers"])
        if servers.0 != servers.1 { compareServers(servers.0, servers.1, "servers") }
        let known: Set = [
            "operationId", "summary", "description", "tags", "deprecated", "parameters", "requestBody", "responses",
            "callbacks", "servers", "security",
        ]
        compareOthers(old, new, known: known, "")
    }
}
